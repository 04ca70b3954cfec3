// Query::sharedCorners: pairs of faces of one body that share corners and also meet elsewhere.

#include <pliant/detectors/corners.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "detectors/ExactSurfaceDetectors.h"
#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "detectors/predicates/RationalGeometry.h"
#include "shapes/RegularityShapes.h"

using namespace pliant;
using meshes::Body;
using meshes::lattice;
using meshes::setOf;
using meshes::surface;
using test::answersOf;
using Pairs = std::set<std::pair<Index, Index>>;

namespace {

constexpr Query kPlain{.facePairs = true}, kShared{.facePairs = true, .sharedCorners = true};

/// Returns the pairs of a single body that share a corner, by brute force.
Pairs sharing(const Body& body) {
  const BodySet set = setOf({body});
  Pairs pairs;
  for (const FacePair& pair : test::bruteForce(set, kShared).facePairs)
    if (shareCorner(set.faces()[pair.faceA], set.faces()[pair.faceB])) pairs.insert({pair.faceA, pair.faceB});
  return pairs;
}

/// Returns the same pairs, by the exact corners of the intersection of two faces.
Pairs sharingByRationals(const Body& body) {
  Pairs pairs;
  const auto corner = [&](Index face, std::size_t k) { return body.faces[3 * std::size_t{face} + k]; };
  const auto points = [&](Index face) {
    return std::array{rational::point(body.at(corner(face, 0))), rational::point(body.at(corner(face, 1))),
                      rational::point(body.at(corner(face, 2)))};
  };
  const auto count = static_cast<Index>(body.faces.size() / 3);
  for (Index a = 0; a < count; ++a)
    for (Index b = a + 1; b < count; ++b) {
      std::set<Index> shared;
      for (std::size_t k = 0; k < 9; ++k)
        if (corner(a, k / 3) == corner(b, k % 3)) shared.insert(corner(a, k / 3));
      if (shared.empty()) continue;
      bool beyond = false;
      if (shared.size() == 3) {
        const auto p = points(a);
        for (std::size_t axis = 0; axis < 3; ++axis) beyond |= rational::orientation2(p[0], p[1], p[2], axis) != 0;
      } else {
        const auto u = rational::point(body.at(*shared.begin())), v = rational::point(body.at(*shared.rbegin()));
        beyond = rational::meetBeyond(points(a), points(b), u, v);
      }
      if (beyond) pairs.insert({a, b});
    }
  return pairs;
}

/// Compares all detectors with brute force, with one thread and with more.
void compare(const std::vector<Body>& bodies, const std::vector<std::unique_ptr<Detector>>& detectors,
             std::size_t least) {
  const BodySet set = setOf(bodies);
  Workers one(1), many(5);
  const Results plain = test::bruteForce(set, kPlain), expected = test::bruteForce(set, kShared);
  CHECK(expected.facePairs.size() >= plain.facePairs.size() + least);
  Results again = expected;
  std::erase_if(again.facePairs, [&](const FacePair& pair) {
    const auto faces = [&](Index body, Index face) { return set.faces()[set.faces(set.index(body)).begin + face]; };
    return shareCorner(faces(pair.bodyA, pair.faceA), faces(pair.bodyB, pair.faceB));
  });
  CHECK(test::same(again.facePairs, plain.facePairs));
  for (const auto& detector : detectors)
    for (Workers* workers : {&one, &many}) {
      INFO(detector->name());
      CHECK(test::same(answersOf(*detector, set, kShared, *workers), expected));
      CHECK(test::same(answersOf(*detector, set, kPlain, *workers), plain));
    }
}

}  // namespace

TEST_CASE("two faces that share a vertex and pierce each other are a pair, on request alone") {
  const Body body = surface({{0, 0, 0}, {2, 0, -1}, {2, 0, 1}, {1, -1, 0}, {1, 1, 0}}, {{0, 1, 2}, {0, 3, 4}});
  CHECK(sharing(body) == Pairs{{0, 1}});
  compare({body}, test::exactSurfaceDetectors(), 1);
}

TEST_CASE("faces that share an edge or all corners are a pair where they lie on each other") {
  const std::vector<std::array<double, 3>> points = {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, -1, 0}, {1, 1, 1}};
  CHECK(sharing(surface(points, {{0, 1, 2}, {1, 0, 3}})) == Pairs{{0, 1}});
  CHECK(sharing(surface(points, {{0, 1, 2}, {1, 0, 4}})).empty());
  CHECK(sharing(surface(points, {{0, 1, 2}, {1, 0, 5}})).empty());
  CHECK(sharing(surface(points, {{0, 1, 2}, {2, 1, 0}, {0, 1, 2}})) == Pairs{{0, 1}, {0, 2}, {1, 2}});
}

TEST_CASE("faces without an area share what they share") {
  const std::vector<std::array<double, 3>> points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 1, 0}};
  CHECK(sharing(surface(points, {{0, 1, 1}, {0, 1, 4}})).empty());           // an edge of the other
  CHECK(sharing(surface(points, {{0, 0, 0}, {0, 1, 4}})).empty());           // a corner of the other
  CHECK(sharing(surface(points, {{0, 1, 2}, {2, 1, 0}})).empty());           // the same segment, all of it edges
  CHECK(sharing(surface(points, {{0, 2, 2}, {0, 1, 4}})) == Pairs{{0, 1}});  // covers an edge of the other
  CHECK(sharing(surface(points, {{0, 1, 2}, {0, 1, 3}})) == Pairs{{0, 1}});  // each extends beyond 1
  CHECK(sharing(surface(points, {{1, 0, 0}, {1, 2, 3}})).empty());           // on both sides of 1
}

TEST_CASE("ordinary surfaces have no such pair, flat or round") {
  CHECK(sharing(meshes::sheet(12)).empty());
  CHECK(sharing(meshes::ball(9, 12)).empty());
  compare({meshes::sheet(12), meshes::ball(9, 12)}, test::exactManifoldDetectors(), 0);
}

TEST_CASE("surfaces that fold onto themselves across an edge or a vertex have such pairs") {
  std::mt19937 random(3);
  // A sheet that is folded flat along a line of edges: each cell lies on another one.
  const Body folded = shapes::foldedOver(4, false);
  CHECK(sharing(folded) == sharingByRationals(folded));
  CHECK(sharing(folded).size() > 16);
  Body crumpled = meshes::ball(8, 10);
  meshes::shake(crumpled.x, random, 0.2);
  CHECK(sharing(crumpled) == sharingByRationals(crumpled));
  compare({folded, crumpled}, test::exactManifoldDetectors(), 30);
}

TEST_CASE("random faces between few vertices agree with exact corners of what they have in common") {
  std::mt19937 random(17);
  std::size_t found = 0;
  for (int i = 0; i < 12; ++i) {
    const Body body = lattice(random, 1 + i % 3, 6 + static_cast<std::size_t>(i), 25);
    const Pairs pairs = sharing(body);
    REQUIRE(pairs == sharingByRationals(body));
    found += pairs.size();
    compare({body, lattice(random, 2, 8, 20)}, test::exactSurfaceDetectors(), 1);
  }
  CHECK(found > 300);
}

TEST_CASE("pairs that share corners go by the same switches as others of one body") {
  std::mt19937 random(23);
  std::vector<Body> bodies(2, lattice(random, 2, 9, 40));
  BodySet set = setOf(bodies);
  BruteForce brute;
  Workers workers(2);
  const auto count = [&](bool self, bool between) {
    const Query query{.facePairs = true, .sharedCorners = true, .between = between, .self = self};
    std::array<std::size_t, 2> own{};
    for (const FacePair& pair : answersOf(brute, set, query, workers).facePairs)
      if (pair.bodyA == pair.bodyB && shareCorner(set.faces()[pair.faceA], set.faces()[pair.faceB])) ++own[pair.bodyA];
    return own;
  };
  const std::size_t all = count(true, true)[0];
  REQUIRE(all > 0);
  CHECK(count(true, false) == std::array{all, all});
  CHECK(count(false, true) == std::array<std::size_t, 2>{0, 0});
  set.setSelf(0, false);
  CHECK(count(true, true) == std::array<std::size_t, 2>{0, all});
  set.setSelf(0, true);
  bodies[1].x[4] = std::numeric_limits<Real>::quiet_NaN();
  set.update();
  CHECK(count(true, true) == std::array<std::size_t, 2>{all, 0});
}

TEST_CASE("bodies that come and go leave no pair behind") {
  std::mt19937 random(29);
  const Body first = lattice(random, 2, 9, 40), second = lattice(random, 2, 7, 30);
  BodySet set;
  BruteForce known;
  for (int i = 0; i < 4; ++i) {
    const Index id = set.add((i % 2 ? first : second).view());
    set.update();
    const Results results = answersOf(known, set, kShared);
    CHECK(test::same(results, test::bruteForce(set, kShared)));
    CHECK_FALSE(results.facePairs.empty());
    set.remove(id);
  }
}

TEST_CASE("the work goes by the faces, whatever the detector") {
  for (const auto& detector : test::exactSurfaceDetectors()) {
    const auto work = [&](std::size_t cells) {
      const BodySet set = setOf({meshes::sheet(cells)});
      const Results with = answersOf(*detector, set, kShared), without = answersOf(*detector, set, kPlain);
      return static_cast<double>(with.counters.candidates - without.counters.candidates) /
             static_cast<double>(set.faces().size());
    };
    INFO(detector->name());
    CHECK(work(20) > 4);
    CHECK(work(80) < 6.5);
  }
}

TEST_CASE("a warm query for shared corners allocates nothing") {
  std::mt19937 random(31);
  Body body = lattice(random, 3, 60, 150);
  BodySet set = setOf({body});
  SpatialHash hash;
  Workers workers(2);
  Results results;
  for (int i = 0; i < 5; ++i) hash.query(set, kShared, results, workers);
  const long before = allocations::count();
  for (int i = 0; i < 5; ++i) hash.query(set, kShared, results, workers);
  const long after = allocations::count();
  CHECK_FALSE(results.facePairs.empty());
  if (allocations::counted) CHECK(after == before);
}
