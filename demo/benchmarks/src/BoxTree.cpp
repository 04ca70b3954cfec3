#include "BoxTree.h"

#include <pliant/detectors/buckettree/Buckets.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace pliant::benchmarks {
namespace {

double middle(const Box& box, std::size_t axis) {
  return (double(box.min[axis]) + double(box.max[axis])) / 2;
}

double longest(const Box& box) {
  double side = 0;
  for (std::size_t k = 0; k < 3; ++k) side = std::max(side, double(box.max[k]) - double(box.min[k]));
  return side;
}

}  // namespace

void BoxTree::build(std::span<const Box> boxes) {
  m_nodes.clear();
  m_order.resize(boxes.size());
  std::iota(m_order.begin(), m_order.end(), Index{0});
  if (boxes.empty()) return;
  m_nodes.emplace_back();
  m_parts.assign(1, {0, 0, static_cast<Index>(boxes.size())});
  while (!m_parts.empty()) {
    const Part part = m_parts.back();
    m_parts.pop_back();
    if (part.end - part.begin == 1) {
      m_nodes[part.node].leaf = m_order[part.begin];
      continue;
    }
    Box all = boxes[m_order[part.begin]];
    for (Index i = part.begin; i < part.end; ++i) grow(all, boxes[m_order[i]]);
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (all.max[k] - all.min[k] > all.max[axis] - all.min[axis]) axis = k;
    const double cut = middle(all, axis);
    const auto begin = m_order.begin() + part.begin, end = m_order.begin() + part.end;
    auto half = std::partition(begin, end, [&](Index i) { return middle(boxes[i], axis) < cut; });
    if (half == begin || half == end) half = begin + (end - begin) / 2;
    const auto child = static_cast<Index>(m_nodes.size()), at = static_cast<Index>(half - m_order.begin());
    m_nodes[part.node].children = child;
    m_nodes.resize(m_nodes.size() + 2);
    m_parts.push_back({child, part.begin, at});
    m_parts.push_back({child + 1, at, part.end});
  }
  refit(boxes);
}

void BoxTree::refit(std::span<const Box> boxes) {
  for (std::size_t i = m_nodes.size(); i-- > 0;) {
    Node& node = m_nodes[i];
    if (node.leaf != kNoIndex) {
      node.box = boxes[node.leaf];
      continue;
    }
    node.box = m_nodes[node.children].box;
    grow(node.box, m_nodes[node.children + 1].box);
  }
}

std::size_t BoxTree::countPairs(const BoxTree& a, const BoxTree& b) {
  if (a.m_nodes.empty() || b.m_nodes.empty()) return 0;
  std::vector<std::pair<Index, Index>> stack{{0, 0}};
  std::size_t pairs = 0;
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    const Node &nodeA = a.m_nodes[i], &nodeB = b.m_nodes[j];
    if (!overlap(nodeA.box, nodeB.box)) continue;
    const bool leafA = nodeA.leaf != kNoIndex, leafB = nodeB.leaf != kNoIndex;
    if (leafA && leafB) {
      ++pairs;
    } else if (leafB || (!leafA && longest(nodeA.box) > longest(nodeB.box))) {
      stack.emplace_back(nodeA.children, j);
      stack.emplace_back(nodeA.children + 1, j);
    } else {
      stack.emplace_back(i, nodeB.children);
      stack.emplace_back(i, nodeB.children + 1);
    }
  }
  return pairs;
}

}  // namespace pliant::benchmarks
