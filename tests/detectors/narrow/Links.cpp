#include <pliant/detectors/Error.h>
#include <pliant/detectors/corners.h>
#include <pliant_catch.h>

#include <algorithm>
#include <random>

#include "detectors/ExactSurfaceDetectors.h"
#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;
using test::contactsOf;

namespace {

/// Returns a body with a link from each point to the next.
Body rope(const std::vector<std::array<double, 3>>& points) {
  Body body = meshes::surface(points);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) body.link(i, i + 1);
  return body;
}

/// Returns a rope on a random path in the unit cube, which sometimes passes through itself.
Body wandering(std::mt19937& random, std::size_t links) {
  std::normal_distribution<double> step(0, 0.15);
  std::vector<std::array<double, 3>> points{{0, 0, 0}};
  for (std::size_t i = 0; i < links; ++i) {
    auto p = points.back();
    for (double& x : p) x = std::clamp(x + step(random), -0.5, 0.5);
    points.push_back(p);
  }
  return rope(points);
}

/// Returns a sheet over the unit square around the origin, with a rope of `links` links at each corner.
Body fringed(std::mt19937& random, std::size_t cells, std::size_t links) {
  Body body = meshes::sheet(cells);
  body.place(1, {-0.5, -0.5, 0});
  std::normal_distribution<double> step(0, 0.15);
  for (const std::size_t corner : {std::size_t{0}, cells, cells * (cells + 1), cells * (cells + 2)}) {
    std::size_t last = corner;
    for (std::size_t i = 0; i < links; ++i) {
      const Real* p = body.at(static_cast<Index>(last));
      body.point(double(p[0]) + step(random), double(p[1]) + step(random), double(p[2]) + step(random));
      const std::size_t next = body.x.size() / 3 - 1;
      body.link(last, next);
      last = next;
    }
  }
  return body;
}

/// Returns the contacts of all pairs of edges that contain a link.
std::vector<SurfaceContact> linkContacts(const BodySet& set, const SurfaceContactSettings& settings = {}) {
  const CandidateQuery query{.edgeEdge = true, .swept = true, .marginScale = 2, .linksOnly = true};
  return contactsOf(set, test::bruteForceCandidates(set, query), settings);
}
std::vector<SurfaceContact> linkContacts(const std::vector<Body>& bodies, Real margin,
                                         const SurfaceContactSettings& settings = {}) {
  return linkContacts(setOf(bodies, margin), settings);
}

/// Checks that every detector finds no pair of edges twice, and none without a link if `linksOnly` is set, and that its
/// candidates give the contacts of brute force. Returns the number of contacts that contain a link.
std::size_t compare(const std::vector<Body>& bodies, const CandidateQuery& query) {
  const BodySet set = setOf(bodies, Real(0.02));
  const std::vector<SurfaceContact> contacts = contactsOf(set, test::bruteForceCandidates(set, query));
  Workers one(1), three(3);
  for (const auto& detector : test::exactManifoldDetectors()) {
    INFO(detector->name());
    for (Workers* workers : {&one, &three}) {
      const Candidates found = test::candidatesOf(*detector, set, query, *workers);
      CHECK(std::adjacent_find(found.edgeEdge.begin(), found.edgeEdge.end(),
                               [](const auto& a, const auto& b) { return !(a < b); }) == found.edgeEdge.end());
      CHECK(std::all_of(found.edgeEdge.begin(), found.edgeEdge.end(), [&](const EdgeEdgeCandidate& c) {
        return !query.linksOnly || set.isLink(c.edgeA) || set.isLink(c.edgeB);
      }));
      CHECK(std::none_of(found.edgeEdge.begin(), found.edgeEdge.end(), [&](const EdgeEdgeCandidate& c) {
        return shareCorner(set.edges()[c.edgeA], set.edges()[c.edgeB]);
      }));
      REQUIRE(test::same(contactsOf(set, found), contacts));
    }
  }
  return static_cast<std::size_t>(std::count_if(contacts.begin(), contacts.end(), [&](const SurfaceContact& c) {
    return c.kind == SurfaceContact::Kind::EdgeEdge && (set.isLink(c.elementA) || set.isLink(c.elementB));
  }));
}

double length(const Vector3& v) {
  return static_cast<double>(v.norm());
}

}  // namespace

TEST_CASE("links: each once behind the edges of faces, smaller vertex first, without those that are edges of faces") {
  Body body;
  for (int i = 0; i < 6; ++i) body.point(i, i % 2, 0);
  body.face(0, 1, 2);
  body.link(5, 4);
  body.link(3, 4);
  body.link(4, 3);
  body.link(1, 0);
  body.link(5, 5);
  const BodySet set = setOf({body, body});
  const std::vector<Edge> expected{{0, 1}, {0, 2}, {1, 2}, {3, 4}, {4, 5}};
  CHECK(std::vector<Edge>(set.edges().begin(), set.edges().begin() + 5) == expected);
  CHECK(set.faceEdges(1).begin == 5);
  CHECK(set.faceEdges(1).end == 8);
  CHECK(set.links(1).begin == 8);
  CHECK(set.links(1).end == 10);
  CHECK(set.linkCount() == 4);
  CHECK(!set.isLink(7));
  CHECK(set.isLink(8));
  CHECK(set.topology(0).edges == 3);
  CHECK(set.topology(0).links == 2);
  CHECK(set.topology(0).isolatedVertices == 0);
}

TEST_CASE("links: one that refers to no vertex is refused by its number") {
  Body body;
  for (int i = 0; i < 3; ++i) body.point(i, 0, 0);
  body.link(0, 1);
  body.link(1, 3);
  BodySet set;
  CHECK_THROWS_WITH(set.add(body.view()), "link 1 refers to vertex 3, but the body has 3 vertices");
}

TEST_CASE(
    "links: the margin of a body of links alone is a tenth of their mean length, of one with faces of their edges'") {
  const Body alone = rope({{0, 0, 0}, {1, 0, 0}, {1, 3, 0}});
  Body both = alone;
  for (const double k : {0.0, 4.0}) both.point(0, k, 0);
  both.point(3, 0, 0);
  both.face(3, 4, 5);
  const BodySet set = setOf({alone, both});
  CHECK(set.margin(0) == Approx(0.2));
  CHECK(set.margin(1) == Approx(0.4));
}

TEST_CASE("links: every detector finds what brute force finds, with surfaces, clouds and each other") {
  std::mt19937 random(23);
  std::size_t contacts = 0;
  for (int run = 0; run < 40; ++run) {
    std::vector<Body> bodies{wandering(random, 30), wandering(random, run % 3 ? 250 : 8), fringed(random, 4, 12),
                             meshes::ball(5, 7), Body{}};
    bodies[3].place(0.3, {0.2, 0.1, 0.3});
    for (int i = 0; i < 10; ++i) bodies[4].point(0.1 * i - 0.5, 0, 0);
    const double speed = run % 4 == 3 ? 1 : 0.02 * (run % 4);
    for (Body& body : bodies) meshes::move(body, random, speed, {3.0 * (run % 3), 0, -2.0 * (run % 5)});
    contacts += compare(bodies, {.vertexFace = run % 3 == 0,
                                 .edgeEdge = true,
                                 .faceFace = run % 5 == 0,
                                 .swept = true,
                                 .marginScale = Real(1.25),
                                 .linksOnly = run % 2 == 1,
                                 .between = run % 7 != 1,
                                 .self = run % 7 != 2});
  }
  CHECK(contacts > 5000);
}

TEST_CASE("links: large bodies, and hundreds of ropes") {
  std::mt19937 random(29);
  std::vector<Body> bodies{fringed(random, 60, 400), meshes::ball(40, 60)};
  bodies[1].place(0.3, {0.1, 0.1, 0.31});
  for (int i = 0; i < 200; ++i) {
    bodies.push_back(wandering(random, 12));
    bodies.back().place(0.5, {0.3 * (i % 15) - 2, 0.3 * (i / 15) - 2, 0});
  }
  for (Body& body : bodies) meshes::move(body, random, 0.01);
  CHECK(compare(bodies, {.edgeEdge = true, .swept = true, .marginScale = Real(1.25), .linksOnly = true}) > 1000);
}

TEST_CASE("links: one across another within reach is a contact at their contact distance") {
  for (const double gap : {0.09, 0.11, 0.124, 0.126}) {
    const auto contacts = linkContacts({rope({{-1, 0, gap}, {1, 0, gap}}), rope({{0, -1, 0}, {0, 2, 0}})}, Real(0.05));
    REQUIRE(contacts.size() == (gap < 0.125));
    if (contacts.empty()) continue;
    CHECK(!contacts[0].swept);
    CHECK(double(contacts[0].contactDistance) == Approx(0.1));
    CHECK(double(contacts[0].normal.z()) == Approx(1));
    CHECK(double(contacts[0].weights[1]) == Approx(0.5));
    CHECK(double(contacts[0].weights[3]) == Approx(-1 / 3.0));
  }
}

TEST_CASE(
    "links: across a sheet's rim and beside a sheet's vertex, where a node is nearest only the node and the face "
    "tell") {
  const Body face = meshes::surface({{0, 0, 0}, {0, 1, 0}, {-1, 0.5, -1}}, {{0, 1, 2}});
  const auto over = [&](double y, double z) { return rope({{-0.5, y, z}, {0.5, y, z}}); };
  const auto rim = linkContacts({over(0.5, 0.05), face}, Real(0.05));
  REQUIRE(rim.size() == 1);
  CHECK(double(rim[0].normal.z()) == Approx(1));
  // Beyond the end of the rim: the nearest point of both edges at the vertex is this vertex.
  const auto vertex = linkContacts({over(-0.03, 0.04), face}, Real(0.05));
  CHECK(vertex.size() == 2);
  for (const SurfaceContact& c : vertex) CHECK(double(c.normal.y()) == Approx(-0.6));
  // The end of the link is nearest; only the vertex-face pair of its node gives this contact.
  const auto end = linkContacts({rope({{0, 0.5, 0.05}, {0, 0.5, 1}}), face}, Real(0.05));
  CHECK(end.empty());
}

TEST_CASE("links: a link that goes through another in a step meets it on the side that it came from") {
  Body falling = rope({{-1, 0, 0.5}, {1, 0, 0.5}});
  falling.x0 = falling.x;
  falling.x[2] = falling.x[5] = Real(-7);
  for (const bool sheet : {false, true}) {
    Body other = rope({{0, -1, 0}, {0, 1, 0}});
    if (sheet) {
      other.links.clear();
      other.point(-9, 0, -9);
      other.face(0, 1, 2);
    }
    const auto contacts = linkContacts({falling, other}, Real(0.05), {.nearby = false});
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].swept);
    CHECK(double(contacts[0].normal.z()) == Approx(1));
    CHECK(double(contacts[0].distance_t0) == Approx(0.5));
  }
}

TEST_CASE("links: a rope meets itself, but not where links have a node in common or are joined by one") {
  // A hairpin: the last link passes beside the first one.
  const Body hairpin = rope({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0.05, 0.9}, {1, 0.05, 0.9}, {0, -0.05, 0.9}});
  Body bent = hairpin;
  bent.x0 = bent.x;
  for (std::size_t i = 3; i < 6; ++i) bent.x[3 * i + 2] = Real(0.08);
  BodySet set;
  set.setMargin(set.add(bent.view()), Real(0.05));
  set.setRestPositions(0, {hairpin.x.data(), 6});
  set.update();
  const auto contacts = linkContacts(set);
  REQUIRE(!contacts.empty());
  for (const SurfaceContact& c : contacts) {
    CHECK(c.elementB >= c.elementA + 2);
    CHECK(length(c.normal) == Approx(1));
    CHECK(double(c.contactDistance) == Approx(0.1));
  }
  CHECK(
      std::any_of(contacts.begin(), contacts.end(), [](const auto& c) { return c.elementA == 0 && c.elementB == 4; }));
}

TEST_CASE("links: struts of one body that cross at rest pass each other") {
  const auto cross = [](double z) {
    Body body = rope({{-1, -1, z}, {1, 1, z}});
    body.point(-1, 1, 0);
    body.point(1, -1, 0);
    body.link(2, 3);
    return body;
  };
  Body body = cross(0.3);
  body.x0 = body.x;
  body.x[2] = body.x[5] = Real(-0.3);
  for (const double rest : {0.0, 0.02, 0.03, 0.1, 0.5}) {
    const Body shape = cross(rest);
    BodySet set;
    set.setMargin(set.add(body.view()), Real(0.05));
    set.setRestPositions(0, {shape.x.data(), 4});
    set.update();
    Candidates candidates;
    candidates.edgeEdge.push_back({0, 1});
    const auto contacts = contactsOf(set, candidates);
    REQUIRE(contacts.size() == (rest > 0.025));
    if (!contacts.empty()) CHECK(double(contacts[0].contactDistance) == Approx(std::min(0.1, 0.7 * rest)));
  }
}
