#include <pliant/models/paperScenes.h>
#include <pliant/scenes/Simulation.h>

#include <algorithm>
#include <string>

#include "LdiScene.h"
#include "Times.h"
#include "paperFigures.h"
#include "tables.h"

namespace pliant::benchmarks {

Table ldiTiles(const BenchSettings& settings) {
  Table table{"ldi-gl-tiles",
              "what it gains to draw all layers as tiles of one framebuffer, and to read it back at once: unordered "
              "layers of both images at 128 x 128, with framebuffers from one tile to all; the first layer of each "
              "side is read back for itself, since it counts the layers; ms of wall time. Drawn by " +
                  settings.driver,
              {"objects", "framebuffer", "passes", "read-backs", "drawing", "reading back", "all", "one tile / this"}};
  const int repeats = std::min(settings.few(), 5);
  for (const models::Overlap& overlap : models::paperOverlaps()) {
    if (!overlap.complex) continue;
    const std::string name = nameOf(overlap);
    settings.progress("ldi by OpenGL, tiles: " + name);
    const models::ClosedModel& a = models::paperModel(overlap.first);
    const models::ClosedModel b = models::secondOf(overlap);
    LdiScene scene({&a, &b}, 128);
    scene.place();
    double oneTile = 0;
    for (const TiledLdi& tiled : settings.tiles) {
      ImageWork work;
      Times times(wallMs);
      times.run(repeats, 1, [&](int) {
        double all = 0, read = 0;
        work = {};
        for (Index body = 0; body < scene.bodies(); ++body) {
          const double start = wallMs();
          scene.draw(*tiled.source.renderer, body);
          all += wallMs() - start;
          read += tiled.source.readBackMs();
          const ImageWork own = tiled.source.work();
          work.passes += own.passes;
          work.readBacks += own.readBacks;
        }
        times.add("draw", all - read);
        times.add("read", read);
      });
      const double draw = times.median("draw"), read = times.median("read");
      if (oneTile == 0) oneTile = draw + read;
      table.add(name, std::to_string(tiled.frame) + " x " + std::to_string(tiled.frame), work.passes, work.readBacks,
                draw, read, draw + read, oneTile / (draw + read));
    }
  }
  return table;
}

}  // namespace pliant::benchmarks
