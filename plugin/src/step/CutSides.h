#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <functional>
#include <span>
#include <vector>

namespace pliant::detail {

/// A surface to which nodes were added. The old nodes keep their indices, 0 to `before` - 1.
struct GrownSurface {
  PositionsView x;
  Index before = 0;
  std::span<const Triangle> faces;  ///< of all nodes
  std::span<const Edge> links;      ///< of all nodes
};

/// Extends `values` (3 × before), positions of the old nodes in another configuration, to all nodes (3 × nodes). A new
/// node between two old ones gets their interpolated value; a new node that coincides with an old one gets its value.
std::vector<Real> carriedOver(const GrownSurface& surface, std::span<const Real> values);

/// Sides of the cuts in a surface. A cut is detected where a new node coincides with another node. The coincident nodes
/// form a group; each of them belongs to the cut side of its faces.
class CutSides {
 public:
  bool empty() const { return m_openings.empty(); }
  void clear();

  /// Finds the groups of the new nodes. Nodes without a face belong to no group.
  void grow(const GrownSurface& surface);
  /// Returns true if opened() was not yet called for some groups.
  bool waits() const { return m_opened < m_openings.size(); }
  /// Returns displacements of the nodes that separate the sides of the new groups [length], 3 × nodes. Each node of a
  /// group moves by `width` [length] into its own side, or less if faces would turn over otherwise. Nodes within that
  /// distance move along. `isFree(node)`: true if the node may move.
  std::vector<Real> open(PositionsView x, std::span<const Triangle> faces, Real width,
                         const std::function<bool(Index)>& isFree);
  /// Call after the nodes were moved by the displacements of open().
  void opened(PositionsView x);
  /// Updates the openings from the current positions.
  void measure(PositionsView x);

  /// Group of each node; kNoIndex if none.
  std::span<const Index> groups() const { return m_groups; }
  /// Opening of each group [length]: the largest value so far of the smallest distance between its nodes, less half of
  /// the distance created by open(). Reason: where cuts cross at a small angle, the sides are nearer to each other than
  /// the nodes of a group.
  std::span<const Real> openings() const { return m_openings; }

 private:
  struct Member {
    Index group, node;
    auto operator<=>(const Member&) const = default;
  };

  /// Calls visit(group, distance) with the smallest distance between two nodes of the group [length].
  template <typename Visit>
  void forEachDistance(PositionsView x, Visit&& visit) const;

  std::vector<Index> m_groups;
  std::vector<Member> m_members;         // sorted
  std::vector<Real> m_openings, m_less;  // one per group
  std::size_t m_opened = 0;              // number of opened groups
};

}  // namespace pliant::detail
