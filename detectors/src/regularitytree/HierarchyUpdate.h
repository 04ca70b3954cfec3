#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/PatchGrouping.h"
#include "regularitytree/RestGeometry.h"
#include "regularitytree/SurfaceHierarchy.h"

namespace pliant::detail {

/// Returns, per face of the body, the leaf of `before` with the same corners; kNoIndex: the face is new.
std::vector<Index> sameLeaves(const SurfaceHierarchy& before, std::span<const Triangle> corners);

/// Returns the number of faces without a patch after a change: new faces, and siblings of removed faces.
Index openFaces(const SurfaceHierarchy& before, std::span<const Index> same);

/// The patches of a hierarchy after faces have been removed or added.
///
/// - A patch that still has all of its faces is kept, or gets one more child.
/// - The other faces and patches are regrouped level by level, with the siblings of what was removed. If the change is
///   local, these are a few patches per level, however many faces the surface has.
class HierarchyUpdate {
 public:
  /// `corners` and `twins` are indexed by the body's faces; `same` is the result of sameLeaves(). `shape` has the
  /// length unit of `before`.
  HierarchyUpdate(const SurfaceHierarchy& before, std::span<const Triangle> corners, std::span<const Index> twins,
                  std::span<const Index> same, const RestGeometry& shape, unsigned children);

  // Patch numbers: a kept patch has its node number in `before`, new patches have higher numbers.
  bool isOld(Index patch) const { return patch < m_before.nodeCount(); }
  Index root() const { return m_root; }
  /// Number of levels, from faces to the root.
  Index levels() const { return m_levels; }
  /// Calls take(child) for each child of a patch that is not a face.
  template <typename Take>
  void forChildren(Index patch, Take&& take) const {
    if (isOld(patch))
      for (Index child = m_before.firstChild(patch); child < m_before.endChild(patch); ++child) take(child);
    else
      for (const Index child : made(patch).children) take(child);
  }
  Index faceOf(Index leaf) const { return isOld(leaf) ? m_faceOfLeaf[leaf] : made(leaf).face; }
  double area(Index patch) const { return isOld(patch) ? m_before.area(patch) : made(patch).area; }
  double perimeter(Index patch) const { return isOld(patch) ? m_before.perimeter(patch) : made(patch).perimeter; }

 private:
  struct NewPatch {
    Index face = kNoIndex;  ///< face of the body; kNoIndex: the patch is not a face
    std::vector<Index> children, halfEdges;
    double area = 0, perimeter = 0;
    RestGeometry::Point centre{};
  };
  const NewPatch& made(Index patch) const { return m_made[patch - m_before.nodeCount()]; }
  Index levelSize(Index level) const;
  void breakUp(Index node, std::size_t level);
  std::vector<Index> openPatches(std::size_t level) const;
  void group(Index level, unsigned children);
  Index make(std::vector<Index> children, std::span<const Index> pieces, Index level);
  Index patchAt(Index face, Index level) const;
  RestGeometry::Point centre(Index patch) const;
  std::vector<Index> halfEdges(Index patch) const;
  double length(Index halfEdge) const;

  const SurfaceHierarchy& m_before;
  std::span<const Triangle> m_corners;
  std::span<const Index> m_twins, m_same;
  const RestGeometry& m_shape;
  std::vector<Index> m_faceOfLeaf;             // per leaf of m_before; kNoIndex: removed
  std::vector<std::uint8_t> m_broken;          // per node of m_before: 1 if it is no longer a patch
  std::vector<std::vector<Index>> m_brokenAt;  // broken nodes, per level
  std::vector<Index> m_up;                     // parent of each patch, or kNoIndex
  std::vector<NewPatch> m_made;                // new patches, new faces first
  std::vector<Index> m_newFaces;               // ascending
  std::vector<Index> m_fresh;                  // new patches on the level that is grouped
  Index m_root = kNoIndex, m_levels = 0;
};

}  // namespace pliant::detail
