#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/PartGrouping.h"
#include "regularitytree/RestGeometry.h"
#include "regularitytree/SurfaceHierarchy.h"

namespace pliant::detail {

/// For each face the leaf with the same corners that it was in a hierarchy; kNoIndex: it is new.
std::vector<Index> sameLeaves(const SurfaceHierarchy& before, std::span<const Triangle> corners);

/// How many faces a change leaves without a part: new ones, and those that stood in a part with one that has gone.
Index openFaces(const SurfaceHierarchy& before, std::span<const Index> same);

/// A hierarchy's parts after some faces have gone or come. Those that still have all of theirs stay, but for some that
/// get one more. The others are grouped anew, level by level, with those that stood beside what has gone: where that is
/// at one place, a few parts on each level, however many the surface has.
class HierarchyUpdate {
 public:
  /// `corners` and the half-edges' `twins` by face; `same`: as sameLeaves() has it. `shape` is in the units of before.
  HierarchyUpdate(const SurfaceHierarchy& before, std::span<const Triangle> corners, std::span<const Index> twins,
                  std::span<const Index> same, const RestGeometry& shape, unsigned children);

  // Parts have numbers; those of parts that have stayed are their nodes in `before`.
  bool isOld(Index part) const { return part < m_before.nodeCount(); }
  Index root() const { return m_root; }
  /// From faces to the root.
  Index levels() const { return m_levels; }
  /// take(child) for each child of a part above faces.
  template <typename Take>
  void forChildren(Index part, Take&& take) const {
    if (isOld(part))
      for (Index child = m_before.firstChild(part); child < m_before.endChild(part); ++child) take(child);
    else
      for (const Index child : made(part).children) take(child);
  }
  Index faceOf(Index leaf) const { return isOld(leaf) ? m_faceOfLeaf[leaf] : made(leaf).face; }
  double area(Index part) const { return isOld(part) ? m_before.area(part) : made(part).area; }
  double perimeter(Index part) const { return isOld(part) ? m_before.perimeter(part) : made(part).perimeter; }

 private:
  struct NewPart {
    Index face = kNoIndex;  ///< of one that is a face
    std::vector<Index> children, halfEdges;
    double area = 0, perimeter = 0;
    RestGeometry::Point centre{};
  };
  const NewPart& made(Index part) const { return m_made[part - m_before.nodeCount()]; }
  Index levelSize(Index level) const;
  void breakUp(Index node, std::size_t level);
  std::vector<Index> openParts(std::size_t level) const;
  void group(Index level, unsigned children);
  Index make(std::vector<Index> children, std::span<const Index> pieces, Index level);
  Index partAt(Index face, Index level) const;
  RestGeometry::Point centre(Index part) const;
  std::vector<Index> halfEdges(Index part) const;
  double length(Index halfEdge) const;

  const SurfaceHierarchy& m_before;
  std::span<const Triangle> m_corners;
  std::span<const Index> m_twins, m_same;
  const RestGeometry& m_shape;
  std::vector<Index> m_faceOfLeaf;             // by leaf of before; kNoIndex: gone
  std::vector<std::uint8_t> m_broken;          // by node of before: it is no part any more
  std::vector<std::vector<Index>> m_brokenAt;  // those, by level
  std::vector<Index> m_up;                     // by part: the one that it is in
  std::vector<NewPart> m_made;                 // the new faces first
  std::vector<Index> m_newFaces;               // ascending
  std::vector<Index> m_fresh;                  // new parts on the level that is grouped
  Index m_root = kNoIndex, m_levels = 0;
};

}  // namespace pliant::detail
