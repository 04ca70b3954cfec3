// Surfaces that are not modelled on purpose but may occur in a file: work and memory stay in proportion to faces and
// results.

#include <pliant_catch.h>
#include <pliant_share.h>
#include <pliant_threads.h>

#include <cmath>
#include <functional>
#include <random>

#include "ExactSurfaceDetectors.h"
#include "SameAnswers.h"
#include "answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;
using test::answersOf;

namespace {

using Detectors = std::vector<std::unique_ptr<Detector>>;

Query asked(std::optional<Real> margin) {
  return {.facePairs = true, .vertexFace = margin.has_value(), .margin = margin.value_or(0)};
}

/// Returns the number of all operations of a query.
double work(const Counters& counters) {
  return static_cast<double>(counters.candidates + counters.cellsVisited + counters.nodesVisited + counters.boxTests +
                             counters.narrowTests + counters.hashCollisions);
}

using Shape = std::function<Body(std::size_t)>;

/// Checks that four times as many faces need at most six times the work, and at most `most` operations per face.
void checkLinear(const Shape& shape, const std::function<Detectors()>& detectors, std::optional<Real> margin,
                 double most, std::size_t faces = 4000) {
  const BodySet few = setOf({shape(faces)}), many = setOf({shape(4 * faces)});
  for (const auto& detector : detectors()) {
    const double ofFew = work(answersOf(*detector, few, asked(margin)).counters),
                 ofMany = work(answersOf(*detector, many, asked(margin)).counters);
    INFO(detector->name() << ": " << ofFew << " for " << few.faces().size() << " faces, " << ofMany << " for "
                          << many.faces().size());
    CHECK(ofMany <= 6 * ofFew + 1000);
    CHECK(ofMany <= most * static_cast<double>(many.faces().size()));
  }
}

/// Checks that all detectors return the results of brute force.
void compare(const std::vector<Body>& bodies, const Detectors& detectors, std::optional<Real> margin,
             std::size_t least) {
  const BodySet set = setOf(bodies);
  const Results expected = test::bruteForce(set, asked(margin));
  CHECK(expected.facePairs.size() + expected.vertexFace.size() >= least);
  int run = 0;
  for (const auto& detector : detectors)
    for (const unsigned threads : {1u, 5u}) {
      if (!share::takes(run++, 5)) continue;
      INFO(detector->name() << " on " << threads);
      CHECK(test::same(answersOf(*detector, set, asked(margin), threads), expected));
    }
}

Detectors surfaces() {
  return test::exactSurfaceDetectors();
}

/// All faces have the same three corners.
Body duplicates(std::size_t faces) {
  Body body = meshes::surface({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  for (std::size_t i = 0; i < faces; ++i) body.face(0, 1, 2);
  return body;
}

/// A polygon that repeatedly passes three vertices, as a fan: faces with two and three different corners.
Body roundAgain(std::size_t faces) {
  Body body = duplicates(0);
  for (std::size_t k = 2; k < faces + 2; ++k) body.face(0, (k - 1) % 3, k % 3);
  return body;
}

/// Faces at one edge, each rotated slightly from the previous one.
Body book(std::size_t faces) {
  Body body = meshes::surface({{0, 0, 0}, {1, 0, 0}});
  for (std::size_t i = 0; i < faces; ++i) {
    body.point(0.5, 1e-5 * static_cast<double>(i), 1);
    body.face(0, 1, i + 2);
  }
  return body;
}

/// Books on the three sides of a triangle, with the same pages: no corner is common to all faces.
Body threeBooks(std::size_t faces) {
  Body body = duplicates(0);
  for (std::size_t i = 0; i < faces / 3; ++i) {
    body.point(0.5, 1e-5 * static_cast<double>(i), 1);
    for (std::size_t side = 0; side < 3; ++side) body.face(side, (side + 1) % 3, i + 3);
  }
  return body;
}

/// Faces around one vertex, with random heights of the rim: a manifold without self-intersection.
Body crumpledCone(std::size_t faces) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> height(-1, 1);
  Body body;
  body.point(0, 0, 0);
  for (std::size_t i = 0; i < faces; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(faces);
    body.point(std::cos(angle), std::sin(angle), height(random));
    body.face(0, i + 1, (i + 1) % faces + 1);
  }
  return body;
}

/// Inclined faces, each slightly shifted from the previous one: all boxes overlap, no two faces intersect.
Body leaning(std::size_t faces) {
  Body body;
  for (std::size_t i = 0; i < faces; ++i) {
    const double x = 1e-5 * static_cast<double>(i);
    body.append(meshes::surface({{x, 0, 0}, {x + 1, 1, 0}, {x + 1, 1, 1}}, {{0, 1, 2}}));
  }
  return body;
}

/// Small faces at random places in a cube of edge length `size`.
Body grains(std::size_t faces, double size) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(0, 1);
  const double of = 1 / std::cbrt(static_cast<double>(faces));
  Body body;
  for (std::size_t i = 0; i < faces; ++i) {
    const meshes::Place at = {place(random), place(random), place(random)};
    for (int k = 0; k < 3; ++k)
      body.point(size * (at[0] + of * place(random)), size * (at[1] + of * place(random)),
                 size * (at[2] + of * place(random)));
    body.face(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return body;
}

}  // namespace

TEST_CASE("faces that all share a corner cost no pairs of them") {
  for (const Shape& shape : {Shape(duplicates), Shape(roundAgain), Shape(book), Shape(threeBooks)})
    checkLinear(shape, surfaces, std::nullopt, 600);
  checkLinear(crumpledCone, test::exactManifoldDetectors, std::nullopt, 600);
}

TEST_CASE("vertices beside faces that share an edge cost no pairs of all with all") {
  checkLinear(book, surfaces, Real(1e-7), 1200);
  checkLinear(duplicates, surfaces, Real(0.1), 1200);
}

TEST_CASE("surfaces with vertices of very many faces are answered for as by brute force") {
  std::mt19937 random(11);
  std::normal_distribution<double> step(0, 0.05);
  std::size_t seed = 0;
  for (const Shape& shape : {Shape(book), Shape(threeBooks), Shape(crumpledCone), Shape(roundAgain)}) {
    Body body = shape(800);
    // Adds faces that share no corner with the shape, and some that share a vertex of very many faces.
    const std::size_t vertices = body.x.size() / 3;
    for (std::size_t i = 0; i < 60; ++i) {
      body.point(0.5 + step(random), 0.01 * static_cast<double>(i % 7) + step(random), 0.5 + 6 * step(random));
      if (i >= 2) body.face(i % 3 == 0 ? seed % 2 : vertices + i - 2, vertices + i - 1, vertices + i);
    }
    for (Real& x : body.x) x += static_cast<Real>(0.02 * step(random));
    Body other = meshes::ball(6, 8);
    other.place(0.5, {0.5, 0, 0.5});
    const bool manifold = seed++ == 2;
    CAPTURE(seed);
    compare({body, other}, surfaces(), std::nullopt, 50);
    compare({body, other}, surfaces(), Real(0.003), 50);
    if (manifold) {
      Body cone = crumpledCone(800);
      for (Real& x : cone.x) x += static_cast<Real>(0.5 * step(random));
      compare({cone, other}, test::exactManifoldDetectors(), Real(0.002), 50);
    }
  }
}

TEST_CASE("a surface with a vertex of very many faces answers by both bodies' switches") {
  Body body = book(700);
  body.append(meshes::surface({{0.2, 0.001, 0.5}, {0.8, 0.001, 0.5}, {0.5, 0.02, 0.7}}, {{0, 1, 2}}));
  const std::vector<Body> bodies(2, body);
  BodySet set = setOf(bodies);
  SpatialHash hash;
  const auto counts = [&](bool self, bool between) {
    Query query = asked(Real(1e-6));
    query.self = self;
    query.between = between;
    std::array<std::size_t, 3> found{};
    for (const FacePair& pair : answersOf(hash, set, query).facePairs)
      ++found[pair.bodyA == pair.bodyB ? pair.bodyA : 2];
    return found;
  };
  const auto both = counts(true, true);
  CHECK(both[0] > 0);
  CHECK(both[1] == both[0]);
  CHECK(both[2] > both[0]);
  CHECK(counts(true, false) == std::array{both[0], both[1], std::size_t{0}});
  CHECK(counts(false, true) == std::array{std::size_t{0}, std::size_t{0}, both[2]});
  set.setSelf(1, false);
  CHECK(counts(true, true) == std::array{both[0], std::size_t{0}, both[2]});
}

TEST_CASE("coordinates that are denormal numbers cost what others cost") {
  const double unit = sizeof(Real) == sizeof(float) ? 1e-40 : 1e-310;
  const auto atUnit = [&](std::size_t faces) { return grains(faces, unit); };
  checkLinear(atUnit, test::exactManifoldDetectors, std::nullopt, 400);
  checkLinear(atUnit, test::exactManifoldDetectors, static_cast<Real>(unit * 1e-3), 1500);
  for (const double size : {unit, 30 * unit, 1e-30}) {
    compare({grains(700, size), grains(500, size)}, test::exactManifoldDetectors(), std::nullopt, 50);
    compare({grains(700, size), grains(500, size)}, test::exactManifoldDetectors(), static_cast<Real>(size * 0.01), 50);
  }
}

TEST_CASE("a large face among faces of denormal size does not make all of these meet") {
  const double unit = sizeof(Real) == sizeof(float) ? 1e-40 : 1e-310;
  const auto mixed = [&](std::size_t faces) {
    Body body = grains(faces, unit);
    body.append(meshes::surface({{0, 1, 1}, {1, 2, 1}, {0, 3, 1}}, {{0, 1, 2}}));
    return body;
  };
  if (sizeof(Real) == sizeof(float)) {
    const auto hashed = [] {
      Detectors list;
      list.push_back(std::make_unique<SpatialHash>());
      list.push_back(std::make_unique<BucketTree>());
      return list;
    };
    checkLinear(mixed, hashed, static_cast<Real>(unit * 1e-3), 1500);
  }
  // Boxes are floats in the unit of the large face. In a double build all other boxes overlap, and exact tests are
  // slow.
  compare({mixed(sizeof(Real) == sizeof(float) ? 700 : 100)}, test::exactManifoldDetectors(),
          static_cast<Real>(unit * 0.01), 10);
}

TEST_CASE("pairs whose boxes meet take no memory once it is decided that they don't") {
  constexpr std::size_t kFaces = share::sanitized ? 1200 : 4500;
  const BodySet set = setOf({leaning(kFaces)});
  const auto check = [&](auto&& detector, std::optional<Real> margin = {}) {
    for (const unsigned threads : {1u, 3u}) {
      const Results results = answersOf(detector, set, asked(margin), threads);
      INFO(detector.name() << " on " << threads << ": " << detector.memory() << " bytes");
      CHECK(results.facePairs.empty());
      // Each pair is tested; a list of all pairs would take 8 bytes per pair.
      CHECK(results.counters.candidates >= kFaces * (kFaces - 1) / 2);
      CHECK(detector.memory() < 40'000'000);
    }
  };
  check(SpatialHash());
  check(SpatialHash(), Real(1e-9));
  check(BucketTree());
  check(RegularityTree());
  check(AutoDetector());
}

TEST_CASE("what is decided while pairs are gathered is what is decided at the end") {
  std::mt19937 random(13);
  constexpr std::size_t kFaces = share::sanitized ? 600 : 1200;
  Body body = leaning(kFaces), crossing = leaning(kFaces);
  for (std::size_t i = 0; i < crossing.x.size(); i += 3) std::swap(crossing.x[i], crossing.x[i + 2]);
  meshes::shake(body.x, random, 2e-4);
  compare({body}, test::exactManifoldDetectors(), Real(1e-5), 1000);
  compare({body, crossing}, test::exactManifoldDetectors(), std::nullopt, 1000);
}
