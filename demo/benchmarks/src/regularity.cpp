#include <pliant/benchmarks/CallKinds.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/delaunaySurfaces.h>
#include <pliant/models/foldingSurfaces.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::Discretisation;
using models::SurfaceModel;
using TreeSettings = RegularityTree::Settings;

// Leaves are single faces, so that counts are comparable with the paper's.
const TreeSettings kClassical{.skipPatches = false, .skipAdjacent = false, .leafPatchFaces = 1};
const TreeSettings kPaper{.leafPatchFaces = 1};
const TreeSettings kWithoutContours{.contourTest = RegularityTree::ContourTest::Off, .leafPatchFaces = 1};

constexpr std::size_t kHeavyDress = 50000;  // the heavy dress is measured only if `faces` is at least this

/// A way to divide a surface into faces.
struct Division {
  const char* name;
  SurfaceModel (*make)(std::size_t faces);
  std::size_t most;  ///< most faces that are measured
};
constexpr std::size_t kAllSizes = 1'000'000, kFewerSizes = 50'000;

/// Turns a strip about the axis of its loop, so that its two sheets cross along the axes instead of between them.
SurfaceModel turned(SurfaceModel strip) {
  strip.turn({0, 45, 0});
  return strip;
}

/// Kinds of calls for each cut face, see CallKinds.
constexpr const char* kKinds[] = {"of these between cut faces", "below unlisted neighbours", "of neighbours",
                                  "of patches apart"};
Table::Row kindsPerCut(const Scene& scene, const RegularityTree& tree, const Results& found) {
  const auto cut = double(cutFaces(found));
  if (cut == 0) return Table::Row(std::size(kKinds), std::string("-"));
  const CallKinds kinds = kindsOf(scene.set, tree, found);
  return Table::rowOf(double(kinds.cut) / cut, double(kinds.unlisted) / cut, double(kinds.neighbours) / cut,
                      double(kinds.apart) / cut);
}

/// Measures tables 1 and 2: counts for each division and number of faces.
Table counts(const std::string& name, const std::string& caption, const std::vector<Division>& divisions,
             const BenchSettings& settings) {
  Table table{name,
              caption,
              {"division", "faces", "cut", "classical calls/face", "paper calls/face", "tests/face", "paper tests/face",
               "calls", "tests", "calls/cut", kKinds[0], kKinds[1], kKinds[2], kKinds[3], "tests/cut",
               "calls, no contour test", "tests, no contour test", "pairs missed"}};
  for (const Division& division : divisions)
    for (const std::size_t faces : {1000u, 5000u, 20000u, 50000u, 200000u, 1000000u}) {
      if (faces > settings.faces || faces > division.most) continue;
      settings.progress(name + ": " + division.name + ", " + std::to_string(faces));
      const SurfaceModel model = division.make(faces);
      Scene scene = wavingScene({&model});
      RegularityTree classical(kClassical), ours(kPaper), without(kWithoutContours);
      ours.setRecordsUsedPatches(true);
      const Results all = scene.ask(classical), found = scene.ask(ours), some = scene.ask(without);
      mustAgree(all, found);
      const auto count = double(model.faces.size()), cut = double(cutFaces(all));
      const auto perCut = [cut](std::uint64_t x) {
        return cut > 0 ? Table::Cell(double(x) / cut) : Table::Cell(std::string("-"));
      };
      const Counters &theirs = all.counters, &mine = found.counters;
      table.add(division.name, count, cut, double(theirs.procedureCalls) / count, 20,
                double(theirs.elementTests) / count, 6, mine.procedureCalls, mine.elementTests,
                perCut(mine.procedureCalls), kindsPerCut(scene, ours, found), perCut(mine.elementTests),
                some.counters.procedureCalls, some.counters.elementTests, all.facePairs.size() - some.facePairs.size());
    }
  return table;
}

/// Returns the dress laid flat, with all normals to one side.
/// Its box overlaps only a corner of the body's box, so that a query tests only normals and boxes.
SurfaceModel laidOut(SurfaceModel dress, const SurfaceModel& body) {
  constexpr double kSliver = 0.03, kInner = 0.1;
  double lowest = 0, most[3] = {}, radius = 0;
  for (const auto& p : dress.points) lowest = std::min(lowest, double{p[1]});
  for (const auto& p : body.points)
    for (std::size_t k = 0; k < 3; ++k) most[k] = std::max(most[k], double{p[k]});
  for (const auto& p : dress.points) radius = std::max(radius, double{p[1]} - lowest + kInner);
  for (auto& p : dress.points) {
    const double out = (double{p[1]} - lowest + kInner) / std::hypot(double{p[0]}, double{p[2]});
    p = {static_cast<Real>(most[0] + radius - kSliver + out * double{p[0]}), static_cast<Real>(most[1] - kSliver),
         static_cast<Real>(most[2] + radius - kSliver + out * double{p[2]})};
  }
  return dress;
}

/// Returns the median time of normals and boxes of the dress [ms]. `both`: of the body as well.
double normalsAndBoxes(const SurfaceModel& dress, const SurfaceModel& body, bool both, int repeats) {
  constexpr std::uint64_t kMostCalls = 50;
  const SurfaceModel flat = laidOut(dress, body);
  Scene scene = both ? wavingScene({&body, &flat}) : wavingScene({&flat});
  if (both) scene.set.setSelf(scene.set.id(0), false);
  RegularityTree tree;
  const double ms = stepTimes(scene, tree, repeats, kWithinAndBetween).median("detection");
  if (scene.results.counters.procedureCalls > kMostCalls) throw Error("volino-cloth: a query did not end at the roots");
  return ms;
}

Table::Row bodyAndClothRow(Discretisation detail, double folded, int repeats) {
  const bool slight = detail == Discretisation::Slight;
  const SurfaceModel& body = models::dressedBody(detail);
  const SurfaceModel cloth = models::foldingDress(detail, folded);
  Scene both = wavingScene({&body, &cloth}), alone = wavingScene({&cloth});
  TreeSettings fast, off;
  fast.skipPatches = fast.skipAdjacent = false;
  off.contourTest = RegularityTree::ContourTest::Off;
  RegularityTree classical(kClassical), classicalFast(fast), paper(kPaper), tree, without(off), between;
  const Results all = alone.ask(classical), found = alone.ask(tree), some = alone.ask(without);
  mustAgree(all, found);
  mustAgree(all, alone.ask(paper));
  const auto time = [&](Detector& detector) { return stepTimes(alone, detector, repeats).median("detection"); };
  both.set.setSelf(both.set.id(0), false);
  const Times pair = stepTimes(both, between, repeats, kBetween),
              whole = stepTimes(both, between, repeats, kWithinAndBetween);
  const auto onlyBoxes = [&](bool ofBoth) {
    return normalsAndBoxes(models::foldingDress(detail, 0), body, ofBoth, repeats);
  };
  return Table::rowOf(cloth.faces.size(), body.faces.size(), folded, pair.median("read"), onlyBoxes(true),
                      onlyBoxes(false), slight ? 0.4 : 5.0, pair.median("detection"), slight ? 0.4 : 6.0,
                      whole.median("detection"), time(classical), slight ? 0.7 : 10.0, time(classicalFast), time(paper),
                      slight ? 0.1 : 0.5, time(tree), found.facePairs.size(), time(without),
                      all.facePairs.size() - some.facePairs.size());
}

Table volinoCloth(const BenchSettings& settings) {
  Table table{
      "volino-cloth",
      "Volino 1994, 3.3: a dress around a body, both moving. Ours: ms of thread CPU time; theirs: s. Only 'read' "
      "includes reading the positions. 'normals and boxes' of both: a query that ends at the roots, with the "
      "dress flat next to the body. The next columns are whole queries: ours include normals and boxes, theirs "
      "do not. Both: body against cloth, and cloth with itself. Classical: neither optimisation. Patches are "
      "divided down to single faces, as theirs, or to "
      "leaves of 32 faces, our default, in columns with 32, in body-cloth and in no contour test",
      {"cloth", "body", "folded", "read", "normals and boxes", "of the cloth alone", "their normals and boxes, s",
       "body-cloth", "their body-cloth, s", "both, 32", "cloth classical", "their cloth classical, s", "classical, 32",
       "cloth ours", "their cloth ours, s", "ours, 32", "exact pairs", "no contour test", "pairs missed"}};
  for (const auto detail : {Discretisation::Slight, Discretisation::Heavy})
    for (const double folded : {0.0, 0.5, 1.0}) {
      const bool slight = detail == Discretisation::Slight;
      if (!slight && settings.faces < kHeavyDress) continue;
      settings.progress(std::string("volino-cloth: ") + (slight ? "slight" : "heavy"));
      table.add(bodyAndClothRow(detail, folded, settings.few()));
    }
  return table;
}

/// Returns the share of the faces that are in patches of at least `least` faces which optimisation I skips [%].
double skippedShare(const RegularityTree& tree, std::size_t faces, std::size_t least) {
  std::size_t skipped = 0;
  for (const UsedPatches& used : tree.usedPatches()) {
    const std::size_t size = tree.facesOf(used.bodyA, used.patchA).size();
    if (used.single() && used.end == UsedPatches::End::Skipped && size >= least) skipped += size;
  }
  return 100 * static_cast<double>(skipped) / static_cast<double>(faces);
}

/// The dress with fewer, wider pleats: how much of it is regular, and what that is worth.
Table folds(const BenchSettings& settings) {
  constexpr std::size_t kLarge = 32;  // faces of a patch, as many as of our default leaf
  Table table{"volino-folds",
              "the dress of volino-cloth with fewer pleats, alone: its self-collision. columns a pleat: faces across a "
              "pleat / 2. regular: share of the faces that optimisation I skips in patches of at least 32 faces. "
              "cut: share of the faces that meet others. Patches are divided down to single faces, as the paper's. ms "
              "of thread CPU time, whole queries",
              {"cloth", "folded", "pleats", "columns a pleat", "regular, %", "classical calls/face", "calls/face",
               "calls saved, times", "cut, %", "calls/cut", kKinds[0], kKinds[1], kKinds[2], kKinds[3], "classical, ms",
               "ours, ms", "times", "paper, times"}};
  for (const auto detail : {Discretisation::Slight, Discretisation::Heavy})
    for (const double folded : {0.5, 1.0})
      for (const int pleats : {11, 5, 2}) {
        const bool slight = detail == Discretisation::Slight;
        if (!slight && settings.faces < kHeavyDress) continue;
        settings.progress(std::string("volino-folds: ") + (slight ? "slight" : "heavy"));
        const SurfaceModel cloth = models::foldingDress(detail, folded, pleats);
        Scene scene = wavingScene({&cloth});
        RegularityTree classical(kClassical), ours(kPaper);
        ours.setRecordsUsedPatches(true);
        const Results all = scene.ask(classical), found = scene.ask(ours);
        mustAgree(all, found);
        const double faces = double(cloth.faces.size()), cut = double(cutFaces(found)),
                     regular = skippedShare(ours, cloth.faces.size(), kLarge);
        const Table::Row kinds = kindsPerCut(scene, ours, found);
        ours.setRecordsUsedPatches(false);
        const double theirs = stepTimes(scene, classical, settings.few()).median("detection");
        const double mine = stepTimes(scene, ours, settings.few()).median("detection");
        table.add(cloth.faces.size(), folded, pleats, double(slight ? 76 : 282) / pleats, regular,
                  double(all.counters.procedureCalls) / faces, double(found.counters.procedureCalls) / faces,
                  double(all.counters.procedureCalls) / double(found.counters.procedureCalls), 100 * cut / faces,
                  cut > 0 ? Table::Cell(double(found.counters.procedureCalls) / cut) : Table::Cell(std::string("-")),
                  kinds, theirs, mine, theirs / mine, slight ? 7 : 20);
      }
  return table;
}

}  // namespace

std::vector<TableEntry> volinoTables() {
  const auto spheres = [](const BenchSettings& settings) {
    return counts(
        "volino-1",
        "Volino 1994, tables 1a and 1b: a sphere, classical and ours. Paper: about 300 calls in all and no "
        "test. Division: a regular pattern, or incremental Delaunay subdivision as the paper's",
        {{"regular", [](std::size_t faces) -> SurfaceModel { return models::sphereSurface(faces); }, kAllSizes},
         {"Delaunay", [](std::size_t faces) -> SurfaceModel { return models::delaunaySphere(faces); }, kFewerSizes}},
        settings);
  };
  const auto loops = [](const BenchSettings& settings) {
    return counts(
        "volino-2",
        "Volino 1994, tables 2a and 2b: a strip that crosses itself. Paper: 20 calls and 3 tests for each "
        "cut face. Turned: by 45 degrees about the axis of the loop, so that boxes fit the two sheets where "
        "they cross",
        {{"regular", models::loopSurface, kAllSizes},
         {"regular, turned", [](std::size_t faces) { return turned(models::loopSurface(faces)); }, kFewerSizes},
         {"Delaunay", models::delaunayLoop, kFewerSizes},
         {"Delaunay, turned", [](std::size_t faces) { return turned(models::delaunayLoop(faces)); }, kFewerSizes}},
        settings);
  };
  return {{"volino-1", spheres}, {"volino-2", loops}, {"volino-cloth", volinoCloth}, {"volino-folds", folds}};
}

}  // namespace pliant::benchmarks
