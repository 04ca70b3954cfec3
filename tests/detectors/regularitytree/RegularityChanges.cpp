// The hierarchy of a regularity tree where the surface changes: what is kept, and what is traced anew.

#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "HeldPatches.h"

using namespace pliant;
using namespace regularity;

namespace {

/// Returns the patches above single faces, each as the set of its faces.
std::set<std::set<Triangle>> patchesOf(const SurfaceHierarchy& tree) {
  std::set<std::set<Triangle>> patches;
  for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node) {
    const auto faces = facesOf(tree, node);
    patches.emplace(faces.begin(), faces.end());
  }
  return patches;
}

/// The lists of a hierarchy for one patch, without order.
struct Lists {
  std::multiset<std::array<Index, 3>> sides;
  std::multiset<Index> halfEdges;
  std::set<Index> vertices;

  Lists(const SurfaceHierarchy& tree, Index node) {
    for (const auto& side : tree.contour(node)) sides.insert({side.from, side.to, side.twin});
    std::vector<Index> list;
    tree.listHalfEdges(node, list);
    halfEdges.insert(list.begin(), list.end());
    vertices.insert(tree.adjacency(node).begin(), tree.adjacency(node).end());
  }
};

}  // namespace

TEST_CASE("where faces come and go, the patches that still have theirs stay") {
  const Body body = meshes::ball(20, 30);
  const std::vector<Triangle> faces = body.triangles();
  const std::vector<PackedPosition> rest = body.packed();
  std::mt19937 random(5);
  for (const unsigned children : {2u, 3u}) {
    SurfaceHierarchy tree(faces, rest, children);
    const std::set<std::set<Triangle>> patches = patchesOf(tree);
    // The same faces in another order: all patches stay.
    std::vector<Triangle> changed = faces;
    std::shuffle(changed.begin(), changed.end(), random);
    tree = SurfaceHierarchy(changed, rest, children, &tree);
    checkLevels(tree, faces.size(), children);
    CHECK((patchesOf(tree) == patches));
    // Cuts, holes and new faces, one after another.
    std::vector<PackedPosition> points = rest;
    std::set<std::set<Triangle>> before = patches;
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
      checkLevels(tree, changed.size(), children);
      const std::set<std::set<Triangle>> now = patchesOf(tree);
      std::size_t kept = 0;
      for (const auto& patch : now) kept += before.contains(patch);
      grouped += kept + now.size() / 5 <= now.size();
      before = now;
    }
    CHECK(grouped <= 2);
    // Other faces: no patch can be reused.
    const std::vector<Triangle> other{{0, 1, 2}, {2, 1, 3}};
    checkLevels(SurfaceHierarchy(other, rest, children, &tree), 2, children);
    checkLevels(SurfaceHierarchy(faces, rest, children, &tree), faces.size(), children);
  }
}

TEST_CASE("where a piece of a surface goes or comes, or all but a piece, the hierarchy is one of what is left") {
  std::mt19937 random(13);
  const auto add = [](std::vector<Triangle>& faces, std::vector<PackedPosition>& points, std::size_t cells, Real at) {
    const Body body = meshes::sheet(cells);
    const auto first = static_cast<Index>(points.size());
    for (const PackedPosition& p : body.packed()) points.push_back({p.x + at, p.y, at, 0});
    for (const Triangle& t : body.triangles()) faces.push_back({first + t[0], first + t[1], first + t[2]});
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
        checkLevels(changed, faces.size(), children);
        CHECK(changed.levels().size() <= SurfaceHierarchy(faces, points, children).levels().size() + 2);
        tree = std::move(changed);
      }
    }
}

TEST_CASE("a hierarchy follows a surface to another size") {
  const Body body = meshes::sheet(6);
  const std::vector<Triangle> faces = body.triangles();
  for (const double scale : {1e-30, 1e-3, 1e3, 1e30, sizeof(Real) > sizeof(float) ? 1e200 : 1e38}) {
    std::vector<PackedPosition> points = body.packed();
    const SurfaceHierarchy tree(faces, points, 3);
    const auto far = static_cast<Real>(scale);
    points.push_back({far, far, 0, 0});
    points.push_back({-far, far, 0, 0});
    std::vector<Triangle> more = faces;
    const auto last = static_cast<Index>(points.size() - 1);
    for (const Triangle& face : {Triangle{1, 0, last - 1}, Triangle{last - 1, 0, last}, Triangle{last, 0, 5}})
      more.push_back(face);
    checkLevels(SurfaceHierarchy(more, points, 3, &tree), more.size(), 3);
    for (PackedPosition& p : points)
      for (Real* x : {&p.x, &p.y, &p.z}) *x *= far / 2;
    SurfaceHierarchy same(faces, points, 3, &tree);
    same.traceContours(1, &tree);
    CHECK(same.shape(same.root()) == Approx(0.25));
  }
}

TEST_CASE("patches stay round, however often a surface is cut") {
  const Body body = meshes::sheet(24);
  std::vector<Triangle> faces = body.triangles();
  std::vector<PackedPosition> points = body.packed();
  const auto extent = [&points](const SurfaceHierarchy& tree) {
    double sum = 0;
    for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node) {
      Real low[2] = {2, 2}, high[2] = {-1, -1};
      for (const Triangle& face : facesOf(tree, node))
        for (const Index vertex : face)
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
      std::vector<Triangle> faces = body.triangles();
      std::vector<PackedPosition> points = body.packed();
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
          const Lists lists(changed, node), expected(anew, node);
          if (lists.sides != expected.sides) FAIL("contour of node " << node << " in step " << step);
          if (lists.halfEdges != expected.halfEdges) FAIL("half-edges of node " << node << " in step " << step);
          // Loops may start elsewhere; a list of one vertex then has another vertex.
          if (lists.vertices.size() != expected.vertices.size() ||
              (lists.vertices.size() > 1 && lists.vertices != expected.vertices))
            FAIL("adjacency of node " << node << " in step " << step);
          compared += !lists.sides.empty();
        }
        tree = std::move(changed);
      }
    }
  CHECK(compared > 50000);
}
