#include <pliant_catch.h>

#include <random>

#include "CoveredContacts.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// Returns a contact of a vertex near a face. `nearest`: unsigned weights of the nearest point on the face.
SurfaceContact nearFace(Index face, std::array<Index, 3> corners, std::array<double, 3> nearest, Index vertex = 0) {
  SurfaceContact contact{};
  contact.normal = Vector3(0, 1, 0);
  contact.kind = SurfaceContact::Kind::VertexFace;
  contact.elementA = vertex;
  contact.elementB = face;
  contact.vertices = {vertex, corners[0], corners[1], corners[2]};
  contact.weights[0] = 1;
  for (std::size_t i = 0; i < 3; ++i) contact.weights[i + 1] = static_cast<Real>(-nearest[i]);
  contact.swept = false;
  return contact;
}

std::vector<SurfaceContact> uncovered(const std::vector<SurfaceContact>& contacts, unsigned threads = 1) {
  CoveredContacts covered;
  pliant::Workers workers(threads);
  std::vector<SurfaceContact> left;
  covered.append(contacts, left, workers);
  return left;
}

std::vector<Index> facesLeft(const std::vector<SurfaceContact>& contacts) {
  std::vector<Index> faces;
  for (const SurfaceContact& contact : uncovered(contacts)) faces.push_back(contact.elementB);
  return faces;
}

using Faces = std::vector<Index>;

}  // namespace

TEST_CASE("a vertex above a face is no contact of the edges and corners around it") {
  CHECK(facesLeft({nearFace(0, {1, 2, 3}, {0.3, 0.3, 0.4}), nearFace(1, {3, 2, 4}, {0.5, 0.5, 0}),
                   nearFace(2, {3, 5, 6}, {1, 0, 0})}) == Faces{0});
}

TEST_CASE("of the faces around a ridge or a tip, the first bears the contact") {
  CHECK(facesLeft({nearFace(4, {1, 2, 3}, {0.5, 0.5, 0}), nearFace(7, {2, 1, 4}, {0.5, 0.5, 0})}) == Faces{4});
  CHECK(facesLeft({nearFace(4, {1, 2, 3}, {1, 0, 0}), nearFace(7, {4, 1, 3}, {0, 1, 0}),
                   nearFace(9, {5, 4, 1}, {0, 0, 1})}) == Faces{4});
}

TEST_CASE("a corner gives way to a ridge that leads to it") {
  CHECK(facesLeft({nearFace(0, {1, 2, 3}, {1, 0, 0}), nearFace(1, {1, 3, 4}, {0, 0.5, 0.5})}) == Faces{1});
}

TEST_CASE("both sides of a valley, and surfaces that share nothing, bear contacts of their own") {
  CHECK(facesLeft({nearFace(0, {1, 2, 3}, {0.3, 0.3, 0.4}), nearFace(1, {3, 2, 4}, {0.2, 0.2, 0.6})}) == Faces{0, 1});
  CHECK(facesLeft({nearFace(0, {1, 2, 3}, {0.5, 0.5, 0}), nearFace(1, {4, 5, 6}, {1, 0, 0})}) == Faces{0, 1});
  // A common corner is no common edge.
  CHECK(facesLeft({nearFace(0, {1, 2, 3}, {0.5, 0.5, 0}), nearFace(1, {2, 5, 6}, {0.2, 0.2, 0.6})}) == Faces{0, 1});
}

TEST_CASE("what the sweep hits, edges against edges and other vertices' contacts stay") {
  SurfaceContact hit = nearFace(1, {3, 2, 4}, {0.5, 0.5, 0}), edges = hit;
  hit.swept = true;
  edges.kind = SurfaceContact::Kind::EdgeEdge;
  const SurfaceContact face = nearFace(0, {1, 2, 3}, {0.3, 0.3, 0.4});
  CHECK(facesLeft({face, hit}) == Faces{0, 1});
  CHECK(facesLeft({face, edges}) == Faces{0, 1});
  CHECK(facesLeft({face, nearFace(1, {3, 2, 4}, {0.5, 0.5, 0}, 9)}) == Faces{0, 1});
  SurfaceContact early = face;
  early.swept = true;
  // A swept contact counts as its whole face, so it covers the edge of the adjacent face.
  CHECK(facesLeft({early, nearFace(1, {3, 2, 4}, {0.5, 0.5, 0})}) == Faces{0});
}

TEST_CASE("links near the end of edges: the nearest edge with that end counts, else one") {
  // `onA`, `onB`: position on each edge from corner to corner, 0 to 1.
  const auto nearEdge = [](std::array<Index, 2> edges, std::array<Index, 4> corners, double onA, double onB) {
    SurfaceContact contact{};
    contact.kind = SurfaceContact::Kind::EdgeEdge;
    contact.normal = Vector3(0, 1, 0);
    contact.elementA = edges[0];
    contact.elementB = edges[1];
    contact.vertices = corners;
    contact.weights = {Real(1 - onA), Real(onA), Real(onB - 1), Real(-onB)};
    return contact;
  };
  const auto left = [](const std::vector<SurfaceContact>& contacts) {
    std::vector<std::array<Index, 2>> edges;
    for (const SurfaceContact& contact : uncovered(contacts)) edges.push_back({contact.elementA, contact.elementB});
    return edges;
  };
  using Edges = std::vector<std::array<Index, 2>>;
  // Edges 0 and 1 meet at corner 1; edge 7 is the link.
  const auto first = nearEdge({0, 7}, {0, 1, 8, 9}, 1, 0.5), second = nearEdge({1, 7}, {1, 2, 8, 9}, 0, 0.5);
  CHECK(left({first, second}) == Edges{{0, 7}});
  CHECK(left({first, nearEdge({1, 7}, {1, 2, 8, 9}, 0.1, 0.5)}) == Edges{{1, 7}});
  CHECK(left({nearEdge({0, 7}, {0, 1, 8, 9}, 0.9, 0.5), nearEdge({1, 7}, {1, 2, 8, 9}, 0.1, 0.5)}) ==
        Edges{{0, 7}, {1, 7}});
  // Contacts with another link, or of an edge elsewhere, are at other places.
  CHECK(left({first, nearEdge({1, 8}, {1, 2, 9, 10}, 0.1, 0.5)}) == Edges{{0, 7}, {1, 8}});
  CHECK(left({first, nearEdge({4, 7}, {4, 5, 8, 9}, 0, 0.5)}) == Edges{{0, 7}, {4, 7}});
  // A node above a node, with two links at each: one of four contacts remains, or the nearest one.
  const auto node = [&](Index a, Index b) {
    return nearEdge({a, b}, {a, a + 1, b, b + 1}, a == 0 ? 1 : 0, b == 8 ? 1 : 0);
  };
  CHECK(left({node(0, 8), node(0, 9), node(1, 8), node(1, 9)}) == Edges{{0, 8}});
  CHECK(left({node(0, 8), node(0, 9), nearEdge({1, 8}, {1, 2, 8, 9}, 0.2, 0.8), node(1, 9)}) == Edges{{1, 8}});
  // Either of the two edges may have the smaller index.
  CHECK(left({nearEdge({7, 20}, {8, 9, 1, 0}, 0.5, 0), first}) == Edges{{0, 7}});
  // A swept contact stays.
  auto hit = second;
  hit.swept = true;
  CHECK(left({first, hit}) == Edges{{0, 7}, {1, 7}});
}

TEST_CASE("whatever rounding says, a vertex that is near a surface keeps a contact") {
  // Corners 1 and 2 coincide: each face has another one of them as its nearest point.
  CHECK(facesLeft({nearFace(0, {1, 2, 3}, {1, 0, 0}), nearFace(1, {1, 2, 4}, {0, 1, 0})}).size() == 1);
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<SurfaceContact> contacts;
    for (Index face = 0; face < 6; ++face) {
      const auto corner = [&random] { return static_cast<Index>(1 + random() % 4); };
      const std::array<Index, 3> corners{corner(), corner(), corner()};
      if (corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2]) continue;
      std::array<double, 3> weights{};
      for (double& weight : weights) weight = random() % 2 == 0 ? 0 : 1;
      if (weights[0] + weights[1] + weights[2] == 0) weights[0] = 1;
      contacts.push_back(nearFace(face, corners, weights));
    }
    CHECK(facesLeft(contacts).empty() == contacts.empty());
  }
}

TEST_CASE("many covered contacts: the same ones are left for any number of threads") {
  // Each vertex has as many contacts as its index says, with up to nine faces; face 3 is nearer than its edges.
  std::vector<SurfaceContact> contacts;
  for (Index vertex = 10; vertex < 2000; ++vertex) {
    for (Index face = 0; face < vertex % 10; ++face) {
      contacts.push_back(nearFace(face, {face, face + 1, face + 2},
                                  {face == 3 ? 0.2 : 0.5, face == 3 ? 0.3 : 0.5, face == 3 ? 0.5 : 0}));
      contacts.back().elementA = contacts.back().vertices[0] = vertex;
    }
  }
  const auto named = [](const std::vector<SurfaceContact>& all) {
    std::vector<std::array<Index, 2>> names;
    for (const SurfaceContact& contact : all) names.push_back({contact.elementA, contact.elementB});
    return names;
  };
  const auto alone = named(uncovered(contacts));
  CHECK(alone.size() > 1000);
  CHECK(alone.size() < contacts.size());
  for (const unsigned threads : {2u, 3u}) CHECK(named(uncovered(contacts, threads)) == alone);
  // A vertex is independent of all others.
  std::vector<std::array<Index, 2>> one;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && contacts[end].elementA == contacts[begin].elementA) ++end;
    const auto from = contacts.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto names = named(uncovered({from, from + static_cast<std::ptrdiff_t>(end - begin)}));
    one.insert(one.end(), names.begin(), names.end());
  }
  CHECK(one == alone);
}
