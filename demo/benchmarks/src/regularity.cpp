#include <pliant/benchmarks/clothPeers.h>
#include <pliant/benchmarks/regularity.h>
#include <pliant/detectors/Error.h>
#include <pliant/models/foldingSurfaces.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "MovingSurfaces.h"
#include "regularityPatches.h"

namespace pliant::benchmarks {
namespace {

using models::Discretisation;
using models::SurfaceModel;
using Settings = RegularityTree::Settings;

// Leaves are single faces, so that counts are comparable with the paper's.
const Settings kClassical{.skipParts = false, .skipAdjacent = false, .leafPatchFaces = 1};
const Settings kPaper{.leafPatchFaces = 1};
const Settings kWithoutContours{.contourTest = RegularityTree::ContourTest::Off, .leafPatchFaces = 1};

constexpr std::size_t kHeavyDress = 50000;  // the heavy dress is measured only if `most` is at least this

std::size_t cutFaces(const Results& results) {
  std::set<std::pair<Index, Index>> faces;
  for (const FacePair& pair : results.facePairs) {
    faces.emplace(pair.bodyA, pair.faceA);
    faces.emplace(pair.bodyB, pair.faceB);
  }
  return faces.size();
}

/// Measures tables 1 and 2: counts for each number of faces.
template <typename Make>
Table counts(const std::string& name, const std::string& caption, const Make& make, std::size_t most,
             const Progress& progress) {
  Table table{name,
              caption,
              {"faces", "cut", "classical calls/face", "paper", "tests/face", "paper ", "calls", "tests", "calls/cut",
               "tests/cut", "calls, no contour test", "tests ", "pairs missed"},
              {}};
  for (const std::size_t faces : {1000u, 5000u, 20000u, 50000u, 200000u, 1000000u}) {
    if (faces > most) continue;
    progress(name + ": " + std::to_string(faces));
    const SurfaceModel model = make(faces);
    MovingSurfaces scene({&model});
    RegularityTree classical(kClassical), ours(kPaper), without(kWithoutContours);
    const Results all = scene.ask(classical), found = scene.ask(ours), some = scene.ask(without);
    mustAgree(all, found);
    const auto cut = static_cast<double>(cutFaces(all));
    const auto number = [](std::uint64_t x) { return static_cast<double>(x); };
    const auto ratio = [cut](double x) -> Table::Cell {
      if (cut > 0) return x / cut;
      return std::string("-");
    };
    table.rows.push_back({faceCount(model), cut, number(all.counters.procedureCalls) / faceCount(model), 20.0,
                          number(all.counters.elementTests) / faceCount(model), 6.0,
                          number(found.counters.procedureCalls), number(found.counters.elementTests),
                          ratio(number(found.counters.procedureCalls)), ratio(number(found.counters.elementTests)),
                          number(some.counters.procedureCalls), number(some.counters.elementTests),
                          number(all.facePairs.size() - some.facePairs.size())});
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

StepTimes normalsAndBoxes(const SurfaceModel& dress, const SurfaceModel& body, int repeats) {
  constexpr std::uint64_t kMostCalls = 50;
  const SurfaceModel flat = laidOut(dress, body);
  MovingSurfaces scene({&body, &flat});
  scene.set().setSelf(scene.set().id(0), false);
  RegularityTree tree;
  const StepTimes times = scene.time(tree, repeats, kWithinAndBetween);
  if (scene.ask(tree, kWithinAndBetween).counters.procedureCalls > kMostCalls)
    throw Error("volino-cloth: a query did not end at the roots");
  return times;
}

}  // namespace

Table regularitySpheres(std::size_t most, const Progress& progress) {
  return counts(
      "volino-1",
      "Volino 1994, tables 1a and 1b: a sphere, classical and ours. Paper: about 300 calls in all and no test.",
      [](std::size_t faces) -> SurfaceModel { return models::sphereSurface(faces); }, most, progress);
}

Table regularityLoops(std::size_t most, const Progress& progress) {
  return counts("volino-2",
                "Volino 1994, tables 2a and 2b: a strip that crosses itself. Paper: 20 calls and 3 tests for each "
                "cut face.",
                models::loopSurface, most, progress);
}

/// Section 3.3: times of the paper (an Indigo) [s], and ours [ms].
Table regularityBodyAndCloth(std::size_t most, int repeats, const Progress& progress) {
  Table table{
      "volino-cloth",
      "Volino 1994, 3.3: a dress around a body, both moving. Ours: ms of thread CPU time; theirs: s. Only 'read' "
      "includes reading the positions. 'normals and boxes' of both: a query that ends at the roots, with the "
      "dress flat next to the body. The next columns are whole queries: ours include normals and boxes, theirs "
      "do not. Classical: neither optimisation. Patches are divided down to single faces, as theirs, or to "
      "leaves of 32 faces, our default, in columns with 32, in body-cloth and in no contour test",
      {"cloth", "body", "folded", "read", "normals and boxes", "theirs, s", "body-cloth", "theirs, s ",
       "cloth classical", "theirs, s  ", "classical, 32", "cloth ours", "theirs, s   ", "ours, 32", "exact pairs",
       "no contour test", "pairs missed"},
      {}};
  for (const auto detail : {Discretisation::Slight, Discretisation::Heavy})
    for (const double folded : {0.0, 0.5, 1.0}) {
      const bool slight = detail == Discretisation::Slight;
      if (!slight && most < kHeavyDress) continue;
      progress(std::string("volino-cloth: ") + (slight ? "slight" : "heavy"));
      const SurfaceModel& body = models::dressedBody(detail);
      const SurfaceModel cloth = models::foldingDress(detail, folded);
      MovingSurfaces both({&body, &cloth}), alone({&cloth});
      Settings fast, off;
      fast.skipParts = fast.skipAdjacent = false;
      off.contourTest = RegularityTree::ContourTest::Off;
      RegularityTree classical(kClassical), classicalFast(fast), paper(kPaper), tree, without(off), between;
      const Results all = alone.ask(classical), found = alone.ask(tree), some = alone.ask(without);
      mustAgree(all, found);
      mustAgree(all, alone.ask(paper));
      const auto time = [&](Detector& detector) { return alone.time(detector, repeats).detection; };
      const StepTimes pair = both.time(between, repeats, kBetween);
      table.rows.push_back({faceCount(cloth), faceCount(body), folded, pair.read,
                            normalsAndBoxes(models::foldingDress(detail, 0), body, repeats).detection,
                            slight ? 0.4 : 5.0, pair.detection, slight ? 0.4 : 6.0, time(classical),
                            slight ? 0.7 : 10.0, time(classicalFast), time(paper), slight ? 0.1 : 0.5, time(tree),
                            static_cast<double>(found.facePairs.size()), time(without),
                            static_cast<double>(all.facePairs.size() - some.facePairs.size())});
    }
  return table;
}

std::vector<TableMaker> regularityTables(std::size_t most, int repeats, const Progress& progress) {
  std::vector<TableMaker> tables{
      {"volino-1", [=] { return regularitySpheres(most, progress); }},
      {"volino-2", [=] { return regularityLoops(most, progress); }},
      {"volino-cloth", [=] { return regularityBodyAndCloth(most, repeats, progress); }},
      {"regularity-times", [=] { return regularityTimes(most, repeats, progress); }},
      {"regularity-many", [=] { return regularityManyBodies(most, repeats, progress); }},
      {"regularity-settings", [=] { return regularitySettings(most, repeats, progress); }},
      {"regularity-topology", [=] { return regularityTopology(most, repeats, progress); }},
  };
  std::vector<std::size_t> cloths{10000, 50000};
  std::erase_if(cloths, [most](std::size_t faces) { return faces > most; });
  if (!cloths.empty()) tables.push_back({"cloth-peers", [=] { return clothPeers(cloths, repeats, progress); }});
  return tables;
}

}  // namespace pliant::benchmarks
