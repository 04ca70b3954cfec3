#pragma once

#include <array>
#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Links of one body, packed and solved four at a time. Without seams the results have the bits of
/// btSoftBody::PSolve_Links: the correction of each link is the same, and two links that share a node keep their order.
class BodyLinks {
 public:
  /// Reads the links' constants, and their topology if it has changed since the last call. `nodes` holds the body from
  /// index `first` on; null if the body has no seams. A link between two seams joins their first nodes; several links
  /// between the same two seams count as one.
  void read(const btSoftBody& body, const PackedNodes* nodes = nullptr, Index first = 0);
  /// Returns the mean squared rest length [length²]; 0 without links.
  Real meanSquare() const { return m_meanSquare; }
  /// Runs one pass over all links. `x` and `inverseMass` begin at the body's first node.
  void solve(Lane* x, const Real* inverseMass) const;

 private:
  static constexpr Index kGroup = 4;
  /// Links that share no node, in the first `count` lanes.
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
  std::vector<Index> m_source;   ///< index in the body of each link of the groups
  int m_count = -1;              ///< number of the body's links; -1 before the first read
  std::vector<Index> m_leaders;  ///< one per node: first node of its seam, or the node itself; empty without seams
};

}  // namespace pliant::detail
