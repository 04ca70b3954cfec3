#pragma once

#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// A body's links, packed and in an order in which neighbours in the list share no node: the correction of each link is
/// the one of btSoftBody::PSolve_Links, but none waits for the one before it.
class BodyLinks {
 public:
  /// Reads the links' constants, and their topology if it has changed since the last call.
  void read(const btSoftBody& body);
  /// One pass over all links; `x` and `inverseMass` of the body's first node on.
  void solve(Lane* x, const Real* inverseMass) const;

 private:
  struct Link {
    Index a, b;
    Real c0, c1;
  };
  bool readConstants(const btSoftBody& body);
  void order(const btSoftBody& body);

  std::vector<Link> m_links;
  std::vector<Index> m_source;  ///< of each link, its place in m_links of the body
  std::vector<Index> m_last;    ///< scratch: when each node was used last
  std::vector<Index> m_waiting;
};

}  // namespace pliant::detail
