#include "surfaces/BodyHierarchy.h"

#include <algorithm>

namespace pliant::detail::surface {
namespace {

/// Each update optimises one of this many parts of the inner nodes: boxes change little from step to step.
constexpr Index kTurns = 8;
/// A rotation must shrink a node at least by this factor, so that rounding does not make it alternate.
constexpr double kWorth = 0.999;

template <typename A, typename B>
bool touch(const A& a, const B& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
  return true;
}

/// Returns the sum of the common box's side lengths. Unlike the volume it also distinguishes flat boxes.
template <typename A, typename B>
double girth(const A& a, const B& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += std::max(a.max[k], b.max[k]) - std::min(a.min[k], b.min[k]);
  return sum;
}

}  // namespace

Index BodyHierarchy::newNode() {
  m_ordered = false;
  if (!m_free.empty()) {
    const Index node = m_free.back();
    m_free.pop_back();
    return node;
  }
  m_nodes.emplace_back();
  return static_cast<Index>(m_nodes.size() - 1);
}

void BodyHierarchy::update(std::span<const BodyExtent> bodies) {
  ++m_updates;
  Index most = 0;
  for (const BodyExtent& body : bodies) most = std::max(most, body.id + 1);
  if (m_leafOf.size() < most) {
    m_leafOf.resize(most, kNoIndex);
    m_seen.resize(most, 0);
  }
  std::size_t fresh = 0;
  for (const BodyExtent& body : bodies) {
    m_seen[body.id] = m_updates;
    fresh += m_leafOf[body.id] == kNoIndex;
  }
  if (2 * fresh > bodies.size()) {
    build(bodies);
    return;
  }
  if (m_leaves + fresh > bodies.size()) {
    for (Index id = 0; id < m_leafOf.size(); ++id)
      if (m_leafOf[id] != kNoIndex && m_seen[id] != m_updates) remove(m_leafOf[id]);
  }
  for (const BodyExtent& body : bodies) {
    Index& leaf = m_leafOf[body.id];
    const bool isNew = leaf == kNoIndex;
    if (isNew) leaf = newNode();
    Node& node = m_nodes[leaf];
    node.min = body.min;
    node.max = body.max;
    node.slot = body.slot;
    if (!isNew) continue;
    node.parent = node.child[0] = node.child[1] = kNoIndex;
    node.body = body.id;
    node.leaves = 1;
  }
  refit();
  if (fresh == 0) return;
  for (const BodyExtent& body : bodies)
    if (m_nodes[m_leafOf[body.id]].parent == kNoIndex && m_leafOf[body.id] != m_root) insert(m_leafOf[body.id]);
}

/// Rebuilds the tree: splits the bodies in halves along the axis in which their centres spread most.
void BodyHierarchy::build(std::span<const BodyExtent> bodies) {
  m_nodes.clear();
  m_free.clear();
  std::fill(m_leafOf.begin(), m_leafOf.end(), kNoIndex);
  m_range.clear();
  for (const BodyExtent& body : bodies) {
    const Index leaf = newNode();
    m_nodes[leaf] = {body.min, body.max, kNoIndex, {kNoIndex, kNoIndex}, body.id, body.slot, 1};
    m_leafOf[body.id] = leaf;
    m_range.push_back(leaf);
  }
  m_leaves = static_cast<Index>(bodies.size());
  m_root = bodies.empty() ? kNoIndex : buildRange(m_range.data(), m_leaves);
  m_ordered = false;
}

Index BodyHierarchy::buildRange(Index* first, Index count) {
  if (count == 1) return *first;
  std::array<double, 3> low, high;
  const auto centre = [this](Index leaf, std::size_t k) { return m_nodes[leaf].min[k] / 2 + m_nodes[leaf].max[k] / 2; };
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = high[k] = centre(*first, k);
    for (Index i = 1; i < count; ++i) {
      low[k] = std::min(low[k], centre(first[i], k));
      high[k] = std::max(high[k], centre(first[i], k));
    }
  }
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  const Index half = count / 2;
  std::nth_element(first, first + half, first + count, [&](Index a, Index b) {
    const double x = centre(a, axis), y = centre(b, axis);
    return x < y || (x == y && a < b);
  });
  const Index left = buildRange(first, half), right = buildRange(first + half, count - half), node = newNode();
  m_nodes[node].parent = m_nodes[node].body = kNoIndex;
  m_nodes[node].child[0] = left;
  m_nodes[node].child[1] = right;
  m_nodes[left].parent = m_nodes[right].parent = node;
  join(node);
  return node;
}

void BodyHierarchy::join(Index index) {
  Node& node = m_nodes[index];
  const Node &a = m_nodes[node.child[0]], &b = m_nodes[node.child[1]];
  for (std::size_t k = 0; k < 3; ++k) {
    node.min[k] = std::min(a.min[k], b.min[k]);
    node.max[k] = std::max(a.max[k], b.max[k]);
  }
  node.leaves = a.leaves + b.leaves;
}

double BodyHierarchy::growth(Index index, const Node& by) const {
  const Node& node = m_nodes[index];
  return girth(node, by) - girth(node, node);
}

/// Inserts a leaf beside the node that it enlarges least; among equals, the node with the fewest bodies.
void BodyHierarchy::insert(Index leaf) {
  ++m_leaves;
  m_ordered = false;
  if (m_root == kNoIndex) {
    m_root = leaf;
    m_nodes[leaf].parent = kNoIndex;
    return;
  }
  Index beside = m_root;
  while (!m_nodes[beside].isBody()) {
    const Index a = m_nodes[beside].child[0], b = m_nodes[beside].child[1];
    const double growA = growth(a, m_nodes[leaf]), growB = growth(b, m_nodes[leaf]);
    const bool first = growA < growB || (growA == growB && m_nodes[a].leaves <= m_nodes[b].leaves);
    beside = first ? a : b;
  }
  const Index above = newNode(), parent = m_nodes[beside].parent;
  Node& node = m_nodes[above];
  node.parent = parent;
  node.body = kNoIndex;
  node.child[0] = beside;
  node.child[1] = leaf;
  replaceChild(parent, beside, above);
  m_nodes[beside].parent = m_nodes[leaf].parent = above;
  for (Index up = above; up != kNoIndex; up = m_nodes[up].parent) join(up);
}

void BodyHierarchy::remove(Index leaf) {
  --m_leaves;
  m_ordered = false;
  m_leafOf[m_nodes[leaf].body] = kNoIndex;
  const Index parent = m_nodes[leaf].parent;
  m_free.push_back(leaf);
  if (parent == kNoIndex) {
    m_root = kNoIndex;
    return;
  }
  const Index sibling = m_nodes[parent].child[m_nodes[parent].child[0] == leaf ? 1 : 0], above = m_nodes[parent].parent;
  replaceChild(above, parent, sibling);
  m_nodes[sibling].parent = above;
  m_free.push_back(parent);
  for (Index up = above; up != kNoIndex; up = m_nodes[up].parent) join(up);
}

void BodyHierarchy::replaceChild(Index parent, Index old, Index by) {
  if (parent == kNoIndex) {
    m_root = by;
    return;
  }
  Node& node = m_nodes[parent];
  node.child[node.child[0] == old ? 0 : 1] = by;
}

void BodyHierarchy::orderNodes() {
  m_order.clear();
  if (m_root != kNoIndex && !m_nodes[m_root].isBody()) m_order.push_back(m_root);
  for (std::size_t i = 0; i < m_order.size(); ++i)
    for (const Index child : m_nodes[m_order[i]].child)
      if (!m_nodes[child].isBody()) m_order.push_back(child);
  m_ordered = true;
}

void BodyHierarchy::refit() {
  if (!m_ordered) orderNodes();
  for (std::size_t i = m_order.size(); i-- > 0;) join(m_order[i]);
  for (std::size_t i = m_updates % kTurns; i < m_order.size(); i += kTurns) rotate(m_order[i]);
}

/// Exchanges a child with a grandchild on the other side if that makes the other child smaller.
void BodyHierarchy::rotate(Index index) {
  const Node& node = m_nodes[index];
  double best = 1;
  std::size_t side = 0, inner = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    const Node &outer = m_nodes[node.child[s]], &other = m_nodes[node.child[1 - s]];
    if (outer.isBody()) continue;
    const double now = girth(outer, outer);
    for (std::size_t c = 0; c < 2; ++c) {
      // Child c moves up, and `other` moves down beside the remaining child.
      const double then = girth(m_nodes[outer.child[1 - c]], other);
      if (then < kWorth * now && then < best * now) {
        best = then / now;
        side = s;
        inner = c;
      }
    }
  }
  if (best == 1) return;
  const Index outer = node.child[side], other = node.child[1 - side], up = m_nodes[outer].child[inner];
  m_nodes[outer].child[inner] = other;
  m_nodes[other].parent = outer;
  m_nodes[index].child[1 - side] = up;
  m_nodes[up].parent = index;
  join(outer);
  m_ordered = false;
}

void BodyHierarchy::findPairs(std::vector<std::pair<Index, Index>>& pairs) {
  if (m_root == kNoIndex) return;
  m_stack.clear();
  m_stack.emplace_back(m_root, m_root);
  while (!m_stack.empty()) {
    const auto [i, j] = m_stack.back();
    m_stack.pop_back();
    const Node &a = m_nodes[i], &b = m_nodes[j];
    if (i == j) {
      if (a.isBody()) continue;
      m_stack.emplace_back(a.child[0], a.child[0]);
      m_stack.emplace_back(a.child[1], a.child[1]);
      if (touch(m_nodes[a.child[0]], m_nodes[a.child[1]])) m_stack.emplace_back(a.child[0], a.child[1]);
      continue;
    }
    if (a.isBody() && b.isBody()) {
      pairs.emplace_back(a.slot, b.slot);
      continue;
    }
    // The node with more bodies is opened. All pairs on the stack touch.
    const bool first = a.leaves >= b.leaves;
    const Node &opened = first ? a : b, &kept = first ? b : a;
    for (const Index child : opened.child)
      if (touch(m_nodes[child], kept)) m_stack.emplace_back(child, first ? j : i);
  }
}

Index BodyHierarchy::depth() const {
  Index deepest = 0;
  for (const Index leaf : m_leafOf) {
    if (leaf == kNoIndex) continue;
    Index depth = 1;
    for (Index up = m_nodes[leaf].parent; up != kNoIndex; up = m_nodes[up].parent) ++depth;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

std::size_t BodyHierarchy::memory() const {
  return m_nodes.capacity() * sizeof(Node) +
         (m_free.capacity() + m_leafOf.capacity() + m_order.capacity() + m_range.capacity()) * sizeof(Index) +
         m_seen.capacity() * sizeof(std::uint32_t) + m_stack.capacity() * sizeof(std::pair<Index, Index>);
}

}  // namespace pliant::detail::surface
