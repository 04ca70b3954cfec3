// Excluded rings: neighbours within a body that are no contacts, compared with distances in the graph of its edges.

#include <pliant/detectors/Error.h>
#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

using ContactKey = std::tuple<SurfaceContact::Kind, Index, Index>;

/// Returns the number of edges on the shortest path between any two vertices (Floyd-Warshall).
std::vector<std::vector<int>> distancesOf(const Body& body) {
  const std::size_t n = body.x.size() / 3;
  std::vector<std::vector<int>> d(n, std::vector<int>(n, 1000));
  for (std::size_t i = 0; i < n; ++i) d[i][i] = 0;
  for (std::size_t f = 0; f < body.faces.size(); f += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = body.faces[f + k], b = body.faces[f + (k + 1) % 3];
      if (a != b) d[a][b] = d[b][a] = 1;
    }
  for (std::size_t via = 0; via < n; ++via)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][via] + d[via][j]);
  return d;
}

struct Scene {
  std::vector<Body> bodies;
  BodySet set;
  std::vector<SurfaceContact> contacts;

  Scene() = default;
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Adds a body that at rest is larger than its contact distance, and now is scaled down so that all elements are
  /// near.
  Index add(Body rest, Real scale) {
    bodies.push_back(std::move(rest));
    Body& body = bodies.back();
    const Index id = set.add(body.view());
    for (Real& x : body.x) x *= scale;
    set.setMargin(id, Real(0.02));
    return id;
  }
  /// Returns kind and elements of all contacts.
  std::set<ContactKey> run() {
    set.update();
    const CandidateQuery query{.vertexFace = true, .edgeEdge = true, .swept = true, .marginScale = 1};
    contacts = test::contactsOf(set, test::bruteForceCandidates(set, query), {.edgeEdgeNearby = true});
    std::set<ContactKey> found;
    for (const SurfaceContact& c : contacts) found.insert({c.kind, c.elementA, c.elementB});
    return found;
  }
};

/// Returns a bent sheet with holes, a separate triangle and an isolated vertex.
Body torn() {
  Body body = meshes::sheet(7);
  std::mt19937 random(5);
  for (std::size_t i = 2; i < body.x.size(); i += 3) body.x[i] = Real(0.2) * Real(random() % 1000) / 1000;
  std::vector<Index> kept;
  for (std::size_t f = 0; f < body.faces.size(); f += 3)
    if (random() % 5) kept.insert(kept.end(), &body.faces[f], &body.faces[f] + 3);
  body.faces = kept;
  body.append(meshes::surface({{0.3, 0.3, 0.4}, {0.4, 0.3, 0.4}, {0.3, 0.4, 0.5}, {0.6, 0.6, 0.5}}, {{0, 1, 2}}));
  return body;
}

/// Returns a strip of squares along x.
Body stripOf(unsigned squares) {
  Body strip;
  for (unsigned i = 0; i <= squares; ++i) {
    strip.point(i, 0, 0);
    strip.point(i, 1, 0);
  }
  for (unsigned v = 0; v < 2 * squares; v += 2) {
    strip.face(v, v + 2, v + 1);
    strip.face(v + 1, v + 2, v + 3);
  }
  return strip;
}

}  // namespace

TEST_CASE("rings leave out exactly what so few edges join") {
  Scene scene;
  const Index a = scene.add(torn(), Real(0.01)), b = scene.add(meshes::ball(4, 6), Real(0.01));
  const auto all = scene.run();
  REQUIRE(all.size() > 1000);
  const std::vector<std::vector<std::vector<int>>> distances{distancesOf(scene.bodies[0]),
                                                             distancesOf(scene.bodies[1])};
  const auto apart = [&](const SurfaceContact& c) {
    const std::size_t partA = c.kind == SurfaceContact::Kind::VertexFace ? 1 : 2;
    const Index bodyA = scene.set.bodyOfVertex()[c.vertices[0]], bodyB = scene.set.bodyOfVertex()[c.vertices[3]];
    if (bodyA != bodyB) return 1000;
    const Index first = scene.set.vertices(bodyA).begin;
    int least = 1000;
    for (std::size_t i = 0; i < partA; ++i)
      for (std::size_t j = partA; j < 4; ++j)
        least = std::min(least, distances[bodyA][c.vertices[i] - first][c.vertices[j] - first]);
    return least;
  };
  std::vector<std::pair<ContactKey, std::pair<Index, int>>> known;
  for (const SurfaceContact& c : scene.contacts) {
    REQUIRE_FALSE(c.swept);
    known.push_back({{c.kind, c.elementA, c.elementB}, {scene.set.bodyOfVertex()[c.vertices[0]], apart(c)}});
  }
  std::size_t last = all.size();
  for (const auto& [ringsA, ringsB] : std::vector<std::pair<unsigned, unsigned>>{
           {2, 1}, {2, 2}, {3, 2}, {3, 4}, {kMaxExcludedRings, kMaxExcludedRings}, {1, 1}}) {
    CAPTURE(ringsA, ringsB);
    scene.set.setExcludedRings(a, ringsA);
    scene.set.setExcludedRings(b, ringsB);
    std::set<ContactKey> expected;
    for (const auto& [pair, where] : known)
      if (where.second >= int(where.first == 0 ? ringsA : ringsB)) expected.insert(pair);
    CHECK(scene.run() == expected);
    CHECK(expected.size() != last);
    last = expected.size();
  }
}

TEST_CASE("points whose vertices are all joined by edges are near by the length of these edges: no contact") {
  // A sliver: four vertices, all joined by edges, nearly flat. In this step it is flatter than at rest.
  const Body sliver = meshes::surface({{0, 0, 0}, {1, 0, 0}, {0.4, 1, 0}, {0.45, 0.3, 0.2}},
                                      {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  // A strip that is folded onto itself: equally near, but no edge joins its ends.
  const Body fold = stripOf(4);
  Scene scene;
  for (const Body& body : {sliver, fold}) {
    scene.bodies.push_back(body);
    scene.set.setMargin(scene.set.add(scene.bodies.back().view()), Real(0.05));
  }
  scene.bodies[0].x[11] = Real(0.02);
  const double folded[][2]{{0, 0}, {1, 0}, {2, 0}, {1.2, 0.04}, {0.2, 0.04}};
  for (std::size_t v = 0; v < 10; ++v) {
    scene.bodies[1].x[3 * v] = Real(folded[v / 2][0] + 10);
    scene.bodies[1].x[3 * v + 2] = Real(folded[v / 2][1]);
  }
  scene.run();
  CHECK_FALSE(scene.contacts.empty());
  for (const SurfaceContact& c : scene.contacts) CHECK(scene.set.bodyOfVertex()[c.vertices[0]] == 1);
}

TEST_CASE("neighbours that would pass through each other are met, however many rings") {
  // A strip whose third triangle folds through the first one.
  Body strip = stripOf(2);
  strip.x0 = strip.x;
  for (const std::size_t v : {4u, 5u}) {
    strip.x0[3 * v] = strip.x[3 * v] = Real(0.4);
    strip.x0[3 * v + 1] = strip.x[3 * v + 1] += v == 4 ? Real(0.3) : Real(-0.3);
    strip.x0[3 * v + 2] = Real(0.5);
    strip.x[3 * v + 2] = Real(-0.5);
  }
  Scene scene;
  scene.bodies.push_back(strip);
  const Index id = scene.set.add(scene.bodies[0].view());
  scene.set.setMargin(id, Real(0.01));
  scene.set.setExcludedRings(id, kMaxExcludedRings);
  scene.run();
  CHECK(std::count_if(scene.contacts.begin(), scene.contacts.end(), [](const auto& c) { return c.swept; }) > 0);
}

TEST_CASE("rings out of range are refused") {
  Scene scene;
  const Index id = scene.add(meshes::sheet(2), 1);
  CHECK(scene.set.excludedRings(id) == kDefaultExcludedRings);
  CHECK_THROWS_AS(scene.set.setExcludedRings(id, 0), Error);
  CHECK_THROWS_AS(scene.set.setExcludedRings(id, kMaxExcludedRings + 1), Error);
  CHECK(scene.set.excludedRings(id) == kDefaultExcludedRings);
}
