#include "surfaces/BodyHierarchy.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace pliant::detail::surface {
namespace {

constexpr Index kLeaf = 4;         // most bodies of a leaf; they are compared with each other
constexpr unsigned kSearches = 8;  // searches by the same tree
// A descent has at most 2 · 32 levels, and leaves at most two pairs of each level on the stack.
constexpr std::size_t kNodesOnStack = 2 * 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename A, typename B>
bool touch(const A& a, const B& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
  return true;
}

/// Extends the box `a` to contain `b`.
template <typename A, typename B>
void grow(A& a, const B& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    a.min[k] = std::min(a.min[k], b.min[k]);
    a.max[k] = std::max(a.max[k], b.max[k]);
  }
}

double centre(const BodyExtent& body, std::size_t axis) {
  return body.min[axis] / 2 + body.max[axis] / 2;
}

}  // namespace

/// Appends the nodes of a range of bodies, which it splits in halves along the axis in which their centres spread most.
/// Returns the first of these nodes.
Index BodyHierarchy::build(std::span<const BodyExtent> bodies, Index begin, Index end) {
  const auto index = static_cast<Index>(m_nodes.size());
  m_nodes.push_back({{}, {}, begin, end, kNoIndex});
  if (end - begin <= kLeaf) return index;
  std::array<double, 3> low, high;  // of the centres
  low.fill(kInfinity);
  high.fill(-kInfinity);
  for (Index i = begin; i < end; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], centre(bodies[m_order[i]], k));
      high[k] = std::max(high[k], centre(bodies[m_order[i]], k));
    }
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  const Index middle = begin + (end - begin) / 2;
  const auto at = [&](Index i) { return m_order.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end),
                   [&](Index a, Index b) { return centre(bodies[a], axis) < centre(bodies[b], axis); });
  build(bodies, begin, middle);
  const Index second = build(bodies, middle, end);
  m_nodes[index].second = second;
  return index;
}

/// Computes the boxes of all nodes, children first.
void BodyHierarchy::bound(std::span<const BodyExtent> bodies) {
  for (std::size_t n = m_nodes.size(); n-- > 0;) {
    Node& node = m_nodes[n];
    node.min.fill(kInfinity);
    node.max.fill(-kInfinity);
    if (node.second == kNoIndex) {
      for (Index i = node.begin; i < node.end; ++i) grow(node, bodies[m_order[i]]);
    } else {
      grow(node, m_nodes[n + 1]);
      grow(node, m_nodes[node.second]);
    }
  }
}

void BodyHierarchy::findPairs(std::span<const BodyExtent> bodies, std::vector<std::pair<Index, Index>>& pairs) {
  if (bodies.empty()) return;
  if (m_nodes.empty() || m_nodes.front().end != bodies.size() || ++m_searches == kSearches) {
    m_searches = 0;
    m_nodes.clear();
    m_nodes.reserve(bodies.size());  // leaves have at least two bodies
    m_order.resize(bodies.size());
    std::iota(m_order.begin(), m_order.end(), Index{0});
    build(bodies, 0, static_cast<Index>(bodies.size()));
  }
  bound(bodies);
  const auto push = [this](Index i, Index j) {
    if (touch(m_nodes[i], m_nodes[j])) m_stack.emplace_back(i, j);
  };
  m_stack.reserve(kNodesOnStack);
  m_stack.assign(1, {0, 0});
  while (!m_stack.empty()) {
    const auto [i, j] = m_stack.back();
    m_stack.pop_back();
    const Node &a = m_nodes[i], &b = m_nodes[j];
    if (a.second == kNoIndex && b.second == kNoIndex) {
      for (Index x = a.begin; x < a.end; ++x)
        for (Index y = i == j ? x + 1 : b.begin; y < b.end; ++y) {
          const BodyExtent &one = bodies[m_order[x]], &other = bodies[m_order[y]];
          if (touch(one, other)) pairs.emplace_back(one.body, other.body);
        }
    } else if (i == j) {
      push(i + 1, i + 1);
      push(i + 1, a.second);
      push(a.second, a.second);
    } else {
      // The node with more bodies is opened. A leaf has no more bodies than any other node.
      const bool first = a.end - a.begin >= b.end - b.begin;
      const Index opened = first ? i : j, kept = first ? j : i;
      push(opened + 1, kept);
      push(m_nodes[opened].second, kept);
    }
  }
}

}  // namespace pliant::detail::surface
