#include "regularitytree/ContourChains.h"

#include <algorithm>
#include <cmath>

#include "regularitytree/ContourKernels.h"

namespace pliant::detail {
namespace {

constexpr Index kLeafEdges = 4;
// Loops beyond these are left to the sweep, whose time doesn't grow with their square; likewise where so many pairs of
// edges, for each edge, have to be looked at.
constexpr std::size_t kMostLoops = 16, kMostTests = 32;

// Larger contours of patches are hardly ever seen whole from a point.
constexpr std::size_t kMostStarPoints = 24;

}  // namespace

void ContourChains::reserve(std::size_t edges) {
  m_sketch.reserve(2 * edges);
  m_exact.reserve(2 * edges);
  m_forward.resize(std::max(m_forward.size(), 2 * edges + kSketchPadding));
  // Each level has half as many nodes as the one below, rounded up, and the lowest one a short leaf per loop.
  m_nodes.reserve(2 * (edges / kLeafEdges + kMostLoops) + 64 * kMostLoops);
  m_roots.reserve(kMostLoops);
}

std::optional<bool> ContourChains::regular(std::span<const PackedPosition> positions, std::span<const Index> vertices,
                                           std::span<const Loop> loops, const Sight& along) {
  if (loops.size() > kMostLoops) return std::nullopt;
  m_positions = positions;
  m_vertices = vertices;
  m_loops = loops;
  m_along = along;
  m_isExact = false;
  m_sketch.set(positions, vertices, along);
  if (!std::isfinite(m_sketch.error())) return std::nullopt;
  if (vertices.size() <= kMostStarPoints && loops.size() == 1 && m_sketch.isStar()) return true;
  const Contact contact = decide();
  if (contact == Contact::Unknown) return std::nullopt;
  return contact == Contact::None && windingsFit();
}

ContourChains::Contact ContourChains::decide() {
  m_tests = 0;
  m_sketch.directions(m_forward);
  m_nodes.clear();
  m_roots.clear();
  for (Index loop = 0; loop < m_loops.size(); ++loop) m_roots.push_back(build(loop));
  Contact contact = Contact::None;
  for (std::size_t i = 0; i < m_roots.size(); ++i) {
    if (contact == Contact::None) contact = within(m_roots[i]);
    for (std::size_t j = i + 1; contact == Contact::None && j < m_roots.size(); ++j) {
      contact = between(m_roots[i], m_roots[j]);
    }
  }
  return contact;
}

const SeenPoints& ContourChains::exact() {
  if (!m_isExact) m_exact.set(m_positions, m_vertices, m_along);
  m_isExact = true;
  return m_exact;
}

int ContourChains::turn(Index i, Index j, Index k) {
  const int sure = m_sketch.sureTurn(i, j, k);
  return sure != 0 ? sure : exact().turn(i, j, k);
}

int ContourChains::order(Index i, Index j) {
  const int sure = m_sketch.sureOrder(i, j);
  return sure != 0 ? sure : exact().order(i, j);
}

/// The chains of a loop, from short ones up; the whole of it is the last.
Index ContourChains::build(Index loop) {
  auto first = static_cast<Index>(m_nodes.size());
  for (Index begin = m_loops[loop].first; begin < m_loops[loop].last; begin += kLeafEdges) {
    const Index end = std::min(begin + kLeafEdges, m_loops[loop].last);
    Node leaf{{}, {}, ~0u, loop, begin, end, kNoIndex};
    for (int axis = 0; axis < 2; ++axis) {
      const float* place = axis == 0 ? m_sketch.u() : m_sketch.w();
      float low = place[end], high = low;
      for (Index i = begin; i < end; ++i) {
        low = std::min(low, place[i]);
        high = std::max(high, place[i]);
      }
      leaf.low[axis] = low;
      leaf.high[axis] = high;
    }
    for (Index i = begin; i < end; ++i) leaf.forward &= m_forward[i];
    m_nodes.push_back(leaf);
  }
  for (auto end = static_cast<Index>(m_nodes.size()); end - first > 1; end = static_cast<Index>(m_nodes.size())) {
    for (Index child = first; child < end; child += 2) {
      if (child + 1 == end) {
        m_nodes.push_back(Node(m_nodes[child]));
        continue;
      }
      const Node &a = m_nodes[child], &b = m_nodes[child + 1];
      m_nodes.push_back({{std::min(a.low[0], b.low[0]), std::min(a.low[1], b.low[1])},
                         {std::max(a.high[0], b.high[0]), std::max(a.high[1], b.high[1])},
                         a.forward & b.forward,
                         loop,
                         a.begin,
                         b.end,
                         child});
    }
    first = end;
  }
  return first;
}

bool ContourChains::follows(const Node& a, const Node& b) const {
  const Loop& loop = m_loops[a.loop];
  return a.loop == b.loop && (a.end == b.begin || (a.end == loop.last && b.begin == loop.first));
}

bool ContourChains::apart(const Node& a, const Node& b) const {
  const auto gap = 4 * m_sketch.error();
  return a.high[0] + gap < b.low[0] || b.high[0] + gap < a.low[0] || a.high[1] + gap < b.low[1] ||
         b.high[1] + gap < a.low[1];
}

ContourChains::Contact ContourChains::within(Index index) {
  const Node& node = m_nodes[index];
  if (node.forward != 0) return Contact::None;
  if (node.child != kNoIndex) {
    Contact contact = between(node.child, node.child + 1);
    for (Index i = 0; contact == Contact::None && i < 2; ++i) contact = within(node.child + i);
    return contact;
  }
  const Loop& loop = m_loops[node.loop];
  for (Index i = node.begin; i < node.end; ++i) {
    for (Index j = i + 1; j < node.end; ++j) {
      const bool closing = i == loop.first && j + 1 == loop.last;
      const Contact contact = closing ? edgesMeet(j, i, true) : edgesMeet(i, j, i + 1 == j);
      if (contact != Contact::None) return contact;
    }
  }
  return Contact::None;
}

ContourChains::Contact ContourChains::between(Index a, Index b) {
  const Node &first = m_nodes[a], &second = m_nodes[b];
  if (apart(first, second)) return Contact::None;
  const bool before = follows(first, second), after = follows(second, first);
  if ((before || after) && (first.forward & second.forward) != 0) return Contact::None;
  Contact contact = Contact::None;
  if (first.child != kNoIndex || second.child != kNoIndex) {
    const bool splitFirst = second.child == kNoIndex || first.end - first.begin > second.end - second.begin;
    const Index child = splitFirst && first.child != kNoIndex ? first.child : second.child;
    const Index other = child == first.child ? b : a;
    for (Index i = 0; contact == Contact::None && i < 2; ++i) contact = between(child + i, other);
    return contact;
  }
  m_tests += std::size_t{first.end - first.begin} * (second.end - second.begin);
  if (m_tests > kMostTests * m_vertices.size()) return Contact::Unknown;
  for (Index i = first.begin; i < first.end; ++i) {
    for (Index j = second.begin; j < second.end; ++j) {
      if (before && i + 1 == first.end && j == second.begin) {
        contact = edgesMeet(i, j, true);
      } else if (after && j + 1 == second.end && i == first.begin) {
        contact = edgesMeet(j, i, true);
      } else {
        contact = edgesMeet(i, j, false);
      }
      if (contact != Contact::None) return contact;
    }
  }
  return Contact::None;
}

/// `follow`: j begins where i ends.
ContourChains::Contact ContourChains::edgesMeet(Index i, Index j, bool follow) {
  const Index a = i, b = i + 1, c = j, d = j + 1;
  if (follow) {
    if (turn(a, b, d) != 0) return Contact::None;
    const int back = order(a, b), on = order(d, b);
    return back * on < 0 ? Contact::None : Contact::Meets;
  }
  const auto gap = 4 * m_sketch.error();
  for (const float* place : {m_sketch.u(), m_sketch.w()}) {
    if (std::max(place[a], place[b]) + gap < std::min(place[c], place[d])) return Contact::None;
    if (std::max(place[c], place[d]) + gap < std::min(place[a], place[b])) return Contact::None;
  }
  const Index va = m_vertices[a], vb = m_vertices[b], vc = m_vertices[c], vd = m_vertices[d];
  if (va == vc || va == vd || vb == vc || vb == vd) return Contact::Unknown;
  const int sideC = turn(a, b, c), sideD = turn(a, b, d);
  if (sideC * sideD > 0) return Contact::None;
  const int sideA = turn(c, d, a), sideB = turn(c, d, b);
  if (sideA * sideB > 0) return Contact::None;
  if (sideA == 0 && sideB == 0 && sideC == 0 && sideD == 0) {
    // On one line, or an edge is seen as a point, which is not allowed wherever it lies.
    const bool isPoint = order(a, b) == 0 || order(c, d) == 0;
    const auto [low, high] = order(a, b) < 0 ? std::pair(a, b) : std::pair(b, a);
    const auto [left, right] = order(c, d) < 0 ? std::pair(c, d) : std::pair(d, c);
    if (!isPoint && (order(high, left) < 0 || order(right, low) < 0)) return Contact::None;
  }
  return Contact::Meets;
}

/// Loops that don't meet: the winding number of all others around a loop must be 0 where it runs counter-clockwise, 1
/// where it runs clockwise.
bool ContourChains::windingsFit() {
  for (Index loop = 0; loop < m_loops.size(); ++loop) {
    int around = 0;
    for (Index other = 0; other < m_loops.size(); ++other) {
      if (other == loop || apart(m_nodes[m_roots[loop]], m_nodes[m_roots[other]])) continue;
      around += windingAround(m_loops[loop].first, m_loops[other]);
    }
    if (around != (orientation(m_loops[loop]) > 0 ? 0 : 1)) return false;
  }
  return true;
}

/// Of a loop that doesn't meet itself; else by the turn at its leftmost point.
int ContourChains::orientation(const Loop& loop) {
  const int sure = m_sketch.sureOrientation(loop.first, loop.last);
  if (sure != 0) return sure;
  Index left = loop.first;
  for (Index i = loop.first + 1; i < loop.last; ++i) {
    if (order(i, left) < 0) left = i;
  }
  return turn(left == loop.first ? loop.last - 1 : left - 1, left, left + 1);
}

/// By the edges that a line downwards from the point meets, itself a little to the right.
int ContourChains::windingAround(Index point, const Loop& loop) {
  int winding = 0;
  for (Index i = loop.first; i < loop.last; ++i) {
    const bool begins = order(i, point) < 0, ends = order(i + 1, point) < 0;
    if (begins == ends) continue;
    if (turn(begins ? i : i + 1, begins ? i + 1 : i, point) > 0) winding += begins ? 1 : -1;
  }
  return winding;
}

}  // namespace pliant::detail
