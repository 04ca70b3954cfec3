#pragma once

#include <pliant_catch.h>

#include <cmath>
#include <memory>
#include <set>
#include <span>

#include "regularitytree/SurfacePatches.h"
#include "shapes/RegularityShapes.h"

/// Hierarchies of patches, and surfaces for them.
namespace regularity {

using meshes::Body;
using pliant::BodySet;
using pliant::Index;
using pliant::Triangle;
using pliant::detail::SurfaceHierarchy;
using pliant::detail::SurfacePatches;

/// Calls visit(node) for all patches from the root on; `visit` returns true if the children are visited, too.
template <typename Visit>
void descend(const SurfaceHierarchy& tree, const Visit& visit) {
  std::vector<Index> open{tree.root()};
  while (!open.empty()) {
    const Index node = open.back();
    open.pop_back();
    if (!visit(node)) continue;
    for (Index child = tree.firstChild(node); child < tree.endChild(node); ++child) open.push_back(child);
  }
}

/// A body and its patches.
struct Held {
  Body body;
  BodySet set;
  std::unique_ptr<SurfacePatches> patches;

  explicit Held(Body from, unsigned children = 3) : body(std::move(from)) {
    set.add(body.view());
    set.update();
    patches = std::make_unique<SurfacePatches>(set, 0, children);
  }
  const SurfaceHierarchy& tree() const { return patches->tree(); }
};

/// Returns the faces of a patch, each by its corners.
inline std::span<const Triangle> facesOf(const SurfaceHierarchy& tree, Index node) {
  return tree.corners().subspan(tree.leaves(node).begin, tree.leaves(node).size());
}

/// Returns surfaces of all kinds; the last one is a sheet with holes and notches.
inline std::vector<Body> surfaces() {
  std::mt19937 random(2);
  std::vector<Body> all{meshes::sheet(1),        meshes::sheet(16), meshes::ball(20, 30),        shapes::doubleRing(9),
                        shapes::stackedDiscs(7), shapes::flap(6),   shapes::foldedOver(5, true), shapes::seam(5),
                        meshes::ball(2, 40)};
  all.push_back(shapes::manifold(meshes::soup(random, 90, 60, 0.2)));
  all.push_back(all[1]);
  shapes::turnSome(all.back(), random, 0.3);
  Body holes = meshes::sheet(20);
  const std::vector<Triangle> faces = holes.triangles();
  holes.faces.clear();
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (f % 17 != 0 && f % 17 != 5) holes.faces.insert(holes.faces.end(), faces[f].begin(), faces[f].end());
  all.push_back(holes);
  return all;
}

/// Checks that each face occurs once, and that each level is divided into the children of the next.
inline void checkLevels(const SurfaceHierarchy& tree, std::size_t count, unsigned children) {
  REQUIRE(tree.leafCount() == count);
  std::set<Index> faces(tree.faceOfLeaf().begin(), tree.faceOfLeaf().end());
  CHECK(faces.size() == count);
  CHECK(tree.leaves(tree.root()).begin == 0);
  CHECK(tree.leaves(tree.root()).end == count);
  CHECK(static_cast<double>(tree.levels().size()) <= std::log2(count) + 4);
  Index expected = 0, faults = 0;
  for (Index node = tree.leafCount(); node < tree.nodeCount(); ++node) {
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

}  // namespace regularity
