#pragma once

#include <pliant/detectors/Types.h>

#include <utility>
#include <vector>

namespace pliant::detail {

/// Sweep status: an ordered sequence with binary search, insertion and removal in O(log n) and neighbours in O(1). A
/// treap whose nodes are linked in order. Each node has an item, which may be changed in place. Priorities are fixed,
/// so the shape depends on the calls only. Keeps its memory.
class SweepStatus {
 public:
  using Node = Index;

  void reserve(std::size_t nodes) {
    m_nodes.reserve(nodes);
    m_free.reserve(nodes);
  }
  void clear() {
    m_nodes.clear();
    m_free.clear();
    m_root = m_first = kNoIndex;
  }

  Index item(Node n) const { return m_nodes[n].item; }
  void setItem(Node n, Index item) { m_nodes[n].item = item; }
  /// Neighbours in the sequence; kNoIndex beyond its ends.
  Node first() const { return m_first; }
  Node next(Node n) const { return m_nodes[n].next; }
  Node previous(Node n) const { return m_nodes[n].previous; }

  /// Returns the last node with isBelow(item), and the node after it. isBelow() must hold for the items up to some node
  /// and for no later item.
  template <typename Predicate>
  std::pair<Node, Node> split(const Predicate& isBelow) const {
    Node below = kNoIndex, above = kNoIndex;
    for (Node n = m_root; n != kNoIndex;) {
      if (isBelow(m_nodes[n].item)) {
        below = n;
        n = m_nodes[n].child[1];
      } else {
        above = n;
        n = m_nodes[n].child[0];
      }
    }
    return {below, above};
  }

  /// Adds a node after `previous`; kNoIndex: at the beginning.
  Node insertAfter(Node previous, Index item) {
    const Node n = take(item);
    const Node next = previous == kNoIndex ? m_first : m_nodes[previous].next;
    m_nodes[n].previous = previous;
    m_nodes[n].next = next;
    (previous == kNoIndex ? m_first : m_nodes[previous].next) = n;
    if (next != kNoIndex) m_nodes[next].previous = n;
    if (previous != kNoIndex && m_nodes[previous].child[1] == kNoIndex) {
      attach(n, previous, 1);
    } else if (next != kNoIndex) {
      attach(n, next, 0);
    } else {
      m_root = n;
    }
    while (m_nodes[n].parent != kNoIndex && priority(n) > priority(m_nodes[n].parent)) rotateUp(n);
    return n;
  }

  void remove(Node n) {
    for (;;) {
      const Node left = m_nodes[n].child[0], right = m_nodes[n].child[1];
      if (left == kNoIndex && right == kNoIndex) break;
      rotateUp(right == kNoIndex || (left != kNoIndex && priority(left) > priority(right)) ? left : right);
    }
    childOf(m_nodes[n].parent, n) = kNoIndex;
    const Node previous = m_nodes[n].previous, next = m_nodes[n].next;
    (previous == kNoIndex ? m_first : m_nodes[previous].next) = next;
    if (next != kNoIndex) m_nodes[next].previous = previous;
    m_free.push_back(n);
  }

 private:
  struct Links {
    Index item;
    Node previous, next, parent, child[2];
  };

  static std::uint32_t priority(Node n) {
    std::uint32_t x = (n + 1) * 0x9E3779B1u;
    x = (x ^ (x >> 15)) * 0x85EBCA77u;
    return x ^ (x >> 13);
  }

  Node take(Index item) {
    Node n = static_cast<Node>(m_nodes.size());
    if (m_free.empty()) {
      m_nodes.emplace_back();
    } else {
      n = m_free.back();
      m_free.pop_back();
    }
    m_nodes[n] = {item, kNoIndex, kNoIndex, kNoIndex, {kNoIndex, kNoIndex}};
    return n;
  }

  Node& childOf(Node parent, Node child) {
    if (parent == kNoIndex) return m_root;
    return m_nodes[parent].child[m_nodes[parent].child[1] == child ? 1 : 0];
  }

  void attach(Node n, Node parent, int side) {
    m_nodes[n].parent = parent;
    m_nodes[parent].child[side] = n;
  }

  void rotateUp(Node n) {
    const Node parent = m_nodes[n].parent, grand = m_nodes[parent].parent;
    const int side = m_nodes[parent].child[1] == n ? 1 : 0;
    childOf(grand, parent) = n;
    const Node inner = m_nodes[n].child[1 - side];
    m_nodes[parent].child[side] = inner;
    if (inner != kNoIndex) m_nodes[inner].parent = parent;
    attach(parent, n, 1 - side);
    m_nodes[n].parent = grand;
  }

  std::vector<Links> m_nodes;
  std::vector<Node> m_free;
  Node m_root = kNoIndex, m_first = kNoIndex;
};

}  // namespace pliant::detail
