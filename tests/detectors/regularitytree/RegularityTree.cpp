#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <random>
#include <set>

#include "detectors/SameAnswers.h"
#include "shapes/RegularityShapes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;

namespace {

std::vector<RegularityTree::Settings> variants() {
  return {{},
          {.leafPatchFaces = 1},
          {.directions = 12, .children = 2},
          {.skipPatches = false},
          {.skipAdjacent = false},
          {.skipPatches = false, .skipAdjacent = false},
          {.directions = 64, .leafPatchFaces = 3},
          {.leafPatchFaces = 4}};
}

struct Compared {
  std::size_t facePairs = 0, vertexFace = 0;
  Counters counters;
};

/// Compares the tree with brute force, for all settings, and for three threads.
Compared compare(const std::vector<Body>& bodies, Real margin) {
  const BodySet set = setOf(bodies);
  const Query query{.facePairs = true, .vertexFace = true, .margin = margin};
  BruteForce brute;
  Workers one(1), three(3);
  Results expected, found;
  brute.query(set, query, expected, one);
  Compared result{expected.facePairs.size(), expected.vertexFace.size(), {}};
  for (const auto& settings : variants()) {
    RegularityTree tree(settings);
    tree.update(set, one);
    tree.query(set, query, found, one);
    INFO("directions " << settings.directions << ", leafPatches " << settings.leafPatchFaces << ", I "
                       << settings.skipPatches << ", II " << settings.skipAdjacent << ": " << found.facePairs.size()
                       << " of " << expected.facePairs.size() << " and " << found.vertexFace.size() << " of "
                       << expected.vertexFace.size());
    REQUIRE(test::same(found, expected));
    result.counters += found.counters;
  }
  RegularityTree tree;
  tree.update(set, three);
  tree.query(set, query, found, three);
  REQUIRE(test::same(found, expected));
  return result;
}

Results facePairsOf(const BodySet& set, const RegularityTree::Settings& settings = {}) {
  RegularityTree tree(settings);
  Workers one(1);
  Results results;
  tree.query(set, {.facePairs = true}, results, one);
  return results;
}

}  // namespace

TEST_CASE("a regularity tree finds what brute force finds: smooth, rolled, rumpled, closed, several bodies") {
  CHECK(compare({meshes::sheet(12)}, Real(0.01)).facePairs == 0);
  CHECK(compare({meshes::ball(12, 16)}, Real(0.02)).facePairs == 0);
  CHECK(compare({shapes::rolled(24, 1.25, 0)}, Real(0.02)).facePairs > 0);
  CHECK(compare({shapes::rolled(24, 1.5, 0.3)}, Real(0.1)).facePairs == 0);
  std::mt19937 random(7);
  std::size_t pairs = 0;
  for (int i = 0; i < 40; ++i) pairs += compare({shapes::rumpled(random, 9, 0.2 * (i % 5))}, Real(0.01)).facePairs;
  CHECK(pairs > 100);
  Body other = meshes::ball(8, 10);
  other.place(0.7, {0.4, 0.3, 0.2});
  CHECK(compare({meshes::ball(9, 12), other, meshes::sheet(7)}, Real(0.05)).facePairs > 50);
}

TEST_CASE("a regularity tree is not deceived where the paper's conditions are") {
  for (const std::size_t n : std::initializer_list<std::size_t>{3, 5, 8, 16, 40}) {
    CHECK(compare({shapes::stackedDiscs(n)}, Real(0.01)).facePairs > 0);
    CHECK(compare({shapes::discInDisc(n)}, Real(0.01)).facePairs > 0);
    CHECK(compare({shapes::doubleFan(n)}, Real(0.01)).facePairs == 0);  // all faces share the centre vertex
    CHECK(compare({shapes::doubleRing(n)}, Real(0.01)).facePairs > 0);
    CHECK(compare({shapes::flap(n)}, Real(0.01)).facePairs > 0);
    CHECK(compare({shapes::foldedOver(n, false)}, Real(0.001)).facePairs > 0);
    CHECK(compare({shapes::foldedOver(n, true)}, Real(0.001)).facePairs > 0);
    CHECK(compare({shapes::seam(n)}, 0).facePairs > 0);
    CHECK(compare({meshes::ball(n + 1, n)}, 0).facePairs == 0);
    for (const bool turned : {false, true}) CHECK(compare({shapes::halves(n, 2 * n, turned)}, 0).facePairs > n);
  }
}

TEST_CASE("a regularity tree takes faces turned round, flat or with a corner twice, and vertices of no face") {
  std::mt19937 random(11);
  std::size_t pairs = 0;
  for (int i = 0; i < 60; ++i) {
    Body body = shapes::rumpled(random, 7, 0.15 * (i % 4));
    shapes::turnSome(body, random, i % 3 == 0 ? 0.5 : 0.05);
    if (i % 2) body.face(3, 3, 17);
    if (i % 5 == 0) body.face(5, 5, 5);
    body.point(0.5, 0.5, 0);
    body.point(0.31, 0.52, 0.01);
    body = shapes::manifold(body);
    pairs += compare({body}, Real(0.02)).facePairs;
  }
  CHECK(pairs > 100);
}

TEST_CASE("a regularity tree decides exactly where vertices stand on a small lattice") {
  std::mt19937 random(5);
  std::size_t pairs = 0;
  for (int i = 0; i < 400; ++i) {
    Body body = i % 3 == 0 ? meshes::ball(4, 5) : meshes::sheet(4);
    const int size = 2 + i % 6;
    std::uniform_int_distribution<int> any(0, size), step(0, 1);
    for (std::size_t k = 0; k < body.x.size(); ++k) {
      // Either random places, or a height map with overhangs and walls.
      const bool map = i % 2 == 0 && k % 3 != 2;
      body.x[k] = static_cast<Real>(map ? std::lround(4 * static_cast<double>(body.x[k])) + step(random) : any(random));
    }
    if (i % 4 == 0) shapes::turnSome(body, random, 0.1);
    pairs += compare({body}, Real(i % 2)).facePairs;
  }
  CHECK(pairs > 1000);
}

TEST_CASE("a regularity tree finds random faces of a soup, and what a cloud's points are near") {
  std::mt19937 random(3);
  std::size_t facePairs = 0, vertexFace = 0;
  for (int i = 0; i < 40; ++i) {
    std::vector<Body> bodies;
    for (int b = 0; b < 1 + i % 3; ++b) bodies.push_back(shapes::manifold(meshes::soup(random, 60, 30, 0.4)));
    Body cloud;
    std::normal_distribution<double> place(0, 0.6);
    for (int p = 0; p < 50; ++p) cloud.point(place(random), place(random), place(random));
    bodies.push_back(cloud);
    const Compared result = compare(bodies, Real(0.05));
    facePairs += result.facePairs;
    vertexFace += result.vertexFace;
  }
  CHECK(facePairs > 1000);
  CHECK(vertexFace > 1000);
}

TEST_CASE("a regularity tree works far from the origin, tiny, huge and stretched") {
  std::mt19937 random(17);
  for (const double scale : {1e-30, 1e-6, 1.0, 1e6, 1e30}) {
    for (const double shift : {0.0, 100.0}) {
      Body body = shapes::rumpled(random, 9, 0.8);
      body.place(scale, {shift * scale, -2 * shift * scale, shift * scale});
      CHECK(compare({body}, static_cast<Real>(0.02 * scale)).facePairs > 0);
    }
  }
  Body flat = shapes::rumpled(random, 8, 0.4);
  for (std::size_t i = 0; i < flat.x.size(); i += 3) flat.x[i] *= Real(1e-7);
  CHECK(compare({flat}, 0).facePairs > 0);
  Body line = flat;
  for (std::size_t i = 0; i < line.x.size(); ++i)
    if (i % 3) line.x[i] = 0;
  CHECK(compare({line}, 0).facePairs > 0);
  Body point = line;
  for (Real& x : point.x) x = 3;
  CHECK(compare({point}, 0).facePairs > 0);
}

TEST_CASE("a regularity tree skips what is regular: nothing is tested on a sphere or a wavy sheet") {
  Body wavy = meshes::sheet(60);
  for (std::size_t i = 0; i < wavy.x.size(); i += 3)
    wavy.x[i + 2] = Real(0.05) * std::sin(9 * wavy.x[i]) * std::cos(7 * wavy.x[i + 1]);
  std::uint64_t calls[2];
  for (int large = 0; large < 2; ++large) {
    const BodySet set = setOf({meshes::ball(large ? 80 : 20, large ? 160 : 40)});
    const Results results = facePairsOf(set, {.leafPatchFaces = 1});
    CHECK(results.counters.elementTests == 0);
    CHECK(results.counters.narrowTests == 0);
    CHECK(results.counters.patchesSkipped > 0);
    CHECK(results.counters.pairsSkipped > 0);
    calls[large] = results.counters.procedureCalls;
  }
  CHECK(calls[1] < 3 * calls[0]);  // sixteen times as many faces
  const BodySet set = setOf({wavy});
  const Results regular = facePairsOf(set);
  CHECK(regular.counters.procedureCalls == 1);
  CHECK(regular.counters.patchesSkipped == 1);
  const Results classical = facePairsOf(set, {.skipPatches = false, .skipAdjacent = false, .leafPatchFaces = 1});
  CHECK(classical.counters.patchesSkipped == 0);
  CHECK(classical.counters.pairsSkipped == 0);
  CHECK(classical.counters.elementTests > 3 * set.faces().size());
}

TEST_CASE("without the contour test a regularity tree finds a part of the pairs, and skips no irregular shape") {
  std::mt19937 random(23);
  const Query query{.facePairs = true, .vertexFace = true, .margin = Real(0.01)};
  Workers one(1);
  std::size_t present = 0;
  const auto check = [&](const Body& body, const RegularityTree::Settings& settings) {
    const BodySet set = setOf({body});
    BruteForce brute;
    RegularityTree tree(settings);
    Results expected, found;
    brute.query(set, query, expected, one);
    tree.query(set, query, found, one);
    CHECK(test::same(found.vertexFace, expected.vertexFace));
    const auto tuples = [](const Results& results) {
      std::set<std::pair<Index, Index>> all;
      for (const FacePair& pair : results.facePairs) all.emplace(pair.faceA, pair.faceB);
      return all;
    };
    const auto all = tuples(expected), some = tuples(found);
    CHECK(std::includes(all.begin(), all.end(), some.begin(), some.end()));
    present += all.size();
    return all.size() - some.size();
  };
  RegularityTree::Settings off{.contourTest = RegularityTree::ContourTest::Off};
  // Rumpled sheets: small patches are folded over in places. If the hierarchy is divided down to single faces, some
  // pairs are missed; larger leaves, whose faces are all tested, hide most of these.
  std::vector<Body> sheets;
  for (int i = 0; i < 20; ++i) sheets.push_back(shapes::rumpled(random, 20, 0.3));
  std::size_t missed[2] = {0, 0};
  for (const std::size_t atOnce : {0u, 1u}) {
    off.leafPatchFaces = atOnce ? 32 : 1;
    present = 0;
    for (const Body& sheet : sheets) missed[atOnce] += check(sheet, off);
  }
  INFO(missed[0] << " and " << missed[1] << " of " << present << " missed");
  CHECK(missed[0] > 20);
  CHECK(missed[0] < present * 2 / 3);
  CHECK(missed[1] < missed[0] / 10);
  CHECK(check(shapes::doubleRing(8), {.contourTest = RegularityTree::ContourTest::Off, .leastShape = 0}) > 0);
  off.leastShape = 1;
  CHECK(check(shapes::doubleRing(8), off) == 0);
}

TEST_CASE("without the contour test, a long strip that is bent in its plane until it crosses itself is looked into") {
  // Thirty times as long as wide, flat at rest: all normals point up.
  const std::size_t along = 120;
  Body flat, bent;
  for (std::size_t i = 0; i <= along; ++i) {
    const double s = static_cast<double>(i) / static_cast<double>(along), angle = 1.3 * 2 * std::numbers::pi * s;
    for (std::size_t j = 0; j <= 4; ++j) {
      const double r = 30 / (1.3 * 2 * std::numbers::pi) + 0.5 - static_cast<double>(j) / 4;
      flat.point(30 * s, static_cast<double>(j) / 4, 0);
      bent.point(r * std::cos(angle), r * std::sin(angle), 0.1 * s * static_cast<double>(j) - 0.01);
    }
  }
  for (std::size_t i = 0; i < along; ++i) {
    for (std::size_t a = 5 * i; a < 5 * i + 4; ++a) {
      flat.face(a, a + 5, a + 6);
      flat.face(a, a + 6, a + 1);
    }
  }
  BodySet set;
  set.setPositions(set.add(flat.view()), bent.view().positions);
  set.update();
  const auto pairs = [&](const RegularityTree::Settings& settings) {
    return facePairsOf(set, settings).facePairs.size();
  };
  const std::size_t all = pairs({});
  CHECK(all > 50);
  CHECK(pairs({.contourTest = RegularityTree::ContourTest::Off}) == all);
  CHECK(pairs({.contourTest = RegularityTree::ContourTest::Off, .leastShape = 0.08}) < all);
}

namespace {

/// Returns a sheet with missing faces and displaced vertices, then bent along x.
Body slitSheet(std::mt19937& random, std::size_t n, double bend, double noise) {
  Body body = meshes::sheet(n);
  std::bernoulli_distribution dropped(0.06);
  std::vector<Index> kept;
  for (std::size_t f = 0; f < body.faces.size(); f += 3)
    if (!dropped(random)) kept.insert(kept.end(), &body.faces[f], &body.faces[f] + 3);
  body.faces = kept;
  std::normal_distribution<double> move(0, noise / static_cast<double>(n));
  for (Real& x : body.x) x += static_cast<Real>(move(random));
  for (std::size_t i = 0; i < body.x.size(); i += 3)
    body.x[i + 2] += static_cast<Real>(bend * std::sin(4 * static_cast<double>(body.x[i])));
  return body;
}

}  // namespace

TEST_CASE(
    "vertices within any margin of faces are found where much is regular, up to whole edges, at slits and seams") {
  std::mt19937 random(41);
  std::size_t found = 0, skipped = 0;
  for (int i = 0; i < 60; ++i) {
    const std::size_t n = 6 + static_cast<std::size_t>(i % 9);
    const double edge = 1 / static_cast<double>(n);
    Body body = slitSheet(random, n, 0.1 * (i % 4), 0.05 * (i % 3));
    if (i % 10 == 0) body = shapes::seam(n);
    if (i % 10 == 1) body = shapes::rolled(n, 0.9, 0.05);
    if (i % 10 == 2) body = meshes::ball(n, n + 2);
    const double margins[] = {0, 1e-6, 0.01, 0.1, 0.3, 0.5, 0.69, 0.71, 1.0};
    for (const double margin : margins) {
      const Compared result = compare({body}, static_cast<Real>(margin * edge));
      found += result.vertexFace;
      skipped += result.counters.pairsSkipped;
    }
  }
  CHECK(found > 10000);
  CHECK(skipped > 100);
}

TEST_CASE("a regularity tree gathers the hash's candidates, but for pairs that no narrow test takes") {
  std::mt19937 random(29);
  Workers one(1), three(3);
  std::size_t left = 0, all = 0, contacts = 0, skipped = 0;
  for (int i = 0; i < 160; ++i) {
    const std::size_t n = 10;
    std::vector<Body> bodies{slitSheet(random, n, 0.1 * (i % 3), 0.1 * (i % 4)), meshes::ball(6, 8)};
    bodies[1].place(0.5, {0.5, 0.5, 0.4});
    bodies[0].point(0.5, 0.5, 0.1);
    // The motions of a step: from none to neighbours that pass through each other, and a common translation.
    const double amounts[] = {0, 0.0005, 0.003, 0.02, 0.1};
    for (Body& body : bodies) meshes::move(body, random, amounts[i % 5] / 3, {0.3, 0, 0});
    BodySet set;
    for (const Body& body : bodies) set.setMargin(set.add(body.view()), Real(0.001 + 0.004 * (i % 4)));
    if (i % 2) set.setSpeculativeMargin(0, Real(0.01));
    set.update();
    CandidateQuery query;
    query.vertexFace = i % 4 != 0;
    query.edgeEdge = i % 4 != 1;
    query.faceFace = i % 4 == 2;
    query.swept = i % 8 != 7;
    query.marginScale = i % 3 ? Real(1.25) : Real(0);
    query.distance = i % 6 == 0 ? Real(0.01) : Real(0);
    query.edgeMargin = i % 3 != 2;
    query.between = i % 5 != 0;
    query.self = i % 7 != 0;
    SpatialHash hash;
    Candidates expected, found;
    Counters counters;
    hash.candidates(set, query, expected, counters, one);
    SurfaceNarrowTest narrow;
    SurfaceContactSettings settings;
    settings.nearby = query.marginScale > 0;
    settings.edgeEdgeNearby = query.marginScale > 0 && query.edgeMargin;
    std::vector<SurfaceContact> theirs, ours;
    narrow.run(set, expected, settings, theirs, counters, one);
    for (const Index leafPatch : {1u, 32u})
      for (Workers* workers : {&one, &three}) {
        RegularityTree tree({.leafPatchFaces = leafPatch});
        Counters treeCounters;
        tree.candidates(set, query, found, treeCounters, *workers);
        const auto within = [](const auto& some, const auto& of) {
          return std::includes(of.begin(), of.end(), some.begin(), some.end());
        };
        CHECK(within(found.vertexFace, expected.vertexFace));
        CHECK(within(found.edgeEdge, expected.edgeEdge));
        CHECK(within(found.faceFace, expected.faceFace));
        narrow.run(set, found, settings, ours, counters, one);
        // Without `swept`, boxes at t1 contain only some of the pairs that a motion makes meet, and methods may differ
        // there.
        if (query.swept) CHECK(test::same(ours, theirs));
        left += found.vertexFace.size() + found.edgeEdge.size() + found.faceFace.size();
        all += expected.vertexFace.size() + expected.edgeEdge.size() + expected.faceFace.size();
        skipped += treeCounters.patchesSkipped + treeCounters.pairsSkipped;
        contacts += ours.size();
      }
    RegularityTree boxes({.skipPatches = false, .skipAdjacent = false});
    boxes.candidates(set, query, found, counters, one);
    CHECK(found.vertexFace == expected.vertexFace);
    CHECK(found.edgeEdge == expected.edgeEdge);
    CHECK(found.faceFace == expected.faceFace);
  }
  INFO(left << " of " << all << " left, " << contacts << " contacts, " << skipped << " patches and pairs skipped");
  CHECK(contacts > 1000);
  CHECK(skipped > 1000);
  CHECK(left < all * 9 / 10);
}

TEST_CASE("settings of a regularity tree out of range are refused") {
  for (const unsigned directions : {0u, 13u, 66u}) CHECK_THROWS_AS(RegularityTree({.directions = directions}), Error);
  CHECK_THROWS_AS(RegularityTree({.children = 4}), Error);
  CHECK_THROWS_AS(RegularityTree({.leastShape = std::numeric_limits<double>::quiet_NaN()}), Error);
  CHECK_THROWS_AS(RegularityTree({.leafPatchFaces = 0}), Error);
  RegularityTree tree;
  Workers one(1);
  const BodySet set = setOf({meshes::sheet(2)});
  Results results;
  CHECK_THROWS_AS(tree.query(set, {.vertexFace = true, .margin = -1}, results, one), Error);
  CHECK(tree.name() == "regularity-tree");
  tree.update(set, one);
  CHECK(tree.memory() > 0);
}
