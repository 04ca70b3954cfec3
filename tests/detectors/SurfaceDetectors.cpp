#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <limits>
#include <random>

#include "ExactSurfaceDetectors.h"
#include "SameAnswers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::lattice;
using meshes::setOf;

namespace {

/// Compares all detectors with brute force, the hash with the given settings, with one thread and with more. Returns
/// the number of pairs.
std::size_t compare(const std::vector<Body>& bodies, Real margin, const SpatialHash::Settings& settings = {},
                    bool between = true, bool self = true) {
  const BodySet set = setOf(bodies);
  Query query;
  query.facePairs = query.vertexFace = true;
  query.margin = margin;
  query.between = between;
  query.self = self;
  BruteForce brute;
  Workers one(1), two(2), many(5);
  Results expected, found;
  brute.query(set, query, expected, one);
  for (const auto& detector : test::exactSurfaceDetectors(settings)) {
    INFO(detector->name());
    for (Workers* workers : {&one, &two, &many}) {
      detector->update(set, *workers);
      detector->query(set, query, found, *workers);
      REQUIRE(test::same(found, expected));
    }
  }
  return expected.facePairs.size() + expected.vertexFace.size();
}

SpatialHash::Settings cells(Real size, Index table = 0) {
  SpatialHash::Settings settings;
  settings.cellSize = size;
  settings.tableSize = table;
  return settings;
}

using Point = std::array<double, 3>;

Point at(const BodySet& set, Index v, double t) {
  const auto &q = set.positions_t0()[v], &x = set.positions()[v];
  const auto mix = [t](Real a, Real b) { return double(a) + t * (double(b) - double(a)); };
  return {mix(q.x, x.x), mix(q.y, x.y), mix(q.z, x.z)};
}

std::array<Real, 3> rounded(const Point& p) {
  return {static_cast<Real>(p[0]), static_cast<Real>(p[1]), static_cast<Real>(p[2])};
}

/// Returns every pair without a common corner that is within reach at one of some instants.
Candidates pairsWithinReach(const BodySet& set, const CandidateQuery& query) {
  const auto wanted = [&](Index a, Index b) { return a == b ? query.self : query.between; };
  const auto reach = [&](Index a, Index b, bool margin = true) {
    const Real scale = margin ? query.marginScale : 0;
    return (scale * (set.marginAt(a) + set.marginAt(b)) + query.distance) * Real(0.999);
  };
  const int instants = query.swept ? 9 : 1;
  const auto time = [&](int i) { return query.swept ? i / 8.0 : 1.0; };
  const auto bodyOfVertex = set.bodyOfVertex();
  Candidates near;
  for (Index f = 0; f < set.faces().size(); ++f)
    for (Index v = 0; v < set.positions().size(); ++v) {
      const Triangle& t = set.faces()[f];
      const Index a = bodyOfVertex[v], b = set.bodyOfFace()[f];
      if (!query.vertexFace || !wanted(a, b) || std::find(t.begin(), t.end(), v) != t.end()) continue;
      bool is = false;
      for (int i = 0; i < instants && !is; ++i) {
        const auto p = rounded(at(set, v, time(i))), x = rounded(at(set, t[0], time(i))),
                   y = rounded(at(set, t[1], time(i))), z = rounded(at(set, t[2], time(i)));
        is = exact::pointWithin(p.data(), x.data(), y.data(), z.data(), reach(a, b));
      }
      if (is) near.vertexFace.push_back({v, f});
    }
  for (Index e = 0; e < set.edges().size(); ++e)
    for (Index g = e + 1; g < set.edges().size(); ++g) {
      const Edge &d = set.edges()[e], &c = set.edges()[g];
      const Index a = set.bodyOfEdge()[e], b = set.bodyOfEdge()[g];
      if (!query.edgeEdge || !wanted(a, b) || d[0] == c[0] || d[0] == c[1] || d[1] == c[0] || d[1] == c[1]) continue;
      bool is = false;
      for (int i = 0; i < instants && !is; ++i) {
        const auto p = rounded(at(set, d[0], time(i))), q = rounded(at(set, d[1], time(i))),
                   r = rounded(at(set, c[0], time(i))), s = rounded(at(set, c[1], time(i)));
        is = exact::segmentsWithin(p.data(), q.data(), r.data(), s.data(), reach(a, b, query.edgeMargin));
      }
      if (is) near.edgeEdge.push_back({e, g});
    }
  return near;
}

/// Checks that candidates equal those of a second run, contain no pair twice, and contain all pairs of `near`.
template <typename Pair>
void checkList(const std::vector<Pair>& candidates, const std::vector<Pair>& again, const std::vector<Pair>& near) {
  CHECK(candidates == again);
  CHECK(std::adjacent_find(candidates.begin(), candidates.end(),
                           [](const auto& a, const auto& b) { return !(a < b); }) == candidates.end());
  CHECK(std::all_of(near.begin(), near.end(),
                    [&](const Pair& pair) { return std::binary_search(candidates.begin(), candidates.end(), pair); }));
}

/// Checks the candidates of all detectors. Returns the number of pairs that come within reach.
std::size_t checkCandidates(const std::vector<Body>& bodies, const CandidateQuery& query) {
  BodySet set;
  for (const Body& body : bodies) set.add(body.view());
  for (Index id = 0; id < bodies.size(); ++id) set.setMargin(id, Real(0.02) * Real(id + 1));
  set.update();
  const Candidates near = pairsWithinReach(set, query);
  Workers one(1), two(2);
  for (const auto& detector : test::exactSurfaceDetectors()) {
    if (detector->gathersEachStep(set)) continue;  // its lists hold only what the narrow test accepts, see Patches
    INFO(detector->name());
    Candidates found, again;
    Counters counters;
    detector->update(set, one);
    detector->candidates(set, query, found, counters, one);
    detector->candidates(set, query, again, counters, two);
    checkList(found.vertexFace, again.vertexFace, near.vertexFace);
    checkList(found.edgeEdge, again.edgeEdge, near.edgeEdge);
    checkList(found.faceFace, again.faceFace, near.faceFace);
  }
  return near.vertexFace.size() + near.edgeEdge.size();
}

}  // namespace

TEST_CASE("faces and vertices on a lattice, where touching is the rule") {
  std::mt19937 random(3);
  std::size_t found = 0;
  for (int run = 0; run < 400; ++run) {
    const int grid = 1 + run % 5;
    const std::vector<Body> bodies{lattice(random, grid, 9, 8), lattice(random, grid, 7, 6), lattice(random, 2, 5, 3)};
    found += compare(bodies, Real(run % 4) / 2, cells(Real(run % 3), Index(run % 2) * 7));
  }
  CHECK(found > 10000);
}

TEST_CASE("many small faces, any cell and table size") {
  std::mt19937 random(5);
  std::size_t found = 0;
  const std::vector<Body> bodies{meshes::soup(random, 600, 300, 0.05), meshes::soup(random, 450, 250, 0.05)};
  for (const Real cell : {Real(0), Real(1e-6), Real(0.01), Real(0.1), Real(3), Real(1e20)})
    for (const Index table : {0u, 1u, 97u, 4096u}) found += compare(bodies, Real(0.01), cells(cell, table));
  CHECK(found > 1000);
  compare(bodies, 0, {}, true, false);
  compare(bodies, 0, {}, false, true);
}

TEST_CASE("smooth meshes: self and between, deformed") {
  std::mt19937 random(9);
  for (int run = 0; run < 6; ++run) {
    Body a = meshes::ball(12, 20), b = meshes::ball(9, 16), c = meshes::sheet(16);
    c.place(3, {-1.5, -1.5, 0.2 * run - 0.5});
    b.place(0.8, {0.3 * run, 0.1, 0.2});
    for (Body* body : {&a, &b, &c}) {
      meshes::move(*body, random, 0.02 * run);
      body->x0.clear();
    }
    CHECK(compare({a, b, c}, Real(0.05)) > 0);
  }
}

TEST_CASE("one sheet that lies in itself") {
  Body flat = meshes::sheet(12);
  for (std::size_t i = 0; i < flat.x.size(); i += 3) flat.x[i] = std::abs(flat.x[i] - Real(0.5));
  CHECK(compare({flat}, 0) > 100);
}

TEST_CASE("identical bodies") {
  const Body ball = meshes::ball(8, 12);
  CHECK(compare({ball, ball, ball}, 0) > 1000);
}

TEST_CASE("sizes from 1e-30 to 1e30, and far away") {
  std::mt19937 random(11);
  const Body a = meshes::soup(random, 300, 150, 0.1), b = meshes::soup(random, 300, 150, 0.1);
  for (const double scale : {1e-30, 1e-12, 1e-3, 1e3, 1e12, 1e30}) {
    Body c = a, d = b;
    c.place(scale, {});
    d.place(scale, {});
    CHECK(compare({c, d}, static_cast<Real>(0.01 * scale)) > 50);
  }
  for (const double away : {1e3, 1e5, 1e7}) {
    Body c = a, d = b;
    c.place(1, {away, -away, 0.1 * away});
    d.place(1, {away, -away, 0.1 * away});
    CHECK(compare({c, d}, Real(0.01)) > 50);
  }
}

TEST_CASE("the largest numbers there are: edges longer than the largest") {
  constexpr Real big = std::numeric_limits<Real>::max();
  std::mt19937 random(12);
  for (const double part : {0.3, 0.6, 0.9}) {
    std::vector<Body> bodies;
    for (int b = 0; b < 2; ++b) {
      Body body = meshes::soup(random, 330, 130, 0.3);
      for (Real& x : body.x) x = std::clamp(x, Real(-1), Real(1)) * static_cast<Real>(part) * big;
      bodies.push_back(body);
    }
    Body wide;
    for (const auto& [i, j, k] : {std::array{-1, -1, -1}, {1, 1, 1}, {1, -1, 1}, {-1, 1, 0}})
      for (const int sign : {i, j, k}) wide.x.push_back(static_cast<Real>(sign) * static_cast<Real>(part) * big);
    for (const Index corner : {0u, 1u, 2u, 0u, 1u, 3u}) wide.faces.push_back(corner);
    bodies.push_back(wide);
    CHECK(compare(bodies, 0) > 20);
    CHECK(compare(bodies, big / 16) > 20);
  }
}

TEST_CASE("huge and tiny elements together") {
  std::mt19937 random(13);
  Body mixed = meshes::soup(random, 600, 300, 1e-3);
  for (const double size : {0.1, 1.0, 30.0}) {
    const Body more = meshes::soup(random, 30, 12, size);
    const std::size_t first = mixed.x.size() / 3;
    mixed.x.insert(mixed.x.end(), more.x.begin(), more.x.end());
    for (const Index corner : more.faces) mixed.faces.push_back(corner + static_cast<Index>(first));
  }
  const Body other = meshes::soup(random, 600, 300, 1e-2);
  CHECK(compare({mixed, other}, Real(0.001)) > 100);
  // One vertex is at half the largest number.
  Body torn = other;
  torn.x[0] = std::numeric_limits<Real>::max() / 2;
  CHECK(compare({torn, mixed}, Real(0.001)) > 100);
}

TEST_CASE("the smallest numbers there are") {
  Body body = meshes::sheet(4);
  for (Real& x : body.x) x *= std::numeric_limits<Real>::denorm_min() * 8;
  compare({body, body}, 0);
  compare({body, body}, std::numeric_limits<Real>::denorm_min());
}

TEST_CASE("clouds, isolated vertices, empty bodies, single faces") {
  Body cloud, empty, lone;
  for (int i = 0; i < 30; ++i) cloud.point(0.1 * i, 0.05, 0);
  lone.point(0, 0, 0);
  lone.point(1, 0, 0);
  lone.point(0, 1, 0);
  lone.point(0.2, 0.2, 0.01);
  lone.face(0, 1, 2);
  CHECK(compare({cloud, empty, lone}, Real(0.1)) > 5);
  CHECK(compare({lone}, Real(0.02)) == 1);
  CHECK(compare({cloud, cloud}, 1) == 0);
  CHECK(compare({}, 1) == 0);
}

TEST_CASE("the order of bodies changes nothing but their names") {
  std::mt19937 random(15);
  std::vector<Body> bodies;
  for (int i = 0; i < 5; ++i) bodies.push_back(meshes::soup(random, 90, 40, 0.2));
  const std::size_t forward = compare(bodies, Real(0.02));
  std::reverse(bodies.begin(), bodies.end());
  CHECK(compare(bodies, Real(0.02)) == forward);
}

TEST_CASE("hundreds of bodies, some pairs switched off") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> place(0, 6);
  BodySet set;
  std::vector<Body> bodies;
  for (int i = 0; i < 300; ++i) {
    bodies.push_back(meshes::ball(4, 5));
    bodies.back().place(0.4, {place(random), place(random), place(random)});
  }
  for (const Body& body : bodies) set.add(body.view());
  for (Index i = 0; i < 100; ++i) set.setPair(i, (i * 7 + 1) % 300, false);
  set.update();
  Query query;
  query.facePairs = query.vertexFace = true;
  query.margin = Real(0.02);
  BruteForce brute;
  Workers one(1);
  Results expected, found;
  brute.query(set, query, expected, one);
  CHECK(expected.facePairs.size() > 100);
  for (const auto& detector : test::exactSurfaceDetectors()) {
    INFO(detector->name());
    detector->update(set, one);
    detector->query(set, query, found, one);
    CHECK(test::same(found, expected));
  }
}

TEST_CASE("candidates hold every pair that comes within reach") {
  std::mt19937 random(19);
  std::size_t within = 0;
  for (int run = 0; run < 60; ++run) {
    Body a = meshes::soup(random, 60, 30, 0.15), b = meshes::sheet(4), c = meshes::ball(5, 7);
    b.place(1.5, {-0.7, -0.7, 0});
    c.place(0.6, {0.2, 0.1, 0.3});
    const double speed = run % 4 == 3 ? 5 : 0.1 * (run % 4);
    const std::array<double, 3> common{10.0 * (run % 3), -3.0 * (run % 5), 0};
    for (Body* body : {&a, &b, &c}) meshes::move(*body, random, speed, common);
    CandidateQuery query;
    query.vertexFace = query.edgeEdge = query.faceFace = true;
    query.swept = run % 2;
    query.marginScale = Real(run % 3) / 2;
    query.distance = Real(run % 5) / 50;
    query.between = run % 7 != 1;
    query.self = run % 7 != 2;
    query.edgeMargin = run % 4 != 2;
    within += checkCandidates({a, b, c}, query);
  }
  CHECK(within > 10000);
}
