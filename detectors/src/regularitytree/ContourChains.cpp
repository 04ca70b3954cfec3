#include "regularitytree/ContourChains.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

constexpr Index kLeafEdges = 4;
// Loops beyond these are left to the sweep, whose time doesn't grow with their square; likewise where so many pairs of
// edges, for each edge, have to be looked at.
constexpr std::size_t kMostLoops = 16, kMostTests = 32;

/// A place as a fraction of the extent errs by the rounding to float and by that of its own computation.
constexpr double kPlaceRoundoff = 0x1p-23;

}  // namespace

std::optional<bool> ContourChains::regular(const SeenPoints& points, std::span<const Index> vertices,
                                           std::span<const Loop> loops) {
  m_points = &points;
  m_vertices = vertices;
  m_loops = loops;
  m_tests = 0;
  if (loops.size() > kMostLoops || !place()) return std::nullopt;
  findDirections();
  m_nodes.clear();
  m_roots.clear();
  for (Index loop = 0; loop < loops.size(); ++loop) m_roots.push_back(build(loop));
  for (std::size_t i = 0; i < m_roots.size(); ++i) {
    Contact contact = within(m_roots[i]);
    for (std::size_t j = i + 1; contact == Contact::None && j < m_roots.size(); ++j) {
      contact = between(m_roots[i], m_roots[j]);
    }
    if (contact == Contact::Unknown) return std::nullopt;
    if (contact == Contact::Meets) return false;
  }
  return windingsFit();
}

void ContourChains::reserve(std::size_t edges) {
  for (std::vector<float>& place : m_place) place.reserve(2 * edges);
  m_forward.reserve(2 * edges);
  // Each level has half as many nodes as the one below, rounded up, and the lowest one a short leaf per loop.
  m_nodes.reserve(2 * (edges / kLeafEdges + kMostLoops) + 64 * kMostLoops);
  m_roots.reserve(kMostLoops);
}

/// False where fractions of the extent don't tell the points apart.
bool ContourChains::place() {
  const std::size_t count = m_points->size();
  const double scale = 1 / m_points->extent();
  m_error = kPlaceRoundoff + m_points->error() * scale;
  if (!std::isfinite(scale) || !(m_error < 0x1p-20)) return false;
  const SeenPoints::Place low = m_points->low();
  m_place[0].resize(count);
  m_place[1].resize(count);
  for (Index i = 0; i < count; ++i) {
    const SeenPoints::Place& p = m_points->place(i);
    m_place[0][i] = static_cast<float>((p.u - low.u) * scale);
    m_place[1][i] = static_cast<float>((p.w - low.w) * scale);
  }
  return true;
}

void ContourChains::findDirections() {
  // Each of two coordinates errs by m_error, and so does each difference by twice that; at most three of them are
  // added.
  const auto sure = static_cast<float>(8 * m_error);
  const std::size_t edges = m_points->size() - 1;
  m_forward.resize(edges);
  const float *us = m_place[0].data(), *ws = m_place[1].data();
  std::uint32_t* result = m_forward.data();
  for (std::size_t i = 0; i < edges; ++i) {
    const float u = us[i + 1] - us[i], w = ws[i + 1] - ws[i];
    const float along[8] = {u, w, u + w, u - w, u + u + w, u + w + w, u + u - w, u - w - w};
    std::uint32_t forward = 0;
    for (int k = 0; k < 8; ++k) {
      forward |= along[k] > sure ? 1u << k : 0u;
      forward |= along[k] < -sure ? 0x100u << k : 0u;
    }
    result[i] = forward;
  }
}

/// The chains of a loop, from short ones up; the whole of it is the last.
Index ContourChains::build(Index loop) {
  auto first = static_cast<Index>(m_nodes.size());
  for (Index begin = m_loops[loop].first; begin < m_loops[loop].last; begin += kLeafEdges) {
    const Index end = std::min(begin + kLeafEdges, m_loops[loop].last);
    Node leaf{{}, {}, ~0u, loop, begin, end, kNoIndex};
    for (int axis = 0; axis < 2; ++axis) {
      const std::vector<float>& place = m_place[axis];
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
  const auto gap = static_cast<float>(4 * m_error);
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
  if (m_tests > kMostTests * m_points->size()) return Contact::Unknown;
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
ContourChains::Contact ContourChains::edgesMeet(Index i, Index j, bool follow) const {
  const SeenPoints& points = *m_points;
  const Index a = i, b = i + 1, c = j, d = j + 1;
  if (follow) {
    if (points.turn(a, b, d) != 0) return Contact::None;
    const int back = points.order(a, b), on = points.order(d, b);
    return back * on < 0 ? Contact::None : Contact::Meets;
  }
  const auto gap = static_cast<float>(4 * m_error);
  for (const std::vector<float>& place : m_place) {
    if (std::max(place[a], place[b]) + gap < std::min(place[c], place[d])) return Contact::None;
    if (std::max(place[c], place[d]) + gap < std::min(place[a], place[b])) return Contact::None;
  }
  const Index va = m_vertices[a], vb = m_vertices[b], vc = m_vertices[c], vd = m_vertices[d];
  if (va == vc || va == vd || vb == vc || vb == vd) return Contact::Unknown;
  const int sideC = points.turn(a, b, c), sideD = points.turn(a, b, d);
  if (sideC * sideD > 0) return Contact::None;
  const int sideA = points.turn(c, d, a), sideB = points.turn(c, d, b);
  if (sideA * sideB > 0) return Contact::None;
  if (sideA == 0 && sideB == 0 && sideC == 0 && sideD == 0) {
    // On one line, or an edge is seen as a point, which is not allowed wherever it lies.
    const bool isPoint = points.order(a, b) == 0 || points.order(c, d) == 0;
    const auto [low, high] = points.order(a, b) < 0 ? std::pair(a, b) : std::pair(b, a);
    const auto [left, right] = points.order(c, d) < 0 ? std::pair(c, d) : std::pair(d, c);
    if (!isPoint && (points.order(high, left) < 0 || points.order(right, low) < 0)) return Contact::None;
  }
  return Contact::Meets;
}

/// Loops that don't meet: the winding number of all others around a loop must be 0 where it runs counter-clockwise, 1
/// where it runs clockwise.
std::optional<bool> ContourChains::windingsFit() const {
  for (Index loop = 0; loop < m_loops.size(); ++loop) {
    const double twice = area(m_loops[loop]);
    const double bound = 8 * m_error * (m_loops[loop].last - m_loops[loop].first);
    if (!(std::abs(twice) > bound)) return std::nullopt;
    int around = 0;
    for (Index other = 0; other < m_loops.size(); ++other) {
      if (other == loop || apart(m_nodes[m_roots[loop]], m_nodes[m_roots[other]])) continue;
      around += windingAround(m_loops[loop].first, m_loops[other]);
    }
    if (around != (twice > 0 ? 0 : 1)) return false;
  }
  return true;
}

/// Twice the area, as fractions of the extent, on the left. Coordinates err by m_error, products by twice that.
double ContourChains::area(const Loop& loop) const {
  const float *u = m_place[0].data(), *w = m_place[1].data();
  double sum = 0;
  for (Index i = loop.first; i < loop.last; ++i) {
    sum += double(u[i]) * double(w[i + 1]) - double(u[i + 1]) * double(w[i]);
  }
  return sum;
}

/// By the edges that a line downwards from the point meets, itself a little to the right.
int ContourChains::windingAround(Index point, const Loop& loop) const {
  int winding = 0;
  for (Index i = loop.first; i < loop.last; ++i) {
    const bool right = m_points->order(i, point) < 0, ends = m_points->order(i + 1, point) < 0;
    if (right == ends) continue;
    if (m_points->turn(right ? i : i + 1, right ? i + 1 : i, point) > 0) winding += right ? 1 : -1;
  }
  return winding;
}

}  // namespace pliant::detail
