#pragma once

#include <array>
#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// A body's links, packed and four at a time. The result is that of btSoftBody::PSolve_Links, to the same bits: each
/// link is corrected as there, and two links that share a node keep their order.
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
  /// Links that share no node; the first `count` of the lanes.
  struct Group {
    std::array<Index, kGroup> a, b;
    Lane c0, c1;
    Index count;
  };
  bool readConstants(const btSoftBody& body);
  void order(const btSoftBody& body);
  static void solveOne(const Group& group, Index lane, Lane* x, const Real* inverseMass);

  Real m_meanSquare = 0;
  std::vector<Group> m_groups;
  std::vector<Index> m_source;  ///< of each link of the groups its place in the body
};

}  // namespace pliant::detail
