// The hierarchy of a regularity tree: patches, contours, adjacency.

#include <pliant/detectors/corners.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "HeldPatches.h"

using namespace pliant;
using namespace regularity;

namespace {

using DirectedEdge = std::pair<Index, Index>;

/// Returns the directed edges of a patch's faces that remain after each has been cancelled with its reverse.
std::multiset<DirectedEdge> contourOf(const SurfaceHierarchy& tree, Index node) {
  std::map<DirectedEdge, int> uses;
  for (const Triangle& face : facesOf(tree, node))
    for (std::size_t k = 0; k < 3; ++k)
      if (face[k] != face[(k + 1) % 3]) ++uses[{face[k], face[(k + 1) % 3]}];
  std::multiset<DirectedEdge> left;
  for (const auto& [edge, count] : uses) {
    const auto back = uses.find({edge.second, edge.first});
    for (int i = back == uses.end() ? 0 : back->second; i < count; ++i) left.insert(edge);
  }
  return left;
}

}  // namespace

TEST_CASE("a hierarchy holds each face once, is shallow, and its patches have few children") {
  for (const unsigned children : {2u, 3u})
    for (const Body& body : surfaces()) {
      const Held held(body, children);
      checkLevels(held.tree(), body.faces.size() / 3, children);
    }
}

TEST_CASE("contours of patches are what is left of their faces' edges, in loops") {
  for (const Body& body : surfaces()) {
    const Held held(body);
    const SurfaceHierarchy& tree = held.tree();
    for (Index node = 0; node < tree.nodeCount(); ++node) {
      std::multiset<DirectedEdge> edges;
      const auto contour = tree.contour(node);
      Index start = kNoIndex, breaks = 0;
      for (std::size_t i = 0; i < contour.size(); ++i) {
        edges.emplace(contour[i].from, contour[i].to);
        if (start == kNoIndex) start = contour[i].from;
        const bool last = i + 1 == contour.size();
        if (!last && contour[i].to == contour[i + 1].from) continue;
        breaks += contour[i].to != start;
        start = kNoIndex;
      }
      CHECK(edges == contourOf(tree, node));
      // A loop that passes its start vertex again counts as two.
      CHECK(breaks == 0);
    }
  }
}

TEST_CASE("adjacency lists are short, hold a vertex of every contour, and know neighbours") {
  for (const Body& body : surfaces()) {
    const Held held(body);
    const SurfaceHierarchy& tree = held.tree();
    for (Index node = 0; node < tree.nodeCount(); ++node) {
      CHECK(tree.contour(node).empty() == tree.adjacency(node).empty());
      for (const Index vertex : tree.adjacency(node)) {
        const auto contour = tree.contour(node);
        CHECK(std::any_of(contour.begin(), contour.end(), [&](const auto& side) { return side.from == vertex; }));
      }
    }
    // Patches that are reported as adjacent have a common vertex.
    std::mt19937 random(4);
    std::uniform_int_distribution<Index> any(0, tree.nodeCount() - 1);
    for (int i = 0; i < 300; ++i) {
      const Index a = any(random), b = any(random);
      std::set<Index> vertices;
      for (const Triangle& face : facesOf(tree, a)) vertices.insert(face.begin(), face.end());
      bool common = false;
      for (const Triangle& face : facesOf(tree, b))
        for (const Index corner : face) common |= vertices.contains(corner);
      if (tree.adjacent(a, b)) CHECK(common);
    }
  }
  // Volino 1994, 2.3.3: the mean is hardly above 6. Two patches are adjacent if a vertex in the list of one is a vertex
  // of the other. Each patch is told to be adjacent to the largest one beyond each edge that is not larger than itself.
  const Held held(meshes::ball(60, 100));
  const SurfaceHierarchy& tree = held.tree();
  double sum = 0;
  std::size_t known = 0, neighbours = 0;
  for (Index node = 0; node < tree.root(); ++node) {
    sum += static_cast<double>(tree.adjacency(node).size());
    for (const auto& side : tree.contour(node)) {
      if (side.twin == kNoIndex) continue;
      Index other = side.twin / 3;
      while (tree.leaves(tree.parent(other)).size() <= tree.leaves(node).size() &&
             !tree.leaves(tree.parent(other)).has(tree.leaves(node).begin))
        other = tree.parent(other);
      ++neighbours;
      known += tree.adjacent(node, other);
    }
  }
  const double mean = sum / tree.root();
  INFO("mean " << mean << ", known " << known << " of " << neighbours);
  CHECK(mean > 2);
  CHECK(mean < 6.5);
  CHECK(known == neighbours);
}

TEST_CASE("patches have round shapes") {
  const Held held(meshes::sheet(80));
  const SurfaceHierarchy& tree = held.tree();
  double sum = 0, least = 1;
  Index count = 0;
  for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node, ++count) {
    sum += tree.shape(node);
    least = std::min(least, tree.shape(node));
  }
  INFO("mean " << sum / count << ", least " << least);
  CHECK(sum / count > 0.16);
  CHECK(least > 0.08);
  CHECK(tree.shape(tree.root()) == Approx(0.25));
  const Held closed(meshes::ball(9, 9));
  CHECK(std::isinf(closed.tree().shape(closed.tree().root())));
  // Two children of a root are together the whole surface.
  const Held two(meshes::sheet(1), 2);
  CHECK(two.tree().shapeOfBoth(0, 1) == Approx(0.25));
  CHECK(two.tree().shape(2) == Approx(0.25));
}

TEST_CASE("vertices and edges belong to one leaf each") {
  for (Body body : surfaces()) {
    body.point(7, 7, 7);
    const Held held(body);
    const SurfaceHierarchy& tree = held.tree();
    std::set<Index> vertices(held.patches->vertices().begin(), held.patches->vertices().end());
    CHECK(vertices.size() == body.x.size() / 3);
    CHECK(held.patches->vertices().size() == vertices.size());
    CHECK(held.patches->hasIsolated());
    std::set<Index> edges(held.patches->edges().begin(), held.patches->edges().end());
    CHECK(edges.size() == held.set.edges().size());
    CHECK(held.patches->edges().size() == edges.size());
    for (Index leaf = 0; leaf < tree.leafCount(); ++leaf)
      for (Index i = held.patches->verticesOf(leaf).begin; i < held.patches->verticesOf(leaf).end; ++i)
        CHECK(isCorner(held.patches->vertices()[i], tree.corners()[leaf]));
  }
}
