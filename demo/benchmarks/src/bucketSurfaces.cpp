#include <pliant/benchmarks/BulletFaceTrees.h>
#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/Floor.h>
#include <pliant/benchmarks/TouchingSurfaces.h>
#include <pliant/benchmarks/bucketTree.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <array>

#include "HashRun.h"

namespace pliant::benchmarks {
namespace {

/// Face pairs of one detector, and the time of each recorded step [ms].
struct PairRun {
  Detector& detector;
  Results results;
  std::vector<double> times;

  double step(const BodySet& set, Workers& workers, bool record) {
    Query query;
    query.facePairs = true;
    const double start = threadCpuMs();
    detector.update(set, workers);
    detector.query(set, query, results, workers);
    const double ms = threadCpuMs() - start;
    if (record) times.push_back(ms);
    return ms;
  }
};

std::vector<Table::Cell> row(TouchingSurfaces::Shape shape, Index faces, int steps) {
  TouchingSurfaces setup(shape, faces);
  BodySet set;
  setup.addTo(set);
  set.update();
  Workers workers;
  BucketTree tree;
  SpatialHash hash;
  PairRun ours{tree, {}, {}}, hashed{hash, {}, {}};
  BulletFaceTrees trees(set, 0);
  Floor floor;
  std::vector<double> floors, reads, bullet, whole, alone;
  for (int step = -kWarmUp; step < steps; ++step) {
    const bool record = step >= 0;
    setup.deform(step);
    const double start = threadCpuMs();
    set.update(workers);
    const double read = threadCpuMs() - start;
    const double own = ours.step(set, workers, record);
    hashed.step(set, workers, record);
    const double treesStart = threadCpuMs();
    trees.update(set);
    const std::size_t found = trees.intersectingPairs(set);
    const double treesEnd = threadCpuMs();
    if (found != ours.results.facePairs.size() || found != hashed.results.facePairs.size())
      throw Error("bucket tree, spatial hash and Bullet's trees find different pairs");
    const double floorStart = threadCpuMs();
    floor.runFaces(&set.positions().front().x, set.faces().front().data(), set.faces().size(), workers);
    const double floorMs = threadCpuMs() - floorStart;
    if (!record) continue;
    floors.push_back(floorMs);
    reads.push_back(read);
    bullet.push_back(treesEnd - treesStart);
    whole.push_back((own + read) / floorMs);
    alone.push_back(own / floorMs);
  }
  const auto median = [](const std::vector<double>& samples) { return Spread::of(samples).median; };
  return {std::string(shape == TouchingSurfaces::Shape::Spheres ? "spheres" : "knots"),
          double(setup.faces()),
          double(steps),
          double(ours.results.facePairs.size()),
          median(floors),
          median(reads),
          median(ours.times),
          median(whole),
          median(alone),
          1e6 * median(ours.times) / double(2 * setup.faces()),
          median(hashed.times),
          median(bullet),
          double(tree.memory()) / double(2 * setup.faces())};
}

}  // namespace

Table touchingSurfaces(int steps, const Progress& progress, Index most) {
  Table table;
  table.name = "bucket-touching";
  table.caption =
      "intersecting face pairs of two deforming surfaces that touch: ms of thread CPU time, update and query, medians; "
      "the floor stores the boxes of all faces; x floor: ratio to the floor, without and with reading the positions";
  table.columns = {"shape",        "faces each", "steps",   "pairs", "floor",  "read",      "bucket tree",
                   "x floor read", "x floor",    "ns/face", "hash",  "bullet", "bytes/face"};
  for (const auto shape : {TouchingSurfaces::Shape::Spheres, TouchingSurfaces::Shape::Knots})
    for (const Index faces : {Index{12'000}, Index{50'000}, Index{500'000}}) {
      if (faces > most) continue;
      progress("bucket-touching " + std::to_string(faces));
      table.rows.push_back(row(shape, faces, faces > 100'000 ? std::max(3, steps / 10) : steps));
    }
  return table;
}

}  // namespace pliant::benchmarks
