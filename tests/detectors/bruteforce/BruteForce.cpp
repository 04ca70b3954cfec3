#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <algorithm>
#include <limits>
#include <random>

#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

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

template <typename Element, typename... Index>
bool hasCorner(const Element* first, int n, Index... corners) {
  return (... || (std::find(first, first + n, corners) != first + n));
}

}  // namespace

TEST_CASE("brute force gives what plain loops give") {
  std::mt19937 random(7);
  Workers one(1), two(2);
  std::size_t found[3] = {};
  for (int run = 0; run < 300; ++run) {
    const std::vector<Body> bodies{randomBody(random, 3), randomBody(random, 3), randomBody(random, 2)};
    BodySet set;
    for (const Body& body : bodies) set.add(body.view());
    set.update();
    Query query;
    query.vertexTetrahedron = query.facePairs = query.vertexFace = true;
    query.margin = Real(run % 3) / 2;
    BruteForce detector;
    Results results, again;
    detector.query(set, query, results, one);
    detector.query(set, query, again, two);

    std::vector<std::array<Index, 4>> inside, near, meeting;
    for (Index a = 0; a < 3; ++a)
      for (Index v = 0; v < 8; ++v)
        for (Index b = 0; b < 3; ++b) {
          for (Index t = 0; t < 5; ++t) {
            const Index* c = &bodies[b].tetrahedra[4 * t];
            if (!(a == b && hasCorner(c, 4, v)) &&
                exact::inTetrahedron(bodies[a].at(v), bodies[b].at(c[0]), bodies[b].at(c[1]), bodies[b].at(c[2]),
                                     bodies[b].at(c[3])))
              inside.push_back({a, v, b, t});
          }
          for (Index f = 0; f < 5; ++f) {
            const Index* c = &bodies[b].faces[3 * f];
            if (!(a == b && hasCorner(c, 3, v)) &&
                exact::pointWithin(bodies[a].at(v), bodies[b].at(c[0]), bodies[b].at(c[1]), bodies[b].at(c[2]),
                                   query.margin))
              near.push_back({a, v, b, f});
          }
        }
    for (Index i = 0; i < 15; ++i)
      for (Index j = i + 1; j < 15; ++j) {
        const Body &A = bodies[i / 5], &B = bodies[j / 5];
        const Index *a = &A.faces[3 * (i % 5)], *b = &B.faces[3 * (j % 5)];
        if (i / 5 == j / 5 && hasCorner(a, 3, b[0], b[1], b[2])) continue;
        if (exact::trianglesMeet(A.at(a[0]), A.at(a[1]), A.at(a[2]), B.at(b[0]), B.at(b[1]), B.at(b[2])))
          meeting.push_back({i / 5, i % 5, j / 5, j % 5});
      }
    for (const Results* r : {&results, &again}) {
      std::vector<std::array<Index, 4>> got;
      for (const auto& p : r->vertexTetrahedron)
        got.push_back({p.vertexBody, p.vertex, p.tetrahedronBody, p.tetrahedron});
      REQUIRE(got == inside);
      got.clear();
      for (const auto& p : r->vertexFace) got.push_back({p.vertexBody, p.vertex, p.faceBody, p.face});
      REQUIRE(got == near);
      got.clear();
      for (const auto& p : r->facePairs) got.push_back({p.bodyA, p.faceA, p.bodyB, p.faceB});
      REQUIRE(got == meeting);
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
  BodySet set;
  for (const Body& body : bodies) set.add(body.view());
  set.update();
  Query query;
  query.facePairs = query.vertexFace = true;
  query.margin = Real(0.02);
  BruteForce detector;
  Results results;
  Workers workers(2);
  detector.query(set, query, results, workers);

  const auto corner = [](const Body& body, std::size_t face, std::size_t k) { return body.faces[3 * face + k]; };
  const auto at = [&](std::size_t b, std::size_t face, std::size_t k) {
    return bodies[b].at(corner(bodies[b], face, k));
  };
  std::size_t meeting = 0, near = 0, pairs = 0;
  for (std::size_t a = 0; a < bodies.size(); ++a)
    for (std::size_t b = 0; b < bodies.size(); ++b)
      for (std::size_t g = 0; g < bodies[b].faces.size() / 3; ++g) {
        const Index* const ofG = &bodies[b].faces[3 * g];
        for (std::size_t f = 0; a <= b && f < (a == b ? g : bodies[a].faces.size() / 3); ++f) {
          ++pairs;
          if (a == b && hasCorner(ofG, 3, corner(bodies[a], f, 0), corner(bodies[a], f, 1), corner(bodies[a], f, 2)))
            continue;
          meeting += exact::trianglesMeet(at(a, f, 0), at(a, f, 1), at(a, f, 2), at(b, g, 0), at(b, g, 1), at(b, g, 2));
        }
        for (Index v = 0; v < bodies[a].x.size() / 3; ++v) {
          ++pairs;
          if (a == b && hasCorner(ofG, 3, v)) continue;
          near += exact::pointWithin(bodies[a].at(v), at(b, g, 0), at(b, g, 1), at(b, g, 2), query.margin);
        }
      }
  CHECK(results.facePairs.size() == meeting);
  CHECK(results.vertexFace.size() == near);
  CHECK(meeting > 100);
  CHECK(near > 100);
  CHECK(results.counters.boxTests < pairs / 2);
}

TEST_CASE("switched-off pairs and bodies that sit out are left out") {
  Body a{{0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4}, {}, {0, 1, 2, 3}, {}};
  a.faces.clear();
  a.tetrahedra = {0, 1, 2, 3};
  Body b = a;
  for (Real& c : b.x) c = c / 4 + Real(0.5);
  BodySet set;
  set.add(a.view());
  set.add(b.view());
  Workers one(1);
  BruteForce detector;
  Query query;
  query.vertexTetrahedron = true;
  Results results;
  const auto count = [&] {
    set.update();
    detector.query(set, query, results, one);
    return results.vertexTetrahedron.size();
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
  BodySet set;
  set.update();
  Workers one(1);
  BruteForce detector;
  Results results;
  Query query;
  query.vertexFace = true;
  for (const Real bad : {Real(-1), std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()}) {
    query.margin = bad;
    CHECK_THROWS_AS(detector.query(set, query, results, one), Error);
  }
}

TEST_CASE("candidates hold every pair within reach, swept or not, and none that shares a corner") {
  std::mt19937 random(11);
  Workers one(1);
  for (int run = 0; run < 100; ++run) {
    const std::vector<Body> bodies{randomBody(random, 6), randomBody(random, 6)};
    BodySet set;
    set.setMargin(set.add(bodies[0].view()), Real(0.25));
    set.setMargin(set.add(bodies[1].view()), Real(0.75));
    set.update();
    CandidateQuery query;
    query.vertexFace = query.edgeEdge = query.faceFace = true;
    query.swept = run % 2;
    query.marginScale = 1;
    Candidates candidates;
    Counters counters;
    BruteForce detector;
    detector.candidates(set, query, candidates, counters, one);
    CHECK(std::is_sorted(candidates.vertexFace.begin(), candidates.vertexFace.end()));
    CHECK(std::is_sorted(candidates.edgeEdge.begin(), candidates.edgeEdge.end()));
    const auto& x = set.positions();
    for (Index v = 0; v < 16; ++v)
      for (Index f = 0; f < 10; ++f) {
        const auto& c = set.faces()[f];
        const bool own = hasCorner(c.data(), 3, v);
        const Real h = set.marginAt(v / 8) + set.marginAt(f / 5);
        const bool has =
            std::binary_search(candidates.vertexFace.begin(), candidates.vertexFace.end(), VertexFaceCandidate{v, f});
        if (own) REQUIRE_FALSE(has);
        if (!own && exact::pointWithin(&x[v].x, &x[c[0]].x, &x[c[1]].x, &x[c[2]].x, h)) REQUIRE(has);
      }
    for (Index a = 0; a < set.edges().size(); ++a)
      for (Index b = a + 1; b < set.edges().size(); ++b) {
        const auto &e = set.edges()[a], &f = set.edges()[b];
        const bool own = hasCorner(e.data(), 2, f[0], f[1]);
        const Real h = set.marginAt(set.slotOfEdge()[a]) + set.marginAt(set.slotOfEdge()[b]);
        const bool has =
            std::binary_search(candidates.edgeEdge.begin(), candidates.edgeEdge.end(), EdgeEdgeCandidate{a, b});
        if (own) REQUIRE_FALSE(has);
        if (!own && exact::segmentsWithin(&x[e[0]].x, &x[e[1]].x, &x[f[0]].x, &x[f[1]].x, h)) REQUIRE(has);
      }
  }
}
