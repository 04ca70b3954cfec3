#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace pliant::detail::surface {

/// Box around a body's motion and margin, for the search of body pairs.
struct BodyExtent {
  std::array<double, 3> min, max;  ///< finite
  Index slot;
};

/// Binary tree of boxes over bodies, built anew for each search. It corresponds to the hierarchy above the surfaces of
/// a scene (Volino and Magnenat-Thalmann 1994, section 2.3).
class BodyHierarchy {
 public:
  /// Appends the body indices (slots) of each pair of bodies whose boxes touch, each pair once, in no order. Reorders
  /// `bodies`.
  void findPairs(std::span<BodyExtent> bodies, std::vector<std::pair<Index, Index>>& pairs);

  std::size_t memory() const {
    return m_nodes.capacity() * sizeof(Node) + m_stack.capacity() * sizeof(std::pair<Index, Index>);
  }

 private:
  /// A node and the nodes below it are consecutive: its first child follows it.
  struct Node {
    std::array<double, 3> min, max;
    Index begin, end;  ///< bodies of the node
    Index second;      ///< second child; kNoIndex: the node is a leaf
  };

  Index build(std::span<BodyExtent> bodies, Index begin, Index end);

  std::vector<Node> m_nodes;
  std::vector<std::pair<Index, Index>> m_stack;  // pairs of nodes whose boxes touch
};

}  // namespace pliant::detail::surface
