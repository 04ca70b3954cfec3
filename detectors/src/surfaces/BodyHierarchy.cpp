#include "surfaces/BodyHierarchy.h"

#include <algorithm>
#include <limits>

namespace pliant::detail::surface {
namespace {

constexpr Index kLeaf = 4;  // most bodies of a leaf; they are compared with each other
// A descent has at most 2 · 32 levels, and leaves at most two pairs of each level on the stack.
constexpr std::size_t kStack = 2 * 64;

template <typename A, typename B>
bool touch(const A& a, const B& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
  return true;
}

double centre(const BodyExtent& body, std::size_t axis) {
  return body.min[axis] / 2 + body.max[axis] / 2;
}

}  // namespace

/// Appends the nodes of a range of bodies, which it splits in halves along the axis in which their centres spread most.
/// Returns the first of these nodes.
Index BodyHierarchy::build(std::span<BodyExtent> bodies, Index begin, Index end) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto index = static_cast<Index>(m_nodes.size());
  Node node{{inf, inf, inf}, {-inf, -inf, -inf}, begin, end, kNoIndex};
  std::array<double, 3> low = node.min, high = node.max;  // of the centres
  for (const BodyExtent& body : bodies.subspan(begin, end - begin))
    for (std::size_t k = 0; k < 3; ++k) {
      node.min[k] = std::min(node.min[k], body.min[k]);
      node.max[k] = std::max(node.max[k], body.max[k]);
      low[k] = std::min(low[k], centre(body, k));
      high[k] = std::max(high[k], centre(body, k));
    }
  m_nodes.push_back(node);
  if (end - begin <= kLeaf) return index;
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  const Index middle = begin + (end - begin) / 2;
  const auto at = [&](Index i) { return bodies.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end),
                   [axis](const BodyExtent& a, const BodyExtent& b) { return centre(a, axis) < centre(b, axis); });
  build(bodies, begin, middle);
  const Index second = build(bodies, middle, end);
  m_nodes[index].second = second;
  return index;
}

void BodyHierarchy::findPairs(std::span<BodyExtent> bodies, std::vector<std::pair<Index, Index>>& pairs) {
  m_nodes.clear();
  if (bodies.empty()) return;
  m_nodes.reserve(bodies.size());  // leaves have at least two bodies
  build(bodies, 0, static_cast<Index>(bodies.size()));
  const auto push = [this](Index i, Index j) {
    if (touch(m_nodes[i], m_nodes[j])) m_stack.emplace_back(i, j);
  };
  m_stack.reserve(kStack);
  m_stack.assign(1, {0, 0});
  while (!m_stack.empty()) {
    const auto [i, j] = m_stack.back();
    m_stack.pop_back();
    const Node &a = m_nodes[i], &b = m_nodes[j];
    if (a.second == kNoIndex && b.second == kNoIndex) {
      for (Index x = a.begin; x < a.end; ++x)
        for (Index y = i == j ? x + 1 : b.begin; y < b.end; ++y)
          if (touch(bodies[x], bodies[y])) pairs.emplace_back(bodies[x].slot, bodies[y].slot);
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
