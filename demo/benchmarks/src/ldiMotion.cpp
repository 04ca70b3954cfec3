#include <pliant/benchmarks/EmbreeRays.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/ParticleFall.h>
#include <pliant/models/paperScenes.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>

#include "LdiScene.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

constexpr std::size_t kPoints = 100'000;

/// Returns the dragon, at rest in frame 0.
Scene bendingDragon() {
  const auto move = [](int frame, std::size_t, const Scene::Points& rest, Scene::Points& x) {
    if (frame > 0) models::bendDragon(0.2 * (frame - 1), rest, x);
  };
  return {{{models::paperModel(models::PaperModel::Dragon)}}, move, {}};
}

/// Returns the indices of the points in a surface, decided exactly.
std::vector<Index> exactlyInside(const models::SurfaceModel& surface, std::span<const PackedPosition> points) {
  BodyView cloud;
  cloud.positions = {&points.front().x, static_cast<Index>(points.size()), sizeof(PackedPosition) / sizeof(Real)};
  BodySet set;
  set.add(surface.view());
  set.add(cloud);
  Workers workers;
  set.update(workers);
  LdiDetector detector(nullptr, {.grid = {.resolution = 128}, .exactNearSurface = true});
  detector.update(set, workers);
  Results results;
  detector.query(set, {.verticesInside = true}, results, workers);
  std::vector<Index> inside;
  for (const InsideVertex& found : results.verticesInside) inside.push_back(found.vertex);
  return inside;
}

struct Method {
  std::string name;
  std::function<void()> update{}, find{};
  std::vector<Index> inside{};
};

/// Images of two resolutions, and Embree's rays where this build has Embree.
class Methods {
 public:
  Methods(Scene& dragon, const std::vector<PackedPosition>& points) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Index resolution = i == 0 ? 64 : 128;
      Method& method = all.emplace_back(Method{"ldi " + std::to_string(resolution)});
      LayeredDepthImage& image = m_images[i];
      method.update = [this, &dragon, &image, resolution] {
        dragon.read();
        m_renderer.render(surfaceOf(dragon.set, 0),
                          volumeOfInterest(dragon.set.box(0), {.resolution = resolution, .stretched = true}), image,
                          dragon.workers);
      };
      method.find = [&points, &method, &image] { pointsInside(image, points, method.inside); };
    }
    for (const bool robust : {false, true}) {
      if (!EmbreeRays::available()) break;
      Method& method = all.emplace_back(Method{EmbreeRays::version() + (robust ? ", robust" : "")});
      EmbreeRays& rays = *m_rays.emplace_back(std::make_unique<EmbreeRays>(dragon.set, robust));
      method.update = [&rays] { rays.refit(); };
      // Rays run along the shortest side, where they meet the fewest boxes.
      method.find = [this, &points, &method, &rays] {
        rays.pointsInside(points, int{m_images[0].view.axis}, method.inside);
      };
    }
  }
  Methods(const Methods&) = delete;
  Methods& operator=(const Methods&) = delete;

  std::deque<Method> all;

 private:
  SoftwareLdi m_renderer;
  LayeredDepthImage m_images[2];
  std::vector<std::unique_ptr<EmbreeRays>> m_rays;
};

std::size_t difference(const std::vector<Index>& a, const std::vector<Index>& b) {
  std::vector<Index> apart;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(apart));
  return apart.size();
}

}  // namespace

Table ldiRays(const BenchSettings& settings) {
  settings.progress("ldi 2004: points in a changing dragon, images and rays");
  Table table{
      "ldi-2004-rays",
      "100,000 points in a dragon of 520,000 faces that bends in every frame, ms of CPU time of one thread: update "
      "(images: reading the positions, box, image; Embree: refit of the tree, positions already read), and points. "
      "Embree counts all hits of a ray from each point. wrong: points with another answer than the exact one",
      {"method", "update", "points", "all", "times ldi 64", "inside", "wrong"}};
  Scene dragon = bendingDragon();
  const Box& box = dragon.set.box(0);
  const std::vector<PackedPosition> points = randomPoints(box.min, box.max, kPoints);
  Methods methods(dragon, points);
  Times times;
  times.run(settings.few(), 1, [&](int) {
    dragon.next();
    for (const Method& method : methods.all) {
      times(method.name + " update", method.update);
      times(method.name + " points", method.find);
    }
  });
  const std::vector<Index> exact = exactlyInside(dragon.body(0), points);
  const double ours = times.median("ldi 64 update", "ldi 64 points");
  for (const Method& method : methods.all) {
    const std::string update = method.name + " update", find = method.name + " points";
    const double all = times.median(update, find);
    table.add(method.name, times.median(update), times.median(find), all, all / ours, method.inside.size(),
              difference(method.inside, exact));
  }
  if (!EmbreeRays::available()) table.add(EmbreeRays::version(), "-", "-", "-", "-", "-", "-");
  return table;
}

Table ldiParticleScene(const BenchSettings& settings) {
  const int frames = 20 * settings.few();
  models::ParticleFall scene;
  double contacts = 0;
  Times times;
  times.run(frames, std::max(10, frames / 4), [&](int frame) {
    times("deform", [&] { scene.deform(frame); });
    times("move", [&] { scene.moveParticles(); });
    times("detect", [&] { scene.detect(); });
    times("respond", [&] { scene.respond(); });
    if (frame >= 0) contacts += double(scene.inside()) / frames;
  });
  Table table{
      "ldi-2003-particles",
      "20,000 particles fall on a deforming Santa of 10,000 faces, 64 x 64 pixels, ms per frame; the paper's frames "
      "per second include drawing on the screen",
      {"deformation", "dynamics", "detection", "response", "all", "contacts", "frames/s", "paper frames/s"}};
  const double all = times.median("deform", "move", "detect", "respond");
  table.add(times.median("deform"), times.median("move"), times.median("detect"), times.median("respond"), all,
            contacts, 1000 / all, 29);
  return table;
}

}  // namespace pliant::benchmarks
