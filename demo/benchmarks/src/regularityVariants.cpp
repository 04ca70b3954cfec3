#include <pliant/benchmarks/Clock.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/clothSheet.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "MovingSurfaces.h"
#include "regularityPatches.h"
#include "stepQuery.h"

namespace pliant::benchmarks {
namespace {

using models::ClothShape;
using models::SurfaceModel;

constexpr std::size_t kFaces = 50'000;

double median(const std::vector<double>& times) {
  return Spread::of(times).median;
}

struct Variant {
  RegularityTree tree;
  double children, directions;
  Counters counts;  // counted down to single faces, as in the paper
  std::vector<double> times;

  explicit Variant(const RegularityTree::Settings& settings)
      : tree(settings), children(settings.children), directions(settings.directions) {}
};

std::vector<std::unique_ptr<Variant>> variants(MovingSurfaces& scene, const Results& expected) {
  std::vector<std::unique_ptr<Variant>> all;
  for (const unsigned children : {2u, 3u})
    for (const unsigned directions : {12u, 14u, 26u, 32u, 64u}) {
      const RegularityTree::Settings settings{.directions = directions, .children = children};
      auto& variant = *all.emplace_back(std::make_unique<Variant>(settings));
      RegularityTree::Settings single = settings;
      single.leafPatchFaces = 1;
      RegularityTree counting(single);
      const Results counted = scene.ask(counting);
      mustAgree(counted, expected);
      mustAgree(scene.ask(variant.tree), expected);
      variant.counts = counted.counters;
    }
  return all;
}

/// Returns a wrinkled cloth with one corner, a twentieth of the area, rolled over onto the rest.
/// The corner and the rest intersect where their wrinkles meet.
SurfaceModel foldedCorner(std::size_t faces) {
  constexpr double kRoll = 0.01;                                  // radius of the roll
  const double leg = std::sqrt(2.0 / 20), half = std::sqrt(0.5);  // leg of the corner; x and z of a unit vector
  SurfaceModel cloth = models::clothSheet(faces, ClothShape::Wrinkled);
  for (auto& p : cloth.points) {
    const double x = double{p[0]} + 0.5, y = double{p[1]}, z = double{p[2]} + 0.5;
    const double beyond = (leg - x - z) * half;  // distance beyond the crease
    if (beyond <= 0) continue;
    const double turned = std::min(beyond / kRoll, std::numbers::pi), rest = beyond - kRoll * turned;
    const double s = std::sin(turned), c = std::cos(turned);
    const double out = kRoll * s - rest - y * s - beyond;  // displacement towards the corner
    p = {static_cast<Real>(double{p[0]} - out * half), static_cast<Real>(kRoll * (1 - c) + y * c),
         static_cast<Real>(double{p[2]} - out * half)};
  }
  return cloth;
}

}  // namespace

Table regularitySettings(std::size_t most, int repeats, const Progress& progress) {
  Table table{
      "regularity-settings",
      "self-collision with two or three children per patch and different numbers of sampled directions (ours: "
      "3 and 32): ms of thread CPU time per step of moving surfaces, all updates and reading the positions "
      "included, measured alternately. Calls of the procedure, skips of optimisations I (parts) and II (pairs), "
      "and tests are from before the first step, with patches divided down to single faces, as in the paper",
      {"surface", "faces", "pairs", "children", "directions", "ms", "x ours", "calls", "parts skipped", "pairs skipped",
       "tests"},
      {}};
  const std::size_t faces = std::min(most, kFaces);
  const auto add = [&](const char* name, const SurfaceModel& model) {
    progress(std::string("regularity-settings: ") + name);
    MovingSurfaces scene({&model});
    RegularityTree reference;
    const Results expected = scene.ask(reference);
    const auto all = variants(scene, expected);
    for (int step = -1; step < repeats; ++step) {
      scene.move();
      const double read = scene.read();
      for (const auto& variant : all) {
        const double detection = scene.detect(variant->tree);
        if (step >= 0) variant->times.push_back(read + detection);
      }
    }
    const RegularityTree::Settings ours;
    const auto isOurs = [&](const auto& v) { return v->children == ours.children && v->directions == ours.directions; };
    const double oursTime = median((*std::find_if(all.begin(), all.end(), isOurs))->times);
    for (const auto& variant : all) {
      const Counters& counts = variant->counts;
      const double time = median(variant->times);
      table.rows.push_back({name, faceCount(model), static_cast<double>(expected.facePairs.size()), variant->children,
                            variant->directions, time, time / oursTime, static_cast<double>(counts.procedureCalls),
                            static_cast<double>(counts.patchesSkipped), static_cast<double>(counts.pairsSkipped),
                            static_cast<double>(counts.elementTests)});
    }
  };
  add("sphere", models::sphereSurface(faces));
  add("wrinkled", models::clothSheet(faces, ClothShape::Wrinkled));
  add("crumpled", models::clothSheet(faces, ClothShape::Crumpled));
  return table;
}

Table regularityRests(std::size_t most, int repeats, const Progress& progress) {
  Table table{"regularity-rests",
              "moving cloths: regularity, with its remaining faces in pairs of patches (tree) or hashed where crowded "
              "(rest hashed), and spatial hashing alone. Intersecting faces, and a step's candidates (vertices near "
              "faces, edges near edges, over the whole motion): ms of thread CPU time, updates included, reading the "
              "positions not, measured alternately. Counts are of the last step, candidates by the tree",
              {"cloth", "faces", "read", "pairs", "tree", "rest hashed", "spatial hash", "candidates",
               "tree, candidates", "rest hashed, candidates", "spatial hash, candidates"},
              {}};
  const std::size_t faces = std::min(most, kFaces);
  const auto add = [&](const char* name, const SurfaceModel& model) {
    progress(std::string("regularity-rests: ") + name);
    MovingSurfaces scene({&model}, true);
    RegularityTree tree, rest({.rest = RegularityTree::Rest::Hash});
    SpatialHash hash;
    const std::array<Detector*, 3> detectors{&tree, &rest, &hash};
    CandidateQuery query = stepQuery();
    query.between = false;
    std::array<Candidates, 3> candidates;
    std::array<std::vector<double>, 3> pairTimes, candidateTimes;
    std::vector<double> reads;
    double pairs = 0;
    for (int step = -1; step < repeats; ++step) {
      scene.move();
      const double read = scene.read();
      if (step >= 0) reads.push_back(read);
      for (std::size_t i = 0; i < detectors.size(); ++i) {
        const double ms = scene.detect(*detectors[i]), start = threadCpuMs();
        Counters counters;
        detectors[i]->update(scene.set(), scene.workers());
        detectors[i]->candidates(scene.set(), query, candidates[i], counters, scene.workers());
        const double gathered = threadCpuMs() - start;
        if (step < 0) continue;
        pairTimes[i].push_back(ms);
        candidateTimes[i].push_back(gathered);
      }
      if (step + 1 < repeats) continue;
      const Results found = scene.ask(tree);
      pairs = static_cast<double>(found.facePairs.size());
      mustAgree(scene.ask(rest), found);
      mustAgree(scene.ask(hash), found);
    }
    std::vector<Table::Cell> row{name, faceCount(model), median(reads), pairs};
    for (const auto& times : pairTimes) row.emplace_back(median(times));
    row.emplace_back(static_cast<double>(candidates[0].vertexFace.size() + candidates[0].edgeEdge.size()));
    for (const auto& times : candidateTimes) row.emplace_back(median(times));
    table.rows.push_back(std::move(row));
  };
  add("wrinkled", models::clothSheet(faces, ClothShape::Wrinkled));
  add("a corner folded over", foldedCorner(faces));
  add("crumpled", models::clothSheet(faces, ClothShape::Crumpled));
  return table;
}

}  // namespace pliant::benchmarks
