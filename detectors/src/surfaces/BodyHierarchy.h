#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/memoryOf.h"

namespace pliant::detail::surface {

/// Box around a body's motion and margin, for the search of body pairs.
struct BodyExtent {
  std::array<double, 3> min, max;  ///< finite
  Index body;
};

/// Binary tree of boxes over bodies. Each search computes the boxes. The tree is built anew if the number of bodies has
/// changed, and in every eighth search: bodies move little from search to search. It corresponds to the hierarchy above
/// the surfaces of a scene (Volino and Magnenat-Thalmann 1994, section 2.3).
class BodyHierarchy {
 public:
  /// Appends the body indices of each pair of bodies whose boxes touch, each pair once, in no order.
  void findPairs(std::span<const BodyExtent> bodies, std::vector<std::pair<Index, Index>>& pairs);

  std::size_t memory() const { return memoryOf(m_nodes, m_order, m_stack); }

 private:
  /// A node and the nodes below it are consecutive: its first child follows it.
  struct Node {
    std::array<double, 3> min, max;
    Index begin, end;  ///< bodies of the node, in m_order
    Index second;      ///< second child; kNoIndex: the node is a leaf
  };

  Index build(std::span<const BodyExtent> bodies, Index begin, Index end);
  void bound(std::span<const BodyExtent> bodies);

  std::vector<Node> m_nodes;
  std::vector<Index> m_order;                    // places of the bodies in the list, leaf by leaf
  unsigned m_searches = 0;                       // since the tree was built
  std::vector<std::pair<Index, Index>> m_stack;  // pairs of nodes whose boxes touch
};

}  // namespace pliant::detail::surface
