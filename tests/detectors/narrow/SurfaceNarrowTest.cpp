#include <pliant_catch.h>

#include <cmath>
#include <optional>

#include "MovingPair.h"
#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using namespace moving;

namespace {

/// Returns the contact of one pair; no value if there is none.
std::optional<SurfaceContact> contactOf(const Pair& pair, const SurfaceContactSettings& settings = {}) {
  const auto body = [&](std::size_t first, std::size_t count) {
    Body b;
    for (std::size_t i = first; i < first + count; ++i) append(b.x0, pair.start[i]);
    for (std::size_t i = first; i < first + count; ++i) append(b.x, pair.end[i]);
    return b;
  };
  std::vector<Body> bodies;
  if (pair.oneBody) {
    bodies = {body(0, 4)};
    if (pair.edges)
      bodies[0].faces = {0, 1, 1, 2, 3, 3};  // only the two edges
    else
      bodies[0].faces = {1, 2, 3};
  } else if (pair.edges) {
    bodies = {body(0, 2), body(2, 2)};
    for (Body& b : bodies) b.faces = {0, 1, 1};
  } else {
    bodies = {body(0, 1), body(1, 3)};
    bodies[1].faces = {0, 1, 2};
  }
  BodySet set;
  for (const Body& b : bodies) set.setMargin(set.add(b.view()), pair.margin);
  std::vector<Real> rest;
  if (pair.rest) {
    for (const Point& p : *pair.rest) append(rest, p);
    set.setRestPositions(0, {rest.data(), 4});
  }
  set.update();
  Candidates candidates;
  if (pair.edges)
    candidates.edgeEdge.push_back({0, 1});
  else
    candidates.vertexFace.push_back({0, 0});
  std::vector<SurfaceContact> contacts;
  Counters counters;
  Workers workers(1);
  SurfaceNarrowTest narrow;
  narrow.run(set, candidates, settings, contacts, counters, workers);
  CHECK(counters.narrowTests <= 1);
  if (contacts.empty()) return std::nullopt;
  return contacts.front();
}

constexpr SurfaceContactSettings kWithEdges{.edgeEdgeNearby = true};

constexpr Points kDrop{{{0.2, 0.2, 0.5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

Points moved(Points x, std::size_t i, const Point& by) {
  for (std::size_t k = 0; k < 3; ++k) x[i][k] += by[k];
  return x;
}

/// Returns the distance along the contact's normal, positive on the side of t0.
double signedDistance(const SurfaceContact& c, const Points& x) {
  double d = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 3; ++k) d += double(c.weights[i]) * double(c.normal[Eigen::Index(k)]) * x[i][k];
  return d;
}

void checkSound(const SurfaceContact& c, const Pair& pair) {
  CHECK(std::abs(double(c.normal.norm()) - 1) < 1e-5);
  double sum = 0;
  for (const Real w : c.weights) sum += double(w);
  CHECK(std::abs(sum) < 1e-6);
  if (c.kind == SurfaceContact::Kind::VertexFace) {
    CHECK(c.weights[0] == 1);
    for (std::size_t i = 1; i < 4; ++i) CHECK((c.weights[i] <= 0 && c.weights[i] >= Real(-1.000001)));
  }
  if (double(c.distance_t0) > 1e-6 * double(pair.margin)) CHECK(signedDistance(c, pair.start) > 0);
}

}  // namespace

TEST_CASE("a set without bodies has no contacts") {
  BodySet set;
  set.update();
  SurfaceNarrowTest narrow;
  std::vector<SurfaceContact> contacts(1);
  Counters counters;
  Workers workers;
  narrow.run(set, {}, {}, contacts, counters, workers);
  CHECK(contacts.empty());
}

TEST_CASE("a vertex drops through a triangle") {
  const Pair pair{kDrop, moved(kDrop, 0, {0, 0, -1})};
  const auto contact = contactOf(pair, kHitsOnly);
  REQUIRE(contact);
  checkSound(*contact, pair);
  CHECK(contact->swept);
  CHECK(contact->normal[2] == Approx(1));
  CHECK(contact->weights[1] == Approx(-0.6));
  CHECK(contact->weights[2] == Approx(-0.2));
  CHECK(contact->weights[3] == Approx(-0.2));
  CHECK(contact->distance_t0 == Approx(0.5));
  CHECK(signedDistance(*contact, pair.end) == Approx(-0.5));
  // A vertex that comes from below has the opposite normal.
  Pair below{moved(kDrop, 0, {0, 0, -1}), kDrop};
  const auto up = contactOf(below, kHitsOnly);
  REQUIRE(up);
  CHECK(up->normal[2] == Approx(-1));
}

TEST_CASE("a vertex passes beside, away, or not at all") {
  CHECK_FALSE(contactOf({moved(kDrop, 0, {1, 1, 0}), moved(kDrop, 0, {1, 1, -1})}));
  CHECK_FALSE(contactOf({kDrop, moved(kDrop, 0, {0, 0, 5})}));
  CHECK_FALSE(contactOf({kDrop, moved(kDrop, 0, {0.1, 0.1, 0})}));
  CHECK_FALSE(contactOf({kDrop, kDrop}));
  // Just beside an edge, and just inside it.
  const Points beside = moved(kDrop, 0, {-0.3, 0, 0});
  CHECK_FALSE(contactOf({beside, moved(beside, 0, {0, 0, -1})}));
  const Points through = moved(kDrop, 0, {-0.199, 0, 0});
  CHECK(contactOf({through, moved(through, 0, {0, 0, -1})}));
}

TEST_CASE("both move, and fast") {
  for (const double speed : {1.0, 30.0, 1000.0, 1e6}) {
    Points end = kDrop;
    for (std::size_t i = 0; i < 4; ++i) {
      end[i][0] += 7 * speed;
      end[i][2] += i == 0 ? -speed : speed;
    }
    const Pair pair{kDrop, end};
    const auto contact = contactOf(pair, kHitsOnly);
    REQUIRE(contact);
    checkSound(*contact, pair);
    CHECK(contact->normal[2] == Approx(1).epsilon(1e-4));
  }
  // All points move together: no hit at any speed.
  Points end = kDrop;
  for (auto& p : end)
    for (double& k : p) k += 1000;
  CHECK_FALSE(contactOf({kDrop, end}));
}

TEST_CASE("near at the end, within the reach of the margins") {
  Pair pair{kDrop, moved(kDrop, 0, {0, 0, -0.4})};
  pair.margin = Real(0.05);
  CHECK(contactOf(pair));
  CHECK_FALSE(contactOf(pair, kHitsOnly));
  const auto contact = contactOf(pair);
  CHECK_FALSE(contact->swept);
  CHECK(contact->contactDistance == Approx(0.1));
  CHECK(signedDistance(*contact, pair.end) == Approx(0.1));
  pair.end = moved(kDrop, 0, {0, 0, -0.34});  // distance 0.16 exceeds 1.25 · 0.1
  CHECK_FALSE(contactOf(pair));
  CHECK(contactOf(pair, {.reach = Real(0.7)}));
}

TEST_CASE("what has gone round a rim is no contact on the wrong side") {
  // The path leads from above the face, around its edge at y = 0 without touching it, to below the face.
  Pair pair{kDrop, kDrop};
  pair.margin = Real(0.05);
  pair.start[0] = {0.2, -0.3, 0.1};
  pair.end[0] = {0.2, 0.02, -0.08};
  CHECK_FALSE(contactOf(pair, kHitsOnly));
  CHECK_FALSE(contactOf(pair));
  // A vertex that starts below the face is a contact on that side.
  pair.start[0] = {0.2, -0.3, -0.1};
  const auto contact = contactOf(pair);
  REQUIRE(contact);
  CHECK(contact->normal[2] == Approx(-1));
  // An edge that passes around an end of the other one.
  Pair edges;
  edges.edges = true;
  edges.margin = Real(0.05);
  edges.start = {{{-1, 0, 0.1}, {1, 0, 0.1}, {0, 0.3, 0}, {0, 1, 0}}};
  edges.end = {{{-1, 0, -0.08}, {1, 0, -0.08}, {0, -0.02, 0}, {0, 1, 0}}};
  CHECK_FALSE(contactOf(edges, kHitsOnly));
  CHECK_FALSE(contactOf(edges, kWithEdges));
  edges.start[0][2] = edges.start[1][2] = -0.1;
  CHECK(contactOf(edges, kWithEdges));
}

TEST_CASE("within a body, elements that are near at rest") {
  Pair pair{kDrop, moved(kDrop, 0, {0, 0, -0.45})};
  pair.margin = Real(0.1);
  pair.oneBody = true;
  // In contactOf() vertex 0 is the vertex and face 0 the triangle.
  pair.rest = moved(kDrop, 0, {0, 0, -0.45});
  // Elements that are close at rest are no contact at any reach, until they meet.
  CHECK_FALSE(contactOf(pair));
  CHECK_FALSE(contactOf(pair, {.reach = 1}));
  REQUIRE_FALSE(contactOf(pair, {.nearAtRest = true}));  // distance 0.05 exceeds 1.25 · 0.7 · 0.05
  const SurfaceContactSettings atRest{.nearAtRest = true, .reach = 1};
  REQUIRE(contactOf(pair, atRest));
  CHECK(contactOf(pair, atRest)->contactDistance == Approx(0.7 * 0.05));
  Pair through = pair;
  through.end = moved(kDrop, 0, {0, 0, -0.6});
  const auto contact = contactOf(through);
  REQUIRE(contact);
  CHECK(contact->contactDistance == Approx(0.7 * 0.05));
  pair.rest = kDrop;
  CHECK(contactOf(pair)->contactDistance == Approx(0.2));
  pair.rest = moved(kDrop, 0, {0, 0, -0.499});
  CHECK_FALSE(contactOf(pair));
}

TEST_CASE("edges: crossing, parallel, grazing, at rest") {
  Pair pair;
  pair.edges = true;
  pair.start = {{{-1, 0, 0.5}, {1, 0, 0.5}, {0, -1, 0}, {0, 1, 0}}};
  pair.end = pair.start;
  CHECK_FALSE(contactOf(pair, kWithEdges));
  for (std::size_t i : {0u, 1u}) pair.end[i][2] = -0.25;
  const auto contact = contactOf(pair, kHitsOnly);
  REQUIRE(contact);
  checkSound(*contact, pair);
  CHECK(contact->swept);
  CHECK(contact->normal[2] == Approx(1));
  for (std::size_t i = 0; i < 4; ++i) CHECK(contact->weights[i] == Approx(i < 2 ? 0.5 : -0.5));
  // The edges pass beside each other.
  Pair beside = pair;
  for (auto* x : {&beside.start, &beside.end})
    for (std::size_t i : {0u, 1u}) (*x)[i][0] += 1.5;
  CHECK_FALSE(contactOf(beside, kHitsOnly));
  // Parallel edges, one passes through the other.
  Pair parallel = pair;
  parallel.start = {{{-1, 0, 0.5}, {1, 0, 0.5}, {-1, 0, 0}, {1, 0, 0}}};
  parallel.end = {{{-1, 0, -0.5}, {1, 0, -0.5}, {-1, 0, 0}, {1, 0, 0}}};
  const auto found = contactOf(parallel, kHitsOnly);
  REQUIRE(found);
  checkSound(*found, parallel);
  CHECK(found->normal[2] == Approx(1));
  // An edge that slides along at a distance is no hit; it is near if the margins reach so far.
  Pair graze = pair;
  for (std::size_t i : {0u, 1u}) {
    graze.start[i][2] = graze.end[i][2] = 0.01;
    graze.end[i][0] += 0.5;
  }
  CHECK_FALSE(contactOf(graze, kHitsOnly));
  graze.margin = Real(0.01);
  CHECK_FALSE(contactOf(graze));
  REQUIRE(contactOf(graze, kWithEdges));
  CHECK(contactOf(graze, kWithEdges)->contactDistance == Approx(0.02));
}

TEST_CASE("a pair that touches at the start") {
  // A vertex on a face of a closed surface: its side is the outside, for any motion.
  Body ball = meshes::ball(6, 8), cloud;
  const Triangle f{ball.faces[0], ball.faces[1], ball.faces[2]};
  for (std::size_t k = 0; k < 3; ++k) cloud.x0.push_back(ball.x[3 * f[0] + k]);
  cloud.x = cloud.x0;
  for (const Real into : {Real(0.5), Real(1.5)}) {
    for (std::size_t k = 0; k < 3; ++k) cloud.x[k] = cloud.x0[k] * into;
    const BodySet set = meshes::setOf({cloud, ball}, Real(0.5));
    Candidates candidates;
    candidates.vertexFace.push_back({0, 0});
    const auto contacts = test::contactsOf(set, candidates);
    REQUIRE(contacts.size() == 1);
    const Vector3 out(cloud.x0[0], cloud.x0[1], cloud.x0[2]);
    CHECK(contacts[0].normal.dot(out) > 0);
    CHECK(contacts[0].swept == (into < 1));
    CHECK(contacts[0].distance_t0 == 0);
    CHECK(test::contactsOf(set, candidates, kHitsOnly).size() == (into < 1 ? 1 : 0));
  }
  // A vertex on an open face: its side is the one where it is at t1.
  Points on = moved(kDrop, 0, {0, 0, -0.5});
  for (const double end : {-0.1, 0.1}) {
    Pair pair{on, moved(on, 0, {0, 0, end})};
    pair.margin = Real(0.1);
    const auto contact = contactOf(pair);
    REQUIRE(contact);
    CHECK(contact->normal[2] == Approx(end > 0 ? 1 : -1));
    CHECK_FALSE(contactOf(pair, kHitsOnly));
  }
  // Without motion there is no hit, but the contact has a normal.
  Pair still{on, on};
  still.margin = Real(0.1);
  REQUIRE(contactOf(still));
  checkSound(*contactOf(still), still);
  CHECK_FALSE(contactOf(still, kHitsOnly));
}

TEST_CASE("degenerate faces and edges, any size") {
  for (const double size : {1e-30, 1e-10, 1.0, 1e10, 1e30}) {
    const auto scaled = [&](Points x) {
      for (auto& p : x)
        for (double& k : p) k *= size;
      return x;
    };
    const Pair drop{scaled(kDrop), scaled(moved(kDrop, 0, {0, 0, -1}))};
    const auto hit = contactOf(drop, kHitsOnly);
    REQUIRE(hit);
    CHECK(hit->normal[2] == Approx(1));
    // A face that is a segment or a point is hit by a vertex that moves into it.
    const Points segment{{{0.5, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0.25, 0, 0}}};
    CHECK(contactOf({scaled(segment), scaled(moved(segment, 0, {0, 0, -2}))}, kHitsOnly));
    const Points point{{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    CHECK(contactOf({scaled(point), scaled(moved(point, 0, {0, 0, -2}))}, kHitsOnly));
    Pair edge{scaled(point), scaled(moved(point, 0, {0, 0, -2}))};
    edge.edges = true;
    CHECK(contactOf(edge, kHitsOnly).has_value() == false);  // edge A turns around its end, which is edge B
  }
}
