#include "LdiScene.h"

#include <pliant/benchmarks/Clock.h>
#include <pliant/plugin/StepStatistics.h>

#include "ParticleScene.h"

namespace pliant::benchmarks {

Table particleScene(int frames) {
  ParticleScene scene;
  std::vector<double> deformed, moved, detected, responded, all;
  double contacts = 0;
  const int warmUp = std::max(10, frames / 4);
  for (int frame = -warmUp; frame < frames; ++frame) {
    const double start = threadCpuMs();
    scene.deform(frame);
    const double shaped = threadCpuMs();
    scene.moveParticles();
    const double fallen = threadCpuMs();
    scene.detect();
    const double found = threadCpuMs();
    scene.respond();
    const double end = threadCpuMs();
    if (frame < 0) continue;
    deformed.push_back(shaped - start);
    moved.push_back(fallen - shaped);
    detected.push_back(found - fallen);
    responded.push_back(end - found);
    all.push_back(end - start);
    contacts += double(scene.contacts()) / frames;
  }
  Table table;
  table.name = "ldi-2003-particles";
  table.caption =
      "20,000 particles fall on a deforming Santa of 10,000 faces, 64 x 64 pixels, ms per frame; the paper's frames "
      "per second include drawing on the screen";
  table.columns = {"deformation", "dynamics", "detection", "response", "all", "contacts", "frames/s", "paper frames/s"};
  table.rows.push_back({median(deformed), median(moved), median(detected), median(responded), median(all), contacts,
                        1000 / median(all), 29.0});
  return table;
}

}  // namespace pliant::benchmarks
