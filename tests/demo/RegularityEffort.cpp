// Volino and Magnenat-Thalmann 1994, section 3: the cost of a surface depends on the contacts on it, not on its number
// of faces. The tree goes down to single faces, as in the paper.

#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/delaunaySurfaces.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant_catch.h>

#include <array>
#include <set>

using namespace pliant;

namespace {

Results selfCollisions(const models::SurfaceModel& model) {
  BodySet set;
  set.add(model.view());
  set.update();
  RegularityTree tree({.leafPatchFaces = 1});
  Workers one(1);
  Results results;
  tree.update(set, one);
  tree.query(set, {.facePairs = true}, results, one);
  return results;
}

std::set<Index> cutFaces(const Results& results) {
  std::set<Index> cut;
  for (const FacePair& pair : results.facePairs) cut.insert({pair.faceA, pair.faceB});
  return cut;
}

}  // namespace

TEST_CASE("a strip that crosses itself costs so many calls and tests for each face that is cut, however fine it is") {
  for (const std::size_t faces : {5'000u, 50'000u}) {
    const Results results = selfCollisions(models::loopSurface(faces));
    const std::set<Index> cut = cutFaces(results);
    const Counters& counters = results.counters;
    INFO(faces << " faces, " << cut.size() << " cut, " << counters.procedureCalls << " calls, " << counters.elementTests
               << " tests");
    REQUIRE(cut.size() > 100);
    CHECK(counters.procedureCalls <= 50 * cut.size());
    CHECK(counters.elementTests <= 12 * cut.size());
    CHECK(counters.elementTests >= results.facePairs.size());
  }
}

TEST_CASE("a sphere costs some hundred calls and no test, however fine it is") {
  for (const std::size_t faces : {5'000u, 50'000u}) {
    const Results results = selfCollisions(models::sphereSurface(faces));
    INFO(faces << " faces, " << results.counters.procedureCalls << " calls");
    CHECK(results.facePairs.empty());
    CHECK(results.counters.elementTests == 0);
    CHECK(results.counters.procedureCalls > 0);
    CHECK(results.counters.procedureCalls < 400);
  }
}

TEST_CASE("a strip costs the paper's 20 calls and 3 tests for each cut face where boxes fit its two sheets") {
  for (const bool irregular : {false, true}) {
    INFO((irregular ? "Delaunay" : "regular"));
    models::SurfaceModel strip = irregular ? models::delaunayLoop(20'000) : models::loopSurface(50'000);
    const auto perCut = [&] {
      const Results results = selfCollisions(strip);
      const double cut = static_cast<double>(cutFaces(results).size());
      return std::array{static_cast<double>(results.counters.procedureCalls) / cut,
                        static_cast<double>(results.counters.elementTests) / cut};
    };
    const auto [calls, tests] = perCut();
    strip.turn({0, 45, 0});
    const auto [callsTurned, testsTurned] = perCut();
    CAPTURE(calls, tests, callsTurned, testsTurned);
    CHECK(callsTurned < 0.9 * calls);
    CHECK(testsTurned < 0.9 * tests);
    CHECK(callsTurned <= 25);
    CHECK(testsTurned <= 4);
  }
}
