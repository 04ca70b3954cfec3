#include <pliant/benchmarks/Clock.h>
#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "MovingSurfaces.h"
#include "regularityPatches.h"

namespace pliant::benchmarks {
namespace {

using models::Discretisation;
using models::SurfaceModel;

constexpr std::size_t kHeavyDress = 50000;  // the dress is measured only if `most` is at least this
constexpr int kCallsToSettle = 20;          // calls until AutoDetector has built its hierarchies

std::vector<Table::Cell> row(const std::string& name, const SurfaceModel& model, int repeats) {
  MovingSurfaces scene({&model});
  RegularityTree tree, classical({.skipParts = false, .skipAdjacent = false});
  SpatialHash hash;
  BucketTree buckets;
  AutoDetector chosen;
  Floor floor;
  const Results found = scene.ask(tree);
  const auto othersAgree = [&](const Results& expected) {
    for (Detector* const other : std::initializer_list<Detector*>{&classical, &hash, &buckets, &chosen})
      mustAgree(scene.ask(*other), expected);
  };
  othersAgree(found);
  // The floor and the tree are measured alternately, because the machine's speed varies.
  std::vector<double> floors, reads, trees, ratios, unread;
  for (int i = -1; i < 3 * repeats; ++i) {
    scene.move();
    const double read = scene.read(), start = threadCpuMs();
    floorPass(floor, scene.set(), scene.workers());
    const double least = threadCpuMs() - start, detection = scene.detect(tree);
    if (i < 0) continue;
    floors.push_back(least);
    reads.push_back(read);
    trees.push_back(read + detection);
    ratios.push_back((read + detection) / least);
    unread.push_back(detection / least);
  }
  for (int i = 0; i < kCallsToSettle; ++i) {
    scene.move();
    scene.read();
    mustAgree(scene.ask(chosen), scene.ask(tree));
  }
  const auto median = [](const std::vector<double>& times) { return Spread::of(times).median; };
  const auto time = [&](Detector& detector) { return scene.time(detector, repeats).whole; };
  std::vector<Table::Cell> cells{name,           faceCount(model), static_cast<double>(found.facePairs.size()),
                                 median(floors), median(reads),    median(trees),
                                 median(ratios), median(unread),   1e6 * median(trees) / faceCount(model)};
  for (Detector* const other : std::initializer_list<Detector*>{&classical, &hash, &buckets, &chosen})
    cells.emplace_back(time(*other));
  for (const std::uint64_t count :
       {found.counters.narrowTests, found.counters.patchesSkipped, found.counters.pairsSkipped})
    cells.emplace_back(static_cast<double>(count));
  othersAgree(scene.ask(tree));
  return cells;
}

}  // namespace

Table regularityTimes(std::size_t most, int repeats, const Progress& progress) {
  Table table{
      "regularity-times",
      "self-collision of moving surfaces, ms of thread CPU time per step, all updates and reading the positions "
      "('read') included. floor: one vectorised pass that stores the boxes of all faces, measured alternately with "
      "the tree; x floor: median of each step's ratio, 'unread' without reading. Pairs and counts are from before "
      "the first step; parts are patches",
      {"surface", "faces", "pairs", "floor", "read", "tree", "x floor", "x floor unread", "ns/face", "classical",
       "spatial hash", "bucket tree", "auto", "narrow tests", "parts skipped", "pairs skipped"},
      {}};
  const auto add = [&](const std::string& name, const SurfaceModel& model) {
    progress("regularity-times: " + name + ", " + std::to_string(model.faces.size()));
    table.rows.push_back(row(name, model, repeats));
  };
  constexpr std::size_t sizes[] = {1000, 10000, 50000, 200000, 1000000};
  for (const std::size_t faces : sizes)
    if (faces <= most) add("sphere", models::sphereSurface(faces));
  for (const std::size_t faces : sizes)
    if (faces <= most) add("loop", models::loopSurface(faces));
  if (most < kHeavyDress) return table;
  for (const double folded : {0.0, 0.5, 1.0})
    add("dress, folded " + std::to_string(folded).substr(0, 3), models::foldingDress(Discretisation::Heavy, folded));
  return table;
}

/// Measures the same number of faces as 1 body and as 10, 100 and 1,000 bodies that touch each other.
Table regularityManyBodies(std::size_t most, int repeats, const Progress& progress) {
  constexpr std::size_t kFaces = 50'000;
  constexpr double kApart = 0.98;  // share of the spheres' diameter
  Table table{"regularity-many",
              "50,000 faces as moving spheres that touch their neighbours in a lattice: collision and self-collision, "
              "ms of thread CPU time per step, all updates and reading the positions ('read') included; pairs before "
              "the first step",
              {"bodies", "faces", "pairs", "read", "tree", "spatial hash", "auto"},
              {}};
  for (const std::size_t bodies : {1u, 10u, 100u, 1000u}) {
    if (kFaces > most) continue;
    progress("regularity-many: " + std::to_string(bodies));
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(bodies)) - 1e-9));
    std::vector<SurfaceModel> spheres(bodies, models::sphereSurface(kFaces / bodies));
    std::vector<const SurfaceModel*> all;
    double faces = 0;
    for (std::size_t i = 0; i < bodies; ++i) {
      const auto at = [&](std::size_t place) { return kApart * static_cast<double>(place); };
      spheres[i].move({at(i % side), at(i / side % side), at(i / side / side)});
      all.push_back(&spheres[i]);
      faces += faceCount(spheres[i]);
    }
    MovingSurfaces scene(all);
    RegularityTree tree;
    SpatialHash hash;
    AutoDetector chosen;
    const Results found = scene.ask(tree, kWithinAndBetween);
    for (Detector* const other : std::initializer_list<Detector*>{&hash, &chosen})
      mustAgree(scene.ask(*other, kWithinAndBetween), found);
    for (int i = 0; i < kCallsToSettle; ++i) {
      scene.move();
      scene.read();
      mustAgree(scene.ask(chosen, kWithinAndBetween), scene.ask(tree, kWithinAndBetween));
    }
    const auto time = [&](Detector& detector) { return scene.time(detector, repeats, kWithinAndBetween); };
    const StepTimes trees = time(tree);
    table.rows.push_back({static_cast<double>(bodies), faces, static_cast<double>(found.facePairs.size()), trees.read,
                          trees.whole, time(hash).whole, time(chosen).whole});
    const Results later = scene.ask(tree, kWithinAndBetween);
    for (Detector* const other : std::initializer_list<Detector*>{&hash, &chosen})
      mustAgree(scene.ask(*other, kWithinAndBetween), later);
  }
  return table;
}

}  // namespace pliant::benchmarks
