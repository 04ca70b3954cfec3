#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/EmbreeRays.h>
#include <pliant/benchmarks/ldi.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/models/paperScenes.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <random>

namespace pliant::benchmarks {
namespace {

constexpr std::size_t kPoints = 100'000;

/// The dragon, and points in the box of the dragon at rest.
class BendingDragon {
 public:
  BendingDragon() : m_model(models::paperModel(models::PaperModel::Dragon)), m_rest(m_model.points) {
    set.add(m_model.view());
    set.update(workers);
    std::mt19937 random(1);
    const Box& box = set.box(0);
    points.resize(kPoints);
    for (PackedPosition& p : points) {
      Real* const x = &p.x;
      for (std::size_t k = 0; k < 3; ++k) x[k] = std::uniform_real_distribution<Real>(box.min[k], box.max[k])(random);
    }
  }

  void bend(int frame) { models::bendDragon(0.2 * frame, m_rest, m_model.points); }

  /// Returns the points that are inside for the positions of the last bend(), decided exactly.
  std::vector<Index> exactly() {
    BodySet all;
    all.add(m_model.view());
    BodyView cloud;
    cloud.positions = {&points.front().x, static_cast<Index>(points.size()), sizeof(PackedPosition) / sizeof(Real)};
    all.add(cloud);
    all.update(workers);
    LdiDetector detector(nullptr, {.grid = {.resolution = 128}, .exactNearSurface = true});
    detector.update(all, workers);
    Results results;
    detector.query(all, {.verticesInside = true}, results, workers);
    std::vector<Index> inside;
    for (const InsideVertex& found : results.verticesInside) inside.push_back(found.vertex);
    return inside;
  }

  BodySet set;
  Workers workers;
  std::vector<PackedPosition> points;

 private:
  models::ClosedModel m_model;
  std::vector<std::array<Real, 3>> m_rest;
};

struct Method {
  std::string name;
  std::function<void()> update, find;
  std::vector<Index> inside;
  std::vector<double> updateMs, findMs, allMs;
};

std::size_t difference(const std::vector<Index>& a, const std::vector<Index>& b) {
  std::vector<Index> apart;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(apart));
  return apart.size();
}

}  // namespace

Table ldiRays(int repeats, const Progress& progress) {
  progress("ldi 2004: points in a changing dragon, images and rays");
  Table table;
  table.name = "ldi-2004-rays";
  table.caption =
      "100,000 points in a dragon of 520,000 faces that bends in every frame, ms of CPU time of one thread: update "
      "(images: reading the positions, box, image; Embree: refit of the tree, positions already read), and points. "
      "Embree counts all hits of a ray from each point. wrong: points with another answer than the exact one";
  table.columns = {"method", "update", "points", "all", "times ldi 64", "inside", "wrong"};

  BendingDragon dragon;
  SoftwareLdi renderer;
  std::array<LayeredDepthImage, 2> images;
  std::vector<std::unique_ptr<Method>> methods;
  const auto add = [&](std::string name) -> Method& {
    methods.push_back(std::make_unique<Method>());
    methods.back()->name = std::move(name);
    return *methods.back();
  };
  for (std::size_t i = 0; i < 2; ++i) {
    const Index resolution = i == 0 ? 64 : 128;
    Method& method = add("ldi " + std::to_string(resolution));
    LayeredDepthImage& image = images[i];
    method.update = [&dragon, &renderer, &image, resolution] {
      dragon.set.update(dragon.workers);
      renderer.render({dragon.set.positions(), 0, dragon.set.vertices(0).size(), dragon.set.faces(), false},
                      volumeOfInterest(dragon.set.box(0), {.resolution = resolution, .stretched = true}), image,
                      dragon.workers);
    };
    method.find = [&dragon, &method, &image] { pointsInside(image, dragon.points, method.inside); };
  }
  std::vector<std::unique_ptr<EmbreeRays>> rays;
  for (const bool robust : {false, true}) {
    if (!EmbreeRays::available()) break;
    Method& method = add(EmbreeRays::version() + (robust ? ", robust" : ""));
    rays.push_back(std::make_unique<EmbreeRays>(dragon.set, robust));
    EmbreeRays& own = *rays.back();
    method.update = [&own] { own.refit(); };
    // Rays run along the shortest side, where they meet the fewest boxes.
    method.find = [&dragon, &method, &own, &images] {
      own.pointsInside(dragon.points, int{images[0].view.axis}, method.inside);
    };
  }
  // Frame 0 is a warm-up.
  for (int frame = 0; frame <= repeats; ++frame) {
    dragon.bend(frame);
    for (const auto& method : methods) {
      const double start = threadCpuMs();
      method->update();
      const double updated = threadCpuMs();
      method->find();
      const double end = threadCpuMs();
      if (frame == 0) continue;
      method->updateMs.push_back(updated - start);
      method->findMs.push_back(end - updated);
      method->allMs.push_back(end - start);
    }
  }
  const std::vector<Index> exact = dragon.exactly();
  const double ours = median(methods.front()->allMs);
  for (const auto& method : methods) {
    const double all = median(method->allMs);
    table.rows.push_back({method->name, median(method->updateMs), median(method->findMs), all, all / ours,
                          double(method->inside.size()), double(difference(method->inside, exact))});
  }
  if (!EmbreeRays::available()) {
    table.rows.push_back({EmbreeRays::version(), std::string("-"), std::string("-"), std::string("-"), std::string("-"),
                          std::string("-"), std::string("-")});
  }
  return table;
}

}  // namespace pliant::benchmarks
