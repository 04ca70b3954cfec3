#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>
#include <vector>

namespace pliant::benchmarks {

/// A binary tree of boxes. Each node is split in the middle of its longest side (van den Bergen 1998).
class BoxTree {
 public:
  void build(std::span<const Box> boxes);
  void refit(std::span<const Box> boxes);
  /// Returns the number of overlapping pairs with one box of each tree.
  static std::size_t countPairs(const BoxTree& a, const BoxTree& b);

 private:
  struct Node {
    Box box;
    Index children = 0;     // the first of two adjacent nodes
    Index leaf = kNoIndex;  // index of the box; kNoIndex for an inner node
  };

  std::vector<Node> m_nodes;  // parents are stored before their children
  std::vector<Index> m_order;
  struct Part {
    Index node, begin, end;
  };
  std::vector<Part> m_parts;
};

}  // namespace pliant::benchmarks
