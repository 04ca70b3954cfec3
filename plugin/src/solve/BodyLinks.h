#pragma once

#include <array>
#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// A body's links, packed and four at a time: the four of a group share no node, and neighbouring groups share none
/// where possible, so that none waits for another. The correction of each link is the one of btSoftBody::PSolve_Links,
/// to the same bits; only the order differs.
class BodyLinks {
 public:
  /// Reads the links' constants, and their topology if it has changed since the last call.
  void read(const btSoftBody& body);
  /// Mean squared length at rest; 0 without links.
  Real meanSquare() const { return m_meanSquare; }
  /// One pass over all links; `x` and `inverseMass` of the body's first node on.
  void solve(Lane* x, const Real* inverseMass) const;

 private:
  static constexpr Index kGroup = 4;
  struct Group {
    std::array<Index, kGroup> a, b;
    Lane c0, c1;
  };
  bool readConstants(const btSoftBody& body);
  void order(const btSoftBody& body);
  bool fillGroup(const btSoftBody& body);

  Real m_meanSquare = 0;
  std::vector<Group> m_groups;
  std::vector<Group> m_single;   ///< links that found no three others: only the first of each group is one
  std::vector<Index> m_source;   ///< of each link, those of the groups before the single ones, its place in the body
  std::vector<Index> m_last;     ///< scratch: the group that used each node last, from 1
  std::vector<Index> m_waiting;  ///< scratch: links that have no group yet
};

}  // namespace pliant::detail
