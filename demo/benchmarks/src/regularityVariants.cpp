#include <pliant/models/clothSheet.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <memory>

#include "MovingSurfaces.h"
#include "regularityPatches.h"

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

}  // namespace pliant::benchmarks
