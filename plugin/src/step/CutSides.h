#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <functional>
#include <span>
#include <vector>

namespace pliant::detail {

/// A surface to which nodes have come. The nodes that it had keep their places: they are the first `before`.
struct GrownSurface {
  PositionsView x;
  Index before = 0;
  std::span<const Triangle> faces;  ///< of all nodes
  std::span<const Edge> links;      ///< of all nodes
};

/// Makes of `values` (3 × before), which move along with the surface, those of all nodes (3 × nodes): a node that has
/// come to lie between two old ones lies as far between their values, and one that has come to lie on an old one has
/// its value.
std::vector<Real> carriedOver(const GrownSurface& surface, std::span<const Real> values);

/// The sides of the cuts in a surface. Where nodes have come to where others are, the surface was cut: such nodes are a
/// group, and each is on the side that its faces are on.
class CutSides {
 public:
  bool empty() const { return m_openings.empty(); }
  void clear();

  /// Finds the groups of the nodes that have come. Nodes without a face are in none.
  void grow(const GrownSurface& surface);
  /// Whether there are groups of which open() has not been told.
  bool waits() const { return m_opened < m_openings.size(); }
  /// The ways that nodes have to go so that the sides of the new groups are apart: those of a group by `width` into
  /// their own sides, or less where that would turn faces over, and what is nearer than that along with them. 3 ×
  /// nodes. `isFree`: whether a node may be moved.
  std::vector<Real> open(PositionsView x, std::span<const Triangle> faces, Real width,
                         const std::function<bool(Index)>& isFree);
  /// The nodes have gone so far.
  void opened(PositionsView x);
  /// Takes notice of how far the nodes of a group are apart.
  void measure(PositionsView x);

  /// Group of each node, kNoIndex: none.
  std::span<const Index> groups() const { return m_groups; }
  /// For each group: how far its nodes have been apart at the most, less half of what open() has brought them apart:
  /// where cuts cross at a small angle, sides are nearer to each other than the nodes of a group are.
  std::span<const Real> openings() const { return m_openings; }

 private:
  struct Member {
    Index group, node;
    auto operator<=>(const Member&) const = default;
  };

  /// Calls visit(group, distance between the nearest two of its nodes).
  template <typename Visit>
  void forEachDistance(PositionsView x, Visit&& visit) const;

  std::vector<Index> m_groups;
  std::vector<Member> m_members;         // sorted
  std::vector<Real> m_openings, m_less;  // by group
  std::size_t m_opened = 0;              // groups before have been opened
};

}  // namespace pliant::detail
