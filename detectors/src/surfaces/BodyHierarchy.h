#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pliant::detail::surface {

/// A body among many: a box around all that it may reach.
struct BodyExtent {
  std::array<double, 3> min, max;  ///< finite
  Index id, slot;
};

/// Boxes over bodies and boxes over those, kept from step to step: bodies come and go at any time, and what has moved
/// is mended in place (Volino and Magnenat-Thalmann 1994, section 2.3: the surfaces of a scene as one hierarchy above
/// their own).
class BodyHierarchy {
 public:
  /// The bodies as they are now, each id once, in any order.
  void update(std::span<const BodyExtent> bodies);
  /// Appends the slots of each two bodies whose boxes touch, once, in no order.
  void findPairs(std::vector<std::pair<Index, Index>>& pairs);

  Index size() const { return m_leaves; }
  /// From the root to the lowest body; 0 where there is none.
  Index depth() const;
  std::size_t memory() const;

 private:
  struct Node {
    std::array<double, 3> min, max;
    Index parent, child[2];  ///< children: kNoIndex for a body
    Index body;              ///< id; for a node above bodies kNoIndex
    Index slot, leaves;

    bool isBody() const { return child[0] == kNoIndex; }
  };

  Index newNode();
  void build(std::span<const BodyExtent> bodies);
  Index buildRange(Index* first, Index count);
  void insert(Index leaf);
  void remove(Index leaf);
  void replaceChild(Index parent, Index old, Index by);
  void join(Index node);
  void refit();
  void rotate(Index node);
  void orderNodes();
  double growth(Index node, const Node& by) const;

  std::vector<Node> m_nodes;
  std::vector<Index> m_free, m_leafOf, m_order, m_range;  ///< order: parents before children
  std::vector<std::uint32_t> m_seen;                      ///< by id: the update that named it last
  std::vector<std::pair<Index, Index>> m_stack;
  Index m_root = kNoIndex, m_leaves = 0;
  std::uint32_t m_updates = 0;
  bool m_ordered = false;
};

}  // namespace pliant::detail::surface
