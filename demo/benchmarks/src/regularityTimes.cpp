#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/foldingSurfaces.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "Floor.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClothShape;
using models::Discretisation;
using models::SurfaceModel;
using TreeSettings = RegularityTree::Settings;

constexpr std::size_t kFaces = 50'000;
constexpr std::size_t kDressFaces = 50'000;  // the dress is measured only if `faces` is at least this
constexpr int kCallsToSettle = 20;           // calls until AutoDetector has built its hierarchies

/// Compares the tree with other detectors, of which `chosen` is one and builds its hierarchies first.
/// Returns the median time of each of the others, reading included [ms].
std::vector<double> timesOf(Scene& scene, RegularityTree& tree, const std::vector<Detector*>& others,
                            AutoDetector& chosen, const Query& query, int repeats) {
  const auto allAgree = [&] {
    const Results found = scene.ask(tree, query);
    for (Detector* const other : others) mustAgree(scene.ask(*other, query), found);
  };
  allAgree();
  for (int i = 0; i < kCallsToSettle; ++i) {
    scene.next();
    scene.read();
    mustAgree(scene.ask(chosen, query), scene.ask(tree, query));
  }
  std::vector<double> times;
  for (Detector* const other : others)
    times.push_back(stepTimes(scene, *other, repeats, query).median("read", "detection"));
  allAgree();
  return times;
}

Table::Row timesRow(const SurfaceModel& model, int repeats) {
  Scene scene = wavingScene({&model});
  RegularityTree tree, classical({.skipPatches = false, .skipAdjacent = false});
  SpatialHash hash;
  BucketTree buckets;
  AutoDetector chosen;
  Floor floor;
  const Results found = scene.ask(tree);
  // The floor and the tree are measured alternately, because the machine's speed varies.
  Times times;
  times.run(3 * repeats, 1, [&](int) {
    scene.next();
    times("read", [&] { scene.read(); });
    times("floor", [&] { floor.run(scene.set, scene.workers); });
    times("detection", [&] { scene.answer(tree, kWithin); });
  });
  const auto faces = double(model.faces.size());
  const double whole = times.median("read", "detection");
  return Table::rowOf(faces, found.facePairs.size(), times.median("floor"), times.median("read"), whole,
                      times.ratio("floor", "read", "detection"), times.ratio("floor", "detection"), 1e6 * whole / faces,
                      timesOf(scene, tree, {&classical, &hash, &buckets, &chosen}, chosen, kWithin, repeats),
                      found.counters.narrowTests, found.counters.patchesSkipped, found.counters.pairsSkipped);
}

Table::Row manyBodiesRow(std::size_t bodies, int repeats) {
  constexpr double kApart = 0.98;  // share of the spheres' diameter
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(bodies)) - 1e-9));
  std::vector<SurfaceModel> spheres(bodies, models::sphereSurface(kFaces / bodies));
  std::vector<const SurfaceModel*> all;
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto at = [&](std::size_t place) { return kApart * static_cast<double>(place); };
    spheres[i].move({at(i % side), at(i / side % side), at(i / side / side)});
    all.push_back(&spheres[i]);
  }
  Scene scene = wavingScene(all);
  RegularityTree tree;
  SpatialHash hash;
  AutoDetector chosen({.facesPerSearch = kFaces});  // builds all hierarchies in one search
  const std::size_t pairs = scene.ask(tree, kWithinAndBetween).facePairs.size();
  const Times times = stepTimes(scene, tree, repeats, kWithinAndBetween);
  return Table::rowOf(bodies, scene.set.faces().size(), pairs, times.median("read"), times.median("read", "detection"),
                      timesOf(scene, tree, {&hash, &chosen}, chosen, kWithinAndBetween, repeats));
}

/// A tree with other settings than ours.
struct Variant {
  TreeSettings settings;
  RegularityTree tree{settings};
  Counters counts{};  // counted down to single faces, as in the paper
  std::string stage = std::to_string(settings.children) + "/" + std::to_string(settings.directions);
};

/// Returns the trees for all settings. They must find the expected pairs.
std::vector<std::unique_ptr<Variant>> variantsOf(Scene& scene, const Results& expected) {
  std::vector<std::unique_ptr<Variant>> all;
  for (const unsigned children : {2u, 3u})
    for (const unsigned directions : {12u, 14u, 26u, 32u, 64u}) {
      auto& variant = *all.emplace_back(new Variant{{.directions = directions, .children = children}});
      TreeSettings single = variant.settings;
      single.leafPatchFaces = 1;
      RegularityTree counting(single);
      const Results counted = scene.ask(counting);
      mustAgree(counted, expected);
      mustAgree(scene.ask(variant.tree), expected);
      variant.counts = counted.counters;
    }
  return all;
}

void addSettings(Table& table, const char* name, const SurfaceModel& model, int repeats) {
  Scene scene = wavingScene({&model});
  RegularityTree reference;
  const Results expected = scene.ask(reference);
  const auto all = variantsOf(scene, expected);
  Times times;
  times.run(repeats, 1, [&](int) {
    scene.next();
    times("read", [&] { scene.read(); });
    for (const auto& variant : all) times(variant->stage, [&] { scene.answer(variant->tree, kWithin); });
  });
  const double ours = times.median("read", Variant{{}}.stage);
  for (const auto& variant : all) {
    const Counters& counts = variant->counts;
    const double ms = times.median("read", variant->stage);
    table.add(name, model.faces.size(), expected.facePairs.size(), variant->settings.children,
              variant->settings.directions, ms, ms / ours, counts.procedureCalls, counts.patchesSkipped,
              counts.pairsSkipped, counts.elementTests);
  }
}

SurfaceModel withoutOneFace(SurfaceModel model) {
  model.faces.erase(model.faces.begin() + static_cast<std::ptrdiff_t>(model.faces.size() / 2));
  return model;
}

/// Returns the model with ten faces cut out, from the middle of the list on: these faces get corners of their own.
SurfaceModel withTenFacesCut(SurfaceModel model) {
  std::map<Index, Index> own;
  for (std::size_t f = model.faces.size() / 2; f < std::min(model.faces.size() / 2 + 10, model.faces.size()); ++f)
    for (Index& corner : model.faces[f]) {
      const auto [place, isNew] = own.emplace(corner, static_cast<Index>(model.points.size()));
      if (isNew) model.points.push_back(model.points[corner]);
      corner = place->second;
    }
  return model;
}

/// A surface whose faces change between steps.
class ChangingSurface {
 public:
  explicit ChangingSurface(const SurfaceModel& model) : m_id(m_set.add(model.view())) { step("first"); }

  /// Runs a step. The stages are `change` with the names of the columns.
  void step(const std::string& change) {
    step(change, m_tree, [] {});
  }
  void become(const SurfaceModel& model, const std::string& change) {
    step(change, m_tree, [&] { replace(model); });
  }
  /// Like become(), with a new detector that has no data of earlier steps.
  void anew(const SurfaceModel& model, const std::string& change) {
    RegularityTree tree;
    step(change, tree, [&] { replace(model); });
  }

  Times times;

 private:
  void replace(const SurfaceModel& model) {
    m_set.remove(m_id);
    if (m_set.add(model.view()) != m_id) throw Error("regularity-topology: the id of a body changed with its faces");
  }

  template <typename Change>
  void step(const std::string& name, RegularityTree& tree, const Change& change) {
    times(name + "bodies", [&] {
      change();
      m_set.update(m_workers);
    });
    times(name + "hierarchy", [&] { tree.update(m_set, m_workers); });
    times(name + "query", [&] { tree.query(m_set, kWithin, m_results, m_workers); });
  }

  BodySet m_set;
  Index m_id;
  RegularityTree m_tree;
  Workers m_workers;
  Results m_results;
};

Table regularityTimes(const BenchSettings& settings) {
  Table table{
      "regularity-times",
      "self-collision of moving surfaces, ms of thread CPU time per step, all updates and reading the positions "
      "('read') included. floor: one vectorised pass that stores the boxes of all faces, measured alternately with "
      "the tree; x floor: median of each step's ratio, 'unread' without reading. Pairs and counts are from before "
      "the first step; parts are patches",
      {"surface", "faces", "pairs", "floor", "read", "tree", "x floor", "x floor unread", "ns/face", "classical",
       "spatial hash", "bucket tree", "auto", "narrow tests", "parts skipped", "pairs skipped"}};
  const auto add = [&](const std::string& name, const SurfaceModel& model) {
    settings.progress("regularity-times: " + name + ", " + std::to_string(model.faces.size()));
    table.add(name, timesRow(model, settings.few()));
  };
  constexpr std::size_t sizes[] = {1000, 10000, 50000, 200000, 1000000};
  for (const std::size_t faces : sizes)
    if (faces <= settings.faces) add("sphere", models::sphereSurface(faces));
  for (const std::size_t faces : sizes)
    if (faces <= settings.faces) add("loop", models::loopSurface(faces));
  if (settings.faces < kDressFaces) return table;
  for (const double folded : {0.0, 0.5, 1.0})
    add("dress, folded " + std::to_string(folded).substr(0, 3), models::foldingDress(Discretisation::Heavy, folded));
  return table;
}

Table manyBodies(const BenchSettings& settings) {
  Table table{"regularity-many",
              "50,000 faces as moving spheres that touch their neighbours in a lattice: collision and self-collision, "
              "ms of thread CPU time per step, all updates and reading the positions ('read') included; pairs before "
              "the first step",
              {"bodies", "faces", "pairs", "read", "tree", "spatial hash", "auto"}};
  for (const std::size_t bodies : {1u, 10u, 100u, 1000u}) {
    if (kFaces > settings.faces) continue;
    settings.progress("regularity-many: " + std::to_string(bodies));
    table.add(manyBodiesRow(bodies, settings.few()));
  }
  return table;
}

Table treeSettings(const BenchSettings& settings) {
  Table table{
      "regularity-settings",
      "self-collision with two or three children per patch and different numbers of sampled directions (ours: "
      "3 and 32): ms of thread CPU time per step of moving surfaces, all updates and reading the positions "
      "included, measured alternately. Calls of the procedure, skips of optimisations I (parts) and II (pairs), "
      "and tests are from before the first step, with patches divided down to single faces, as in the paper",
      {"surface", "faces", "pairs", "children", "directions", "ms", "x ours", "calls", "parts skipped", "pairs skipped",
       "tests"}};
  const std::size_t faces = std::min(settings.faces, kFaces);
  const auto add = [&](const char* name, const SurfaceModel& model) {
    settings.progress(std::string("regularity-settings: ") + name);
    addSettings(table, name, model, settings.few());
  };
  add("sphere", models::sphereSurface(faces));
  add("wrinkled", models::clothSheet(faces, ClothShape::Wrinkled));
  add("crumpled", models::clothSheet(faces, ClothShape::Crumpled));
  return table;
}

/// Removes faces, adds faces, or cuts faces out.
Table topology(const BenchSettings& settings) {
  Table table{"regularity-topology",
              "a wrinkled cloth whose faces change between two steps: the next step of the regularity tree, ms of "
              "thread CPU time; bodies: topology of new faces, and reading all positions; the ten faces that are cut "
              "out are in a row",
              {"change", "faces", "bodies", "hierarchy", "query", "step"}};
  settings.progress("regularity-topology");
  const SurfaceModel cloth = models::clothSheet(std::min(settings.faces, kFaces), ClothShape::Wrinkled);
  const SurfaceModel less = withoutOneFace(cloth), cut = withTenFacesCut(cloth);
  ChangingSurface surface(cloth);
  for (int i = 0; i < settings.few(); ++i) {
    surface.step("none");
    surface.become(less, "one face removed");
    surface.become(cloth, "one face added");
    surface.become(cut, "ten faces cut out");
    surface.become(cloth, "back");
    surface.anew(cloth, "all built anew");
    surface.become(cloth, "back");
  }
  const auto add = [&](const std::string& change, const SurfaceModel& model) {
    const std::string bodies = change + "bodies", hierarchy = change + "hierarchy", query = change + "query";
    const Times& times = surface.times;
    table.add(change, model.faces.size(), times.median(bodies), times.median(hierarchy), times.median(query),
              times.median(bodies, hierarchy, query));
  };
  add("none", cloth);
  add("one face removed", less);
  add("one face added", cloth);
  add("ten faces cut out", cut);
  add("all built anew", cloth);
  return table;
}

}  // namespace

std::vector<TableEntry> regularityTables() {
  const auto hasCloths = [](const BenchSettings& settings) { return settings.faces >= 10'000; };
  return {{"regularity-times", regularityTimes},
          {"regularity-many", manyBodies},
          {"regularity-settings", treeSettings},
          {"regularity-topology", topology},
          {"cloth-peers", clothPeers, hasCloths}};
}

}  // namespace pliant::benchmarks
