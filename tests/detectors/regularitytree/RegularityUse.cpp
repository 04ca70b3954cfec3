// Queries about the hierarchy of a regularity tree, and the patches that a query has visited.

#include <pliant/detectors/RegularityTree.h>
#include <pliant_catch.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "shapes/RegularityShapes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;

namespace {

using End = UsedPatches::End;

std::uint64_t count(std::span<const UsedPatches> used, End end, int singles) {
  return std::uint64_t(std::count_if(used.begin(), used.end(), [&](const UsedPatches& u) {
    return u.end == end && (singles < 0 || u.single() == (singles != 0));
  }));
}

bool has(const RegularityTree& tree, Index body, Index patch, Index face) {
  const auto faces = tree.facesOf(body, patch);
  return std::find(faces.begin(), faces.end(), face) != faces.end();
}

bool holds(const RegularityTree& tree, const UsedPatches& used, const FacePair& pair) {
  const auto in = [&](Index bodyA, Index patchA, Index bodyB, Index patchB) {
    return bodyA == pair.bodyA && bodyB == pair.bodyB && has(tree, bodyA, patchA, pair.faceA) &&
           has(tree, bodyB, patchB, pair.faceB);
  };
  return in(used.bodyA, used.patchA, used.bodyB, used.patchB) || in(used.bodyB, used.patchB, used.bodyA, used.patchA);
}

}  // namespace

TEST_CASE("each level of a hierarchy has each face once, in ever fewer patches, up to the whole surface") {
  const BodySet set = setOf({meshes::ball(12, 24), meshes::sheet(9)});
  RegularityTree tree;
  CHECK(tree.levels(0) == 0);
  Workers one(1);
  tree.update(set, one);
  for (Index body = 0; body < 2; ++body) {
    const Index faces = set.faces(body).size(), levels = tree.levels(body);
    REQUIRE(levels > 3);
    CHECK(levels < 12);
    Index before = 2 * faces;
    for (Index level = 0; level < levels; ++level) {
      const auto patches = tree.patchesOf(body, level);
      CHECK(patches.size() < before);
      before = patches.size();
      std::vector<Index> all;
      for (Index patch = patches.begin; patch < patches.end; ++patch) {
        const auto own = tree.facesOf(body, patch);
        all.insert(all.end(), own.begin(), own.end());
      }
      std::sort(all.begin(), all.end());
      std::vector<Index> expected(faces);
      std::iota(expected.begin(), expected.end(), 0u);
      CHECK(all == expected);
    }
    CHECK(before == 1);
    CHECK(tree.patchesOf(body, 0).size() == faces);
    CHECK(tree.patchesOf(body, levels).size() == 0);
    CHECK(tree.facesOf(body, 10 * faces).empty());
  }
  CHECK(tree.levels(2) == 0);
  CHECK(tree.patchesOf(2, 0).size() == 0);
  CHECK(tree.facesOf(2, 0).empty());
}

TEST_CASE("the patches that a query came to agree with its counters, and what meets is among those tested") {
  std::mt19937 random(5);
  const BodySet set = setOf({shapes::rumpled(random, 14, 0.3), shapes::rolled(24, 1.6, 0), meshes::ball(16, 32)});
  for (const Index leafPatch : {1u, 32u}) {
    for (const bool skips : {true, false}) {
      RegularityTree tree({.skipPatches = skips, .skipAdjacent = skips, .leafPatchFaces = leafPatch});
      Workers one(1), four(4);
      Query query;
      query.facePairs = true;
      Results results;
      tree.query(set, query, results, one);
      CHECK(tree.usedPatches().empty());
      tree.setRecordsUsedPatches(true);
      tree.query(set, query, results, one);
      const std::vector<UsedPatches> used(tree.usedPatches().begin(), tree.usedPatches().end());
      REQUIRE(results.facePairs.size() > 10);
      CHECK(used.size() == results.counters.procedureCalls);
      CHECK(count(used, End::Skipped, 1) == results.counters.patchesSkipped);
      CHECK(count(used, End::Skipped, 0) == results.counters.pairsSkipped);
      CHECK(count(used, End::Divided, -1) + count(used, End::Tested, -1) == results.counters.nodesVisited);
      CHECK((count(used, End::Skipped, -1) > 0) == skips);
      CHECK(count(used, End::Separated, 1) == 0);
      CHECK(std::is_sorted(used.begin(), used.end()));
      for (const FacePair& pair : results.facePairs) {
        std::size_t tested = 0, dismissed = 0;
        for (const UsedPatches& u : used) {
          if (u.end == End::Divided || !holds(tree, u, pair)) continue;
          (u.end == End::Tested ? tested : dismissed) += 1;
        }
        CHECK(tested == 1);
        CHECK(dismissed == 0);
      }
      tree.query(set, query, results, four);
      CHECK(std::equal(used.begin(), used.end(), tree.usedPatches().begin(), tree.usedPatches().end()));
      tree.setRecordsUsedPatches(false);
      tree.query(set, query, results, one);
      CHECK(tree.usedPatches().empty());
    }
  }
}

TEST_CASE("patches have the ids of their bodies, of candidates too") {
  BodySet set;
  const Body ball = meshes::ball(8, 16), sheet = meshes::sheet(6);
  const Index gone = set.add(ball.view()), other = set.add(sheet.view()), last = set.add(ball.view());
  set.remove(gone);
  set.update();
  RegularityTree tree;
  tree.setRecordsUsedPatches(true);
  Workers one(1);
  Candidates candidates;
  Counters counters;
  CandidateQuery query;
  query.vertexFace = true;
  tree.candidates(set, query, candidates, counters, one);
  CHECK(tree.usedPatches().size() == counters.procedureCalls);
  REQUIRE_FALSE(tree.usedPatches().empty());
  for (const UsedPatches& used : tree.usedPatches()) {
    CHECK((used.bodyA == other || used.bodyA == last));
    CHECK_FALSE(tree.facesOf(used.bodyB, used.patchB).empty());
  }
  CHECK(tree.levels(gone) == 0);
}
