#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>
#include <vector>

namespace pliant::benchmarks {

/// A binary tree of boxes, each node's content parted in the middle of its longest side (van den Bergen 1998), refitted
/// or built anew.
class BoxTree {
 public:
  void build(std::span<const Box> boxes);
  void refit(std::span<const Box> boxes);
  /// How many pairs of boxes, one of each tree, overlap.
  static std::size_t countPairs(const BoxTree& a, const BoxTree& b);

 private:
  struct Node {
    Box box;
    Index children = 0;     // the first of two that lie side by side
    Index leaf = kNoIndex;  // the box it stands for
  };

  std::vector<Node> m_nodes;  // parents before their children
  std::vector<Index> m_order;
  struct Part {
    Index node, begin, end;
  };
  std::vector<Part> m_parts;
};

}  // namespace pliant::benchmarks
