#include <pliant/benchmarks/TouchingSurfaces.h>
#include <pliant/benchmarks/surfaces.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/clothSheet.h>

#include "MovingSurfaces.h"
#include "TwoThreads.h"

namespace pliant::benchmarks {
namespace {

using models::ClothShape;

template <typename D>
std::unique_ptr<Detector> make() {
  return std::make_unique<D>();
}

std::vector<Table::Cell> clothRow(ClothShape shape, std::size_t faces, int steps) {
  const models::SurfaceModel cloth = models::clothSheet(faces, shape);
  MovingSurfaces scene({&cloth});
  return oneAndTwoThreads({scene.set(), kWithin, make<RegularityTree>, [&] { scene.move(); },
                           [&](Floor& floor, Workers& workers) { floorPass(floor, scene.set(), workers); }},
                          steps);
}

std::vector<Table::Cell> touchingRow(std::size_t faces, int steps) {
  TouchingSurfaces spheres(TouchingSurfaces::Shape::Spheres, static_cast<Index>(faces));
  BodySet set;
  spheres.addTo(set);
  int frame = 0;
  return oneAndTwoThreads({set, kBetween, make<BucketTree>, [&] { spheres.deform(frame++); },
                           [&](Floor& floor, Workers& workers) { floorPass(floor, set, workers); }},
                          steps);
}

}  // namespace

Table surfaceThreads(std::size_t most, int steps, const Progress& progress) {
  Table table;
  table.name = "threads-surfaces";
  table.caption =
      std::string(
          "one and two threads: intersecting faces within a cloth by the regularity tree, and of two touching "
          "spheres by the bucket tree; ") +
      kThreadsCaption;
  table.columns = threadColumns();
  table.columns.insert(table.columns.begin(), {"surface", "faces"});
  const auto add = [&](const char* name, std::size_t faces, const auto& measure) {
    progress(table.name + ": " + name + ", " + std::to_string(faces));
    auto& row = table.rows.emplace_back(measure());
    row.insert(row.begin(), {std::string(name), static_cast<double>(faces)});
  };
  for (const std::size_t faces : {1'000u, 10'000u, 50'000u}) {
    // The smallest size is measured only if `most` excludes the others.
    if (faces > most || (faces < 10'000 && most >= 10'000)) continue;
    add("wrinkled cloth", faces, [&] { return clothRow(ClothShape::Wrinkled, faces, steps); });
    add("crumpled cloth", faces, [&] { return clothRow(ClothShape::Crumpled, faces, steps); });
    add("touching spheres", faces, [&] { return touchingRow(faces, steps); });
  }
  return table;
}

}  // namespace pliant::benchmarks
