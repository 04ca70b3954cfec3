#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <limits>
#include <random>

#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "shapes/RegularityShapes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;

namespace {

constexpr Query kNear{.facePairs = true, .vertexFace = true, .margin = Real(0.02)};

}  // namespace

TEST_CASE("a regularity tree refuses an edge with more than two faces, and says where") {
  Body body = meshes::sheet(3);
  body.point(0, 0, 1);
  body.face(0, 5, 16);  // the diagonal of the first cell has two faces already
  BodySet set;
  const Body first = meshes::sheet(2), second = meshes::sheet(2);
  set.add(first.view());
  set.add(second.view());
  const Index bad = set.add(body.view());
  set.update();
  RegularityTree tree;
  Workers one(1);
  CHECK_THROWS_WITH(tree.update(set, one), "regularity tree: body 2: 1 edge has more than two faces");
  Results results;
  CHECK_THROWS_AS(tree.query(set, kNear, results, one), Error);
  set.remove(bad);
  set.remove(0);
  set.update();
  CHECK_NOTHROW(tree.update(set, one));
  CHECK_NOTHROW(tree.query(set, kNear, results, one));
}

TEST_CASE("a regularity tree that refuses nothing is exact where edges have many faces") {
  std::mt19937 random(37);
  Workers one(1);
  std::size_t pairs = 0, crowded = 0;
  for (int i = 0; i < 60; ++i) {
    Body body = shapes::rumpled(random, 7, 0.2 * (i % 3));
    std::uniform_int_distribution<std::size_t> any(0, body.x.size() / 3 - 1);
    for (std::size_t f = 0; f < 5; ++f) {
      const std::size_t at = 3 * (any(random) % (body.faces.size() / 3));
      if (f < 2)
        body.face(body.faces[at], body.faces[at + 1], any(random));
      else
        body.face(body.faces[at], body.faces[at + f % 2 + 1], body.faces[at + 2 - f % 2]);
    }
    const BodySet set = setOf({body});
    crowded += set.topology(0).nonManifoldEdges;
    const Results expected = test::bruteForce(set, kNear);
    for (const Index leafPatch : {1u, 12u}) {
      RegularityTree tree({.leafPatchFaces = leafPatch, .refuse = false});
      REQUIRE(test::same(test::answersOf(tree, set, kNear), expected));
    }
    pairs += expected.facePairs.size();
    RegularityTree strict;
    CHECK_THROWS_AS(strict.update(set, one), Error);
  }
  CHECK(pairs > 100);
  CHECK(crowded > 100);
}

TEST_CASE("a regularity tree follows bodies that come, go, change and sit out") {
  std::mt19937 random(31);
  Workers one(1), three(3);
  RegularityTree tree;
  BodySet set;
  std::vector<Body> bodies(12);
  std::vector<Index> ids;
  std::uniform_real_distribution<double> place(-0.7, 0.7);
  std::size_t pairs = 0;
  for (int step = 0; step < 40; ++step) {
    const std::size_t i = static_cast<std::size_t>(step) % bodies.size();
    if (ids.size() > 5 || (step % 3 == 2 && !ids.empty())) {
      set.remove(ids.front());
      ids.erase(ids.begin());
    }
    // Reuses the memory of a body that is no longer in the set.
    bodies[i] = step % 4 == 0 ? meshes::ball(5, 7) : step % 4 == 1 ? shapes::rumpled(random, 5, 0.4) : meshes::sheet(4);
    bodies[i].place(0.8, {place(random), place(random), place(random)});
    if (step % 6 == 5) bodies[i].x[4] = std::numeric_limits<Real>::quiet_NaN();
    ids.push_back(set.add(bodies[i].view()));
    set.update();
    const Results expected = test::bruteForce(set, kNear);
    for (Workers* workers : {&one, &three}) REQUIRE(test::same(test::answersOf(tree, set, kNear, *workers), expected));
    pairs += expected.facePairs.size();
  }
  CHECK(pairs > 100);
}

TEST_CASE("bodies with long contours change in place, and their ids come again: nothing of the last one is left") {
  std::mt19937 random(5);
  const Query query{.facePairs = true};
  SpatialHash hash;
  RegularityTree tree;
  BodySet set;
  std::vector<Body> bodies(2);
  std::size_t pairs = 0, skipped = 0;
  for (int step = 0; step < 24; ++step) {
    const Index i = static_cast<Index>(step % 2);
    if (step > 1) set.remove(i);
    // The same number of faces, with other vertices: rumpled sheets, some with a reversed list of corners.
    Body body = shapes::rumpled(random, 40, step % 3 == 0 ? 0.2 : 0.02);
    if (step % 4 > 1) std::reverse(body.faces.begin(), body.faces.end());
    bodies[i] = body;
    REQUIRE(set.add(bodies[i].view()) == i);
    for (int moved = 0; moved < 3; ++moved) {
      meshes::move(bodies[i], random, 0.002 * moved);
      set.setPositions(i, bodies[i].view().positions);
      set.update();
      const Results expected = test::answersOf(hash, set, query), found = test::answersOf(tree, set, query);
      REQUIRE(test::same(found, expected));
      pairs += expected.facePairs.size();
      skipped += found.counters.pairsSkipped;
    }
  }
  CHECK(pairs > 100);
  CHECK(skipped > 100);
}
