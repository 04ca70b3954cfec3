#pragma once

#include <array>
#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// A body's links, packed and four at a time. The result is that of btSoftBody::PSolve_Links, to the same bits: each
/// link is corrected as there, and two links that share a node keep their order.
class BodyLinks {
 public:
  /// Reads the links' constants, and their topology if it has changed since the last call. `nodes` has the body, from
  /// `first` on; null: it has no seams. Links between seams are between their first nodes; of several between the same
  /// two the first counts.
  void read(const btSoftBody& body, const PackedNodes* nodes = nullptr, Index first = 0);
  /// Mean squared length at rest; 0 without links.
  Real meanSquare() const { return m_meanSquare; }
  /// One pass over all links; `x` and `inverseMass` of the body's first node on.
  void solve(Lane* x, const Real* inverseMass) const;

 private:
  static constexpr Index kGroup = 4;
  /// Links that share no node; the first `count` of the lanes.
  struct Group {
    std::array<Index, kGroup> a, b;
    Lane c0, c1;
    Index count;
  };
  bool readLeaders(const btSoftBody& body, const PackedNodes* nodes, Index first);
  bool readConstants(const btSoftBody& body, const Real* inverseMass);
  void order(const btSoftBody& body);
  Index indexOf(const btSoftBody& body, const btSoftBody::Node* node) const;
  std::vector<std::uint8_t> repeated(const btSoftBody& body) const;
  static void solveOne(const Group& group, Index lane, Lane* x, const Real* inverseMass);

  Real m_meanSquare = 0;
  std::vector<Group> m_groups;
  std::vector<Index> m_source;   ///< of each link of the groups its place in the body
  int m_count = -1;              ///< of the body's links
  std::vector<Index> m_leaders;  ///< by the body's node: the first of its seam, or itself; none where there is no seam
};

}  // namespace pliant::detail
