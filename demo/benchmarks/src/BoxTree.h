#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/buckettree/Buckets.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace pliant::benchmarks {

/// A binary tree of boxes. Each node is split in the middle of its longest side (van den Bergen 1998).
class BoxTree {
 public:
  /// There is at least one box.
  void build(std::span<const Box> boxes) {
    m_order.resize(boxes.size());
    std::iota(m_order.begin(), m_order.end(), Index{0});
    m_nodes.assign(1, {});
    m_parents.clear();
    split(boxes, 0, m_order.begin(), m_order.end());
    refit(boxes);
  }

  void refit(std::span<const Box> boxes) {
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
      Node& node = m_nodes[i];
      if (node.isLeaf()) {
        node.box = boxes[node.leaf];
        continue;
      }
      node.box = m_nodes[node.children].box;
      grow(node.box, m_nodes[node.children + 1].box);
    }
  }

  /// Removes the boxes with these indices and inserts those that are there now; refits all others. At least one box
  /// stays. A removed leaf's sibling takes the place of their parent. A new box goes down to the child that it enlarges
  /// less, and shares the place of the leaf at the end.
  void replace(std::span<const Index> changed, std::span<const Box> boxes) {
    if (m_parents.empty()) findParents(boxes.size());
    for (const Index box : changed) remove(box);
    refit(boxes);
    for (const Index box : changed) insert(box, boxes[box]);
  }
  /// Returns true if more nodes are out of use than in use.
  bool isWorn() const { return m_nodes.size() > 4 * m_order.size(); }

  /// Returns the number of overlapping pairs with one box of each tree.
  static std::size_t countPairs(const BoxTree& a, const BoxTree& b) {
    std::vector<std::pair<Index, Index>> stack{{0, 0}};
    std::size_t pairs = 0;
    while (!stack.empty()) {
      const auto [i, j] = stack.back();
      stack.pop_back();
      const Node &nodeA = a.m_nodes[i], &nodeB = b.m_nodes[j];
      if (!overlap(nodeA.box, nodeB.box)) continue;
      if (nodeA.isLeaf() && nodeB.isLeaf()) {
        ++pairs;
      } else if (nodeB.isLeaf() ||
                 (!nodeA.isLeaf() && side(nodeA.box, longest(nodeA.box)) > side(nodeB.box, longest(nodeB.box)))) {
        for (const Index child : {0u, 1u}) stack.emplace_back(nodeA.children + child, j);
      } else {
        for (const Index child : {0u, 1u}) stack.emplace_back(i, nodeB.children + child);
      }
    }
    return pairs;
  }

 private:
  struct Node {
    Box box;
    Index children = 0;     // the first of two adjacent nodes
    Index leaf = kNoIndex;  // index of the box; kNoIndex for an inner node

    bool isLeaf() const { return leaf != kNoIndex; }
  };
  using Place = std::vector<Index>::iterator;

  static double side(const Box& box, std::size_t axis) { return double(box.max[axis]) - double(box.min[axis]); }
  static double middle(const Box& box, std::size_t axis) { return (double(box.min[axis]) + double(box.max[axis])) / 2; }
  static std::size_t longest(const Box& box) {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (side(box, k) > side(box, axis)) axis = k;
    return axis;
  }

  static double sizeOf(const Box& box) { return side(box, 0) + side(box, 1) + side(box, 2); }
  static double growthOf(const Box& box, const Box& by) {
    Box both = box;
    grow(both, by);
    return sizeOf(both) - sizeOf(box);
  }

  void findParents(std::size_t boxes) {
    m_parents.assign(m_nodes.size(), kNoIndex);
    m_leaves.assign(boxes, kNoIndex);
    for (Index node = 0; node < m_nodes.size(); ++node) adopt(node);
  }
  /// Updates what refers to a node.
  void adopt(Index node) {
    if (m_nodes[node].isLeaf())
      m_leaves[m_nodes[node].leaf] = node;
    else
      m_parents[m_nodes[node].children] = m_parents[m_nodes[node].children + 1] = node;
  }

  // Nodes that are out of use stay in the list, so that parents are stored before their children.
  void remove(Index box) {
    const Index leaf = m_leaves[box], parent = m_parents[leaf], first = m_nodes[parent].children;
    m_nodes[parent] = m_nodes[leaf == first ? first + 1 : first];
    adopt(parent);
  }

  void insert(Index box, const Box& extent) {
    Index node = 0;
    while (!m_nodes[node].isLeaf()) {
      grow(m_nodes[node].box, extent);
      const Index child = m_nodes[node].children;
      const double first = growthOf(m_nodes[child].box, extent), second = growthOf(m_nodes[child + 1].box, extent);
      node = second < first ? child + 1 : child;
    }
    const auto child = static_cast<Index>(m_nodes.size());
    m_nodes.push_back(m_nodes[node]);
    m_nodes.push_back({extent, 0, box});
    m_parents.resize(m_nodes.size());
    grow(m_nodes[node].box, extent);
    m_nodes[node].children = child;
    m_nodes[node].leaf = kNoIndex;
    for (const Index changed : {node, child, child + 1}) adopt(changed);
  }

  /// Builds the part of the tree below a node.
  void split(std::span<const Box> boxes, Index node, Place begin, Place end) {
    if (end - begin == 1) {
      m_nodes[node].leaf = *begin;
      return;
    }
    Box all = boxes[*begin];
    for (Place i = begin; i < end; ++i) grow(all, boxes[*i]);
    const std::size_t axis = longest(all);
    const double cut = middle(all, axis);
    auto half = std::partition(begin, end, [&](Index i) { return middle(boxes[i], axis) < cut; });
    if (half == begin || half == end) half = begin + (end - begin) / 2;
    const auto child = static_cast<Index>(m_nodes.size());
    m_nodes[node].children = child;
    m_nodes.resize(m_nodes.size() + 2);
    split(boxes, child, begin, half);
    split(boxes, child + 1, half, end);
  }

  std::vector<Node> m_nodes;  // parents are stored before their children
  std::vector<Index> m_order;
  std::vector<Index> m_parents, m_leaves;  // indexed by node and by box; empty until the first replace()
};

}  // namespace pliant::benchmarks
