#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pliant::detail::surface {

/// Box around a body's motion and margin, for the search of body pairs.
struct BodyExtent {
  std::array<double, 3> min, max;  ///< finite
  Index id, slot;
};

/// Binary tree of boxes over bodies, kept from step to step. Bodies come and go at any time; the tree is updated in
/// place as bodies move. It corresponds to the hierarchy above the surfaces of a scene (Volino and Magnenat-Thalmann
/// 1994, section 2.3).
class BodyHierarchy {
 public:
  /// Replaces the set of bodies and their boxes. Each id occurs once; any order.
  void update(std::span<const BodyExtent> bodies);
  /// Appends the body indices (slots) of each pair of bodies whose boxes touch, each pair once, in no order.
  void findPairs(std::vector<std::pair<Index, Index>>& pairs);

  Index size() const { return m_leaves; }
  /// Returns the number of levels; 0 without bodies.
  Index depth() const;
  std::size_t memory() const;

 private:
  struct Node {
    std::array<double, 3> min, max;
    Index parent, child[2];  ///< kNoIndex for a body
    Index body;              ///< body id; kNoIndex for an inner node
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
  std::vector<Index> m_free, m_leafOf, m_order, m_range;  ///< m_order: inner nodes, parents before children
  std::vector<std::uint32_t> m_seen;                      ///< indexed by body id: last update that contained the body
  std::vector<std::pair<Index, Index>> m_stack;
  Index m_root = kNoIndex, m_leaves = 0;
  std::uint32_t m_updates = 0;
  bool m_ordered = false;
};

}  // namespace pliant::detail::surface
