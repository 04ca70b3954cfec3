#include <pliant/detectors/buckettree/BucketDescent.h>

namespace pliant {
namespace {

constexpr std::size_t kPairsOnStack = 1024;

/// Returns true if `a` is smaller: in volume, or in the sum of the sides if the volumes are equal (flat boxes).
bool smaller(const Box& a, const Box& b) {
  double volume[2] = {1, 1}, sides[2] = {0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const double sideA = double(a.max[k]) - double(a.min[k]), sideB = double(b.max[k]) - double(b.min[k]);
    volume[0] *= sideA;
    volume[1] *= sideB;
    sides[0] += sideA;
    sides[1] += sideB;
  }
  return volume[0] < volume[1] || (!(volume[1] < volume[0]) && sides[0] < sides[1]);
}

}  // namespace

void BucketDescent::between(const Buckets& a, const Buckets& b, BucketSettings::Order order) {
  m_pairs.clear();
  m_stack.clear();
  m_visited = m_boxTests = 0;
  if (a.empty() || b.empty()) return;
  ++m_boxTests;
  if (!overlap(a.node(a.root()).box, b.node(b.root()).box)) return;
  m_stack.push_back({a.root(), b.root()});
  descend(a, b, order);
}

void BucketDescent::within(const Buckets& tree, BucketSettings::Order order) {
  m_pairs.clear();
  m_stack.clear();
  m_visited = m_boxTests = 0;
  if (tree.empty()) return;
  m_stack.push_back({tree.root(), tree.root()});
  descend(tree, tree, order);
}

void BucketDescent::descend(const Buckets& a, const Buckets& b, BucketSettings::Order order) {
  const bool own = &a == &b;
  // One level adds at most 36 waiting pairs for an octree with itself, and 8 for two octrees.
  m_stack.reserve(kPairsOnStack);
  while (!m_stack.empty()) {
    const Pair pair = m_stack.back();
    m_stack.pop_back();
    ++m_visited;
    const Buckets::Node &nodeA = a.node(pair.a), &nodeB = b.node(pair.b);
    if (own && pair.a == pair.b) {
      if (nodeA.leaf) {
        if (nodeA.count > 1) m_pairs.push_back(pair);
        continue;
      }
      for (Index i = nodeA.first; i < nodeA.first + nodeA.count; ++i) {
        if (!a.inUse(i)) continue;
        m_stack.push_back({i, i});
        for (Index j = i + 1; j < nodeA.first + nodeA.count; ++j) {
          if (!a.inUse(j)) continue;
          ++m_boxTests;
          if (overlap(a.node(i).box, a.node(j).box)) m_stack.push_back({i, j});
        }
      }
      continue;
    }
    if (nodeA.leaf && nodeB.leaf) {
      m_pairs.push_back(pair);
      continue;
    }
    const bool smallerFirst = order == BucketSettings::Order::SmallerFirst;
    const bool intoA = nodeB.leaf || (!nodeA.leaf && smaller(nodeA.box, nodeB.box) == smallerFirst);
    const Buckets& tree = intoA ? a : b;
    const Buckets::Node &parent = intoA ? nodeA : nodeB, &other = intoA ? nodeB : nodeA;
    for (Index c = parent.first; c < parent.first + parent.count; ++c) {
      if (!tree.inUse(c)) continue;
      ++m_boxTests;
      if (!overlap(tree.node(c).box, other.box)) continue;
      m_stack.push_back(intoA ? Pair{c, pair.b} : Pair{pair.a, c});
    }
  }
}

}  // namespace pliant
