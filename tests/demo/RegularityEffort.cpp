// Volino and Magnenat-Thalmann 1994, section 3: the cost of a surface depends on the contacts on it, not on its number
// of faces. The tree goes down to single faces, as in the paper.

#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant_catch.h>

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

}  // namespace

TEST_CASE("a strip that crosses itself costs so many calls and tests for each face that is cut, however fine it is") {
  for (const std::size_t faces : {5'000u, 50'000u}) {
    const Results results = selfCollisions(models::loopSurface(faces));
    std::set<Index> cut;
    for (const FacePair& pair : results.facePairs) cut.insert({pair.faceA, pair.faceB});
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
