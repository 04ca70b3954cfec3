// The hierarchy of a regularity tree.

#include <pliant/detectors/corners.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "HeldParts.h"
#include "shapes/RegularityShapes.h"

using namespace pliant;
using detail::SurfaceHierarchy;
using meshes::Body;
using regularity::Held;

namespace {

using DirectedEdge = std::pair<Index, Index>;

/// Returns the directed edges of a patch's faces that remain after each has been cancelled with its reverse.
std::multiset<DirectedEdge> contourOf(const SurfaceHierarchy& tree, Index node) {
  std::map<DirectedEdge, int> uses;
  const auto leaves = tree.leaves(node);
  for (Index leaf = leaves.begin; leaf < leaves.end; ++leaf)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = tree.corners()[leaf][k], b = tree.corners()[leaf][(k + 1) % 3];
      if (a != b) ++uses[{a, b}];
    }
  std::multiset<DirectedEdge> left;
  for (const auto& [edge, count] : uses) {
    const auto back = uses.find({edge.second, edge.first});
    for (int i = back == uses.end() ? 0 : back->second; i < count; ++i) left.insert(edge);
  }
  return left;
}

std::vector<Body> surfaces() {
  std::mt19937 random(2);
  std::vector<Body> all{meshes::sheet(1),        meshes::sheet(16), meshes::ball(20, 30),        shapes::doubleRing(9),
                        shapes::stackedDiscs(7), shapes::flap(6),   shapes::foldedOver(5, true), shapes::seam(5),
                        meshes::ball(2, 40)};
  all.push_back(shapes::manifold(meshes::soup(random, 90, 60, 0.2)));
  all.push_back(all[1]);
  shapes::turnSome(all.back(), random, 0.3);
  // A sheet with missing faces: holes and notches.
  Body holes = meshes::sheet(20);
  std::vector<Index> kept;
  for (std::size_t f = 0; f < holes.faces.size(); f += 3)
    if ((f / 3) % 17 != 0 && (f / 3) % 17 != 5)
      kept.insert(kept.end(), holes.faces.begin() + static_cast<std::ptrdiff_t>(f),
                  holes.faces.begin() + static_cast<std::ptrdiff_t>(f + 3));
  holes.faces = kept;
  all.push_back(holes);
  return all;
}

/// Checks that each face occurs once, and that each level is divided into the children of the next.
void checkLevels(const SurfaceHierarchy& tree, Index count, unsigned children) {
  REQUIRE(tree.leafCount() == count);
  std::set<Index> faces(tree.faceOfLeaf().begin(), tree.faceOfLeaf().end());
  CHECK(faces.size() == count);
  CHECK(tree.leaves(tree.root()).begin == 0);
  CHECK(tree.leaves(tree.root()).end == count);
  CHECK(static_cast<double>(tree.levels().size()) <= std::log2(count) + 4);
  Index expected = 0, faults = 0;
  for (Index node = count; node < tree.nodeCount(); ++node) {
    faults += tree.firstChild(node) != expected;
    expected = tree.endChild(node);
    faults += expected - tree.firstChild(node) > 2 * children;
    Index leaf = tree.leaves(node).begin;
    for (Index child = tree.firstChild(node); child < expected; ++child) {
      faults += tree.parent(child) != node || tree.leaves(child).begin != leaf;
      leaf = tree.leaves(child).end;
    }
    faults += leaf != tree.leaves(node).end;
  }
  CHECK(faults == 0);
  CHECK(expected == tree.root() * (tree.nodeCount() > 1));
}

/// Returns the patches above single faces, each as the set of its faces.
std::set<std::set<Triangle>> partsOf(const SurfaceHierarchy& tree) {
  std::set<std::set<Triangle>> parts;
  for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node) {
    std::set<Triangle> corners;
    for (Index leaf = tree.leaves(node).begin; leaf < tree.leaves(node).end; ++leaf)
      corners.insert(tree.corners()[leaf]);
    parts.insert(std::move(corners));
  }
  return parts;
}

}  // namespace

TEST_CASE("a hierarchy holds each face once, is shallow, and its parts have few children") {
  for (const unsigned children : {2u, 3u})
    for (const Body& body : surfaces()) {
      const Held held(body, children);
      checkLevels(held.tree(), static_cast<Index>(body.faces.size() / 3), children);
    }
}

TEST_CASE("where faces come and go, the parts that still have theirs stay") {
  const Body body = meshes::ball(20, 30);
  std::vector<Triangle> faces;
  for (std::size_t i = 0; i < body.faces.size(); i += 3)
    faces.push_back({body.faces[i], body.faces[i + 1], body.faces[i + 2]});
  std::vector<PackedPosition> rest;
  for (std::size_t i = 0; i < body.x.size(); i += 3) rest.push_back({body.x[i], body.x[i + 1], body.x[i + 2], 0});
  std::mt19937 random(5);
  for (const unsigned children : {2u, 3u}) {
    SurfaceHierarchy tree(faces, rest, children);
    const std::set<std::set<Triangle>> parts = partsOf(tree);
    // The same faces in another order: all patches stay.
    std::vector<Triangle> changed = faces;
    std::shuffle(changed.begin(), changed.end(), random);
    tree = SurfaceHierarchy(changed, rest, children, &tree);
    checkLevels(tree, static_cast<Index>(faces.size()), children);
    CHECK((partsOf(tree) == parts));
    // Cuts, holes and new faces, one after another.
    std::vector<PackedPosition> points = rest;
    std::set<std::set<Triangle>> before = parts;
    int grouped = 0;  // number of steps that regrouped all patches, which is necessary after many changes
    for (int step = 0; step < 40; ++step) {
      const std::size_t at = random() % (changed.size() - 10);
      const auto first = changed.begin() + static_cast<std::ptrdiff_t>(at);
      if (step % 3 == 0) {
        changed.erase(first, first + 3);
      } else if (step % 3 == 1) {
        // A corner gets a vertex of its own, as after a cut.
        points.push_back(points[(*first)[0]]);
        (*first)[0] = static_cast<Index>(points.size() - 1);
      } else {
        changed.push_back({(*first)[0], (*first)[1], static_cast<Index>(random() % rest.size())});
      }
      tree = SurfaceHierarchy(changed, points, children, &tree);
      checkLevels(tree, static_cast<Index>(changed.size()), children);
      const std::set<std::set<Triangle>> now = partsOf(tree);
      std::size_t kept = 0;
      for (const auto& part : now) kept += before.contains(part);
      grouped += kept + now.size() / 5 <= now.size();
      before = now;
    }
    CHECK(grouped <= 2);
    // Other faces: no patch can be reused.
    const std::vector<Triangle> other{{0, 1, 2}, {2, 1, 3}};
    checkLevels(SurfaceHierarchy(other, rest, children, &tree), 2, children);
    checkLevels(SurfaceHierarchy(faces, rest, children, &tree), static_cast<Index>(faces.size()), children);
  }
}

TEST_CASE("where a piece of a surface goes or comes, or all but a piece, the hierarchy is one of what is left") {
  std::mt19937 random(13);
  const auto add = [](std::vector<Triangle>& faces, std::vector<PackedPosition>& points, std::size_t cells, Real at) {
    const Body body = meshes::sheet(cells);
    const auto first = static_cast<Index>(points.size());
    for (std::size_t i = 0; i < body.x.size(); i += 3) points.push_back({body.x[i] + at, body.x[i + 1], at, 0});
    for (std::size_t i = 0; i < body.faces.size(); i += 3)
      faces.push_back({first + body.faces[i], first + body.faces[i + 1], first + body.faces[i + 2]});
  };
  for (const std::size_t cells : {1u, 2u, 3u, 5u, 20u})
    for (const unsigned children : {2u, 3u}) {
      std::vector<Triangle> faces;
      std::vector<PackedPosition> points;
      add(faces, points, cells, 0);
      SurfaceHierarchy tree(faces, points, children);
      tree.traceContours(32);
      std::vector<std::vector<Triangle>> pieces{faces};
      for (int step = 0; step < 60; ++step) {
        if (pieces.size() == 1 || random() % 3 > 0) {
          faces.clear();
          add(faces, points, 1 + random() % 3, Real(step + 2));
          pieces.push_back(faces);
        } else {
          pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(random() % pieces.size()));
        }
        faces.clear();
        for (const auto& piece : pieces) faces.insert(faces.end(), piece.begin(), piece.end());
        SurfaceHierarchy changed(faces, points, children, &tree);
        changed.traceContours(32, &tree);
        checkLevels(changed, static_cast<Index>(faces.size()), children);
        CHECK(changed.levels().size() <= SurfaceHierarchy(faces, points, children).levels().size() + 2);
        tree = std::move(changed);
      }
    }
}

TEST_CASE("a hierarchy follows a surface to another size") {
  const Body body = meshes::sheet(6);
  std::vector<Triangle> faces;
  for (std::size_t i = 0; i < body.faces.size(); i += 3)
    faces.push_back({body.faces[i], body.faces[i + 1], body.faces[i + 2]});
  for (const double scale : {1e-30, 1e-3, 1e3, 1e30, sizeof(Real) > sizeof(float) ? 1e200 : 1e38}) {
    std::vector<PackedPosition> points;
    for (std::size_t i = 0; i < body.x.size(); i += 3) points.push_back({body.x[i], body.x[i + 1], body.x[i + 2], 0});
    const SurfaceHierarchy tree(faces, points, 3);
    const auto far = static_cast<Real>(scale);
    points.push_back({far, far, 0, 0});
    points.push_back({-far, far, 0, 0});
    std::vector<Triangle> more = faces;
    const auto last = static_cast<Index>(points.size() - 1);
    for (const Triangle& face : {Triangle{1, 0, last - 1}, Triangle{last - 1, 0, last}, Triangle{last, 0, 5}})
      more.push_back(face);
    checkLevels(SurfaceHierarchy(more, points, 3, &tree), static_cast<Index>(more.size()), 3);
    for (PackedPosition& p : points)
      for (Real* x : {&p.x, &p.y, &p.z}) *x *= far / 2;
    SurfaceHierarchy same(faces, points, 3, &tree);
    same.traceContours(1, &tree);
    CHECK(same.shape(same.root()) == Approx(0.25));
  }
}

TEST_CASE("parts stay round, however often a surface is cut") {
  const Body body = meshes::sheet(24);
  std::vector<Triangle> faces;
  for (std::size_t i = 0; i < body.faces.size(); i += 3)
    faces.push_back({body.faces[i], body.faces[i + 1], body.faces[i + 2]});
  std::vector<PackedPosition> points;
  for (std::size_t i = 0; i < body.x.size(); i += 3) points.push_back({body.x[i], body.x[i + 1], body.x[i + 2], 0});
  const auto extent = [&points](const SurfaceHierarchy& tree) {
    double sum = 0;
    for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node) {
      Real low[2] = {2, 2}, high[2] = {-1, -1};
      for (Index leaf = tree.leaves(node).begin; leaf < tree.leaves(node).end; ++leaf)
        for (const Index vertex : tree.corners()[leaf])
          for (std::size_t k = 0; k < 2; ++k) {
            low[k] = std::min(low[k], (&points[vertex].x)[k]);
            high[k] = std::max(high[k], (&points[vertex].x)[k]);
          }
      sum += std::hypot(high[0] - low[0], high[1] - low[1]);
    }
    return sum;
  };
  std::mt19937 random(17);
  SurfaceHierarchy tree(faces, points, 3);
  for (int step = 0; step < 2000; ++step) {
    Index& corner = faces[random() % faces.size()][random() % 3];
    points.push_back(points[corner]);
    corner = static_cast<Index>(points.size() - 1);
    tree = SurfaceHierarchy(faces, points, 3, &tree);
  }
  CHECK(extent(tree) < 1.5 * extent(SurfaceHierarchy(faces, points, 3)));
}

TEST_CASE("where faces come and go, contours and lists are those of a hierarchy that is traced anew") {
  std::mt19937 random(11);
  std::size_t compared = 0;
  for (const Body& body : {meshes::ball(20, 30), meshes::sheet(25), surfaces().back(), shapes::doubleRing(40)})
    for (const Index most : {1u, 32u}) {
      std::vector<Triangle> faces;
      for (std::size_t i = 0; i < body.faces.size(); i += 3)
        faces.push_back({body.faces[i], body.faces[i + 1], body.faces[i + 2]});
      std::vector<PackedPosition> points;
      for (std::size_t i = 0; i < body.x.size(); i += 3) points.push_back({body.x[i], body.x[i + 1], body.x[i + 2], 0});
      SurfaceHierarchy tree(faces, points, 3);
      tree.traceContours(most);
      for (int step = 0; step < 30; ++step) {
        const std::size_t at = random() % faces.size();
        switch (step % 5) {
          case 0:
            faces.erase(faces.begin() + static_cast<std::ptrdiff_t>(at));
            break;
          case 1:  // a cut
            points.push_back(points[faces[at][0]]);
            faces[at][0] = static_cast<Index>(points.size() - 1);
            break;
          case 2:  // possibly an edge of three faces, or a fin
            faces.push_back({faces[at][0], faces[at][1], static_cast<Index>(random() % points.size())});
            break;
          case 3:  // far from all others
            for (int k = 0; k < 3; ++k) points.push_back({Real(step), Real(k), Real(k * k), 0});
            faces.insert(faces.begin() + static_cast<std::ptrdiff_t>(at),
                         {static_cast<Index>(points.size() - 3), static_cast<Index>(points.size() - 2),
                          static_cast<Index>(points.size() - 1)});
            break;
          default:
            std::shuffle(faces.begin(), faces.end(), random);
        }
        SurfaceHierarchy changed(faces, points, 3, &tree);
        changed.traceContours(most, &tree);
        SurfaceHierarchy anew = changed;
        anew.traceContours(most);
        REQUIRE(changed.nodeCount() == anew.nodeCount());
        for (Index node = 0; node < changed.nodeCount(); ++node) {
          std::multiset<std::array<Index, 3>> sides, expected;
          for (const auto& side : changed.contour(node)) sides.insert({side.from, side.to, side.twin});
          for (const auto& side : anew.contour(node)) expected.insert({side.from, side.to, side.twin});
          if (sides != expected) FAIL("contour of node " << node << " in step " << step);
          std::vector<Index> edges, expectedEdges;
          changed.listHalfEdges(node, edges);
          anew.listHalfEdges(node, expectedEdges);
          std::sort(edges.begin(), edges.end());
          std::sort(expectedEdges.begin(), expectedEdges.end());
          if (edges != expectedEdges) FAIL("half-edges of node " << node << " in step " << step);
          // Loops may start elsewhere; a list of one vertex then has another vertex.
          const auto list = changed.adjacency(node), expectedList = anew.adjacency(node);
          const std::set<Index> vertices(list.begin(), list.end()), others(expectedList.begin(), expectedList.end());
          if (vertices.size() != others.size() || (vertices.size() > 1 && vertices != others))
            FAIL("adjacency of node " << node << " in step " << step);
          compared += !sides.empty();
        }
        tree = std::move(changed);
      }
    }
  CHECK(compared > 50000);
}

TEST_CASE("contours of parts are what is left of their faces' edges, in loops") {
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
      for (Index leaf = tree.leaves(a).begin; leaf < tree.leaves(a).end; ++leaf)
        vertices.insert(tree.corners()[leaf].begin(), tree.corners()[leaf].end());
      bool common = false;
      for (Index leaf = tree.leaves(b).begin; leaf < tree.leaves(b).end; ++leaf)
        for (const Index corner : tree.corners()[leaf]) common |= vertices.count(corner) > 0;
      if (tree.adjacent(a, b)) CHECK(common);
    }
  }
  // Volino 1994, 2.3.3: the mean is hardly above 6. Nearly all patches with a common edge are reported as adjacent.
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
  CHECK(known > neighbours * 95 / 100);
}

TEST_CASE("parts have round shapes") {
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
    std::set<Index> vertices(held.parts->vertices().begin(), held.parts->vertices().end());
    CHECK(vertices.size() == body.x.size() / 3);
    CHECK(held.parts->vertices().size() == vertices.size());
    CHECK(held.parts->hasLoose());
    std::set<Index> edges(held.parts->edges().begin(), held.parts->edges().end());
    CHECK(edges.size() == held.set.edges().size());
    CHECK(held.parts->edges().size() == edges.size());
    for (Index leaf = 0; leaf < tree.leafCount(); ++leaf)
      for (Index i = held.parts->verticesOf(leaf).begin; i < held.parts->verticesOf(leaf).end; ++i)
        CHECK(isCorner(held.parts->vertices()[i], tree.corners()[leaf]));
  }
}
