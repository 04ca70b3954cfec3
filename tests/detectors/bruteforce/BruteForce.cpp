#include <pliant/detectors/Error.h>
#include <pliant/detectors/corners.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <algorithm>
#include <limits>
#include <random>

#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;

namespace {

/// Vertices on a small integer grid, so that touching, coplanar and degenerate elements are frequent.
Body randomBody(std::mt19937& random, int grid) {
  std::uniform_int_distribution<int> coordinate(0, grid), corner(0, 7);
  Body body;
  for (int i = 0; i < 3 * 8; ++i) body.x.push_back(Real(coordinate(random)));
  for (int i = 0; i < 3 * 8; ++i) body.x0.push_back(Real(coordinate(random)));
  for (int i = 0; i < 3 * 5; ++i) body.faces.push_back(Index(corner(random)));
  for (int i = 0; i < 4 * 5; ++i) body.tetrahedra.push_back(Index(corner(random)));
  return body;
}

using Rows = std::vector<std::array<Index, 4>>;

/// Returns the vertices near faces of all bodies, by a loop over all pairs.
Rows nearPairs(const std::vector<Body>& bodies, Real margin) {
  Rows rows;
  for (Index a = 0; a < bodies.size(); ++a)
    for (Index v = 0; v < bodies[a].vertices(); ++v)
      for (Index b = 0; b < bodies.size(); ++b) {
        const auto faces = bodies[b].triangles();
        for (Index f = 0; f < faces.size(); ++f) {
          const Triangle& c = faces[f];
          if (!(a == b && isCorner(v, c)) &&
              exact::pointWithin(bodies[a].at(v), bodies[b].at(c[0]), bodies[b].at(c[1]), bodies[b].at(c[2]), margin))
            rows.push_back({a, v, b, f});
        }
      }
  return rows;
}

/// Returns the faces of all bodies that meet, by a loop over all pairs.
Rows meetingPairs(const std::vector<Body>& bodies) {
  Rows rows;
  for (Index a = 0; a < bodies.size(); ++a) {
    const auto facesA = bodies[a].triangles();
    for (Index f = 0; f < facesA.size(); ++f)
      for (Index b = a; b < bodies.size(); ++b) {
        const auto facesB = bodies[b].triangles();
        for (Index g = a == b ? f + 1 : 0; g < facesB.size(); ++g) {
          const Triangle &s = facesA[f], &t = facesB[g];
          if (!(a == b && shareCorner(s, t)) &&
              exact::trianglesMeet(bodies[a].at(s[0]), bodies[a].at(s[1]), bodies[a].at(s[2]), bodies[b].at(t[0]),
                                   bodies[b].at(t[1]), bodies[b].at(t[2])))
            rows.push_back({a, f, b, g});
        }
      }
  }
  return rows;
}

Rows rowsOf(const std::vector<VertexFace>& list) {
  Rows rows;
  for (const VertexFace& r : list) rows.push_back({r.vertexBody, r.vertex, r.faceBody, r.face});
  return rows;
}
Rows rowsOf(const std::vector<FacePair>& list) {
  Rows rows;
  for (const FacePair& r : list) rows.push_back({r.bodyA, r.faceA, r.bodyB, r.faceB});
  return rows;
}

}  // namespace

TEST_CASE("brute force gives what plain loops give") {
  std::mt19937 random(7);
  Workers one(1), two(2);
  std::size_t found[3] = {};
  for (int run = 0; run < 300; ++run) {
    const std::vector<Body> bodies{randomBody(random, 3), randomBody(random, 3), randomBody(random, 2)};
    const BodySet set = setOf(bodies);
    const Query query{.vertexTetrahedron = true, .facePairs = true, .vertexFace = true, .margin = Real(run % 3) / 2};
    BruteForce detector;
    const Results results = test::answersOf(detector, set, query, one),
                  again = test::answersOf(detector, set, query, two);

    Rows inside;
    for (Index a = 0; a < 3; ++a)
      for (Index v = 0; v < 8; ++v)
        for (Index b = 0; b < 3; ++b)
          for (Index t = 0; t < 5; ++t) {
            const Index* c = &bodies[b].tetrahedra[4 * t];
            if (!(a == b && isCorner(v, std::array{c[0], c[1], c[2], c[3]})) &&
                exact::inTetrahedron(bodies[a].at(v), bodies[b].at(c[0]), bodies[b].at(c[1]), bodies[b].at(c[2]),
                                     bodies[b].at(c[3])))
              inside.push_back({a, v, b, t});
          }
    const Rows near = nearPairs(bodies, query.margin), meeting = meetingPairs(bodies);
    for (const Results* r : {&results, &again}) {
      Rows got;
      for (const auto& p : r->vertexTetrahedron)
        got.push_back({p.vertexBody, p.vertex, p.tetrahedronBody, p.tetrahedron});
      REQUIRE(got == inside);
      REQUIRE(rowsOf(r->vertexFace) == near);
      REQUIRE(rowsOf(r->facePairs) == meeting);
    }
    for (const auto& p : results.vertexTetrahedron) {
      // The barycentric coordinates reproduce the vertex.
      const Index* c = &bodies[p.tetrahedronBody].tetrahedra[4 * p.tetrahedron];
      for (int k = 0; k < 3; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < 4; ++i)
          sum += double(p.barycentric[i]) * double(bodies[p.tetrahedronBody].at(c[i])[k]);
        REQUIRE(sum == Approx(double(bodies[p.vertexBody].at(p.vertex)[k])).margin(1e-5));
      }
    }
    found[0] += inside.size();
    found[1] += near.size();
    found[2] += meeting.size();
  }
  CHECK((found[0] > 1000 && found[1] > 1000 && found[2] > 1000));  // enough pairs were compared
}

TEST_CASE("brute force gives what plain loops give where elements in a row are far away together") {
  std::mt19937 random(9);
  std::vector<Body> bodies{meshes::sheet(11), meshes::sheet(10), meshes::sheet(9)};
  bodies[1].place(1, {Real(0.4), Real(0.3), Real(0.01)});
  bodies[2].place(1, {Real(-0.6), Real(0.2), Real(0.02)});
  std::uniform_real_distribution<double> u(-0.05, 0.05);
  for (Body& body : bodies)
    for (Real& x : body.x) x += Real(u(random));
  const BodySet set = setOf(bodies);
  BruteForce detector;
  const Results results =
      test::answersOf(detector, set, {.facePairs = true, .vertexFace = true, .margin = Real(0.02)}, 2);
  CHECK(rowsOf(results.facePairs) == meetingPairs(bodies));
  CHECK(rowsOf(results.vertexFace) == nearPairs(bodies, Real(0.02)));
  CHECK(results.facePairs.size() > 100);
  CHECK(results.vertexFace.size() > 100);
  const std::size_t faces = set.faces().size(), pairs = faces * (faces - 1) / 2 + faces * set.positions().size();
  CHECK(results.counters.boxTests < pairs / 2);
}

TEST_CASE("switched-off pairs and bodies that sit out are left out") {
  Body a = meshes::solid({0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4}, {0, 1, 2, 3});
  Body b = a;
  for (Real& c : b.x) c = c / 4 + Real(0.5);
  BodySet set;
  set.add(a.view());
  set.add(b.view());
  BruteForce detector;
  Query query{.vertexTetrahedron = true};
  const auto count = [&] {
    set.update();
    return test::answersOf(detector, set, query).vertexTetrahedron.size();
  };
  CHECK(count() == 4);
  set.setPair(0, 1, false);
  CHECK(count() == 0);
  set.setPair(0, 1, true);
  query.between = false;
  CHECK(count() == 0);
  query.between = true;
  a.x[0] = std::numeric_limits<Real>::quiet_NaN();
  CHECK(count() == 0);
  a.x[0] = 0;
  CHECK(count() == 4);
}

TEST_CASE("a margin that is negative or not finite is refused") {
  const BodySet set = setOf({});
  for (const Real bad : {Real(-1), std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()})
    CHECK_THROWS_AS(test::bruteForce(set, {.vertexFace = true, .margin = bad}), Error);
}

TEST_CASE("candidates hold every pair within reach, swept or not, and none that shares a corner") {
  std::mt19937 random(11);
  for (int run = 0; run < 100; ++run) {
    const std::vector<Body> bodies{randomBody(random, 6), randomBody(random, 6)};
    BodySet set;
    set.setMargin(set.add(bodies[0].view()), Real(0.25));
    set.setMargin(set.add(bodies[1].view()), Real(0.75));
    set.update();
    const Candidates candidates = test::bruteForceCandidates(
        set, {.vertexFace = true, .edgeEdge = true, .faceFace = true, .swept = run % 2 == 1, .marginScale = 1});
    CHECK(std::is_sorted(candidates.vertexFace.begin(), candidates.vertexFace.end()));
    CHECK(std::is_sorted(candidates.edgeEdge.begin(), candidates.edgeEdge.end()));
    const auto& x = set.positions();
    for (Index v = 0; v < 16; ++v)
      for (Index f = 0; f < 10; ++f) {
        const auto& c = set.faces()[f];
        const bool own = isCorner(v, c);
        const Real h = set.marginAt(v / 8) + set.marginAt(f / 5);
        const bool has =
            std::binary_search(candidates.vertexFace.begin(), candidates.vertexFace.end(), VertexFaceCandidate{v, f});
        if (own) REQUIRE_FALSE(has);
        if (!own && exact::pointWithin(&x[v].x, &x[c[0]].x, &x[c[1]].x, &x[c[2]].x, h)) REQUIRE(has);
      }
    for (Index a = 0; a < set.edges().size(); ++a)
      for (Index b = a + 1; b < set.edges().size(); ++b) {
        const auto &e = set.edges()[a], &f = set.edges()[b];
        const bool own = shareCorner(e, f);
        const Real h = set.marginAt(set.bodyOfEdge()[a]) + set.marginAt(set.bodyOfEdge()[b]);
        const bool has =
            std::binary_search(candidates.edgeEdge.begin(), candidates.edgeEdge.end(), EdgeEdgeCandidate{a, b});
        if (own) REQUIRE_FALSE(has);
        if (!own && exact::segmentsWithin(&x[e[0]].x, &x[e[1]].x, &x[f[0]].x, &x[f[1]].x, h)) REQUIRE(has);
      }
  }
}
