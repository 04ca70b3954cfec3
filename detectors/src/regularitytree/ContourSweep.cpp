#include "regularitytree/ContourSweep.h"

#include <algorithm>
#include <numeric>

namespace pliant::detail {

bool ContourSweep::regular(const ProjectedPoints& points, std::span<const ContourEdge> edges) {
  if (!order(points)) return false;
  list(edges);
  m_status.clear();
  m_nodeOf.resize(edges.size());
  m_endsAt.clear();
  for (Index rank = 0; rank < m_points.size(); ++rank) {
    if (!pass(points, edges, rank)) return false;
  }
  return true;
}

void ContourSweep::reserve(std::size_t edges) {
  m_status.reserve(edges);
  for (auto* list : {&m_points, &m_ranks}) list->reserve(2 * edges);
  for (auto* rows : {&m_beginning, &m_ending}) rows->reserve(2 * edges, edges);
  for (auto* list : {&m_nodeOf, &m_endsAt}) list->reserve(edges);
}

/// Sorts the points. Returns false if two are projected to the same place.
bool ContourSweep::order(const ProjectedPoints& points) {
  m_points.resize(points.size());
  std::iota(m_points.begin(), m_points.end(), Index{0});
  std::sort(m_points.begin(), m_points.end(), [&](Index i, Index j) { return points.order(i, j) < 0; });
  m_ranks.resize(points.size());
  for (Index rank = 0; rank < m_points.size(); ++rank) {
    if (rank > 0 && points.order(m_points[rank - 1], m_points[rank]) == 0) return false;
    m_ranks[m_points[rank]] = rank;
  }
  return true;
}

bool ContourSweep::toRight(std::span<const ContourEdge> edges, Index edge) const {
  return m_ranks[edges[edge].from] < m_ranks[edges[edge].to];
}

void ContourSweep::list(std::span<const ContourEdge> edges) {
  const auto sort = [&](Csr<Index>& into, const auto& rankOf) {
    into.build(m_points.size(), [&](const auto& take) {
      for (Index i = 0; i < edges.size(); ++i) take(rankOf(m_ranks[edges[i].from], m_ranks[edges[i].to]), i);
    });
  };
  sort(m_beginning, [](Index a, Index b) { return std::min(a, b); });
  sort(m_ending, [](Index a, Index b) { return std::max(a, b); });
}

bool ContourSweep::pass(const ProjectedPoints& points, std::span<const ContourEdge> edges, Index rank) {
  const Index point = m_points[rank];
  const std::span<Index> ending = m_ending[rank], beginning = m_beginning[rank];
  // Side of the point relative to the edge's line, with the edge directed from left to right.
  const auto side = [&](Index edge) {
    const ContourEdge& e = edges[edge];
    return toRight(edges, edge) ? points.turn(e.from, e.to, point) : points.turn(e.to, e.from, point);
  };
  if (ending.empty()) {
    bool touches = false;
    std::tie(m_below, m_above) = m_status.split([&](Index edge) {
      const int s = side(edge);
      touches |= s == 0;
      return s > 0;
    });
    if (touches) return false;
  } else {
    if (!findEnding(ending, rank)) return false;
    if (m_below != kNoIndex && side(m_status.item(m_below)) <= 0) return false;
    if (m_above != kNoIndex && side(m_status.item(m_above)) >= 0) return false;
  }
  if (beginning.size() > 1) {
    const auto rightEnd = [&](Index edge) { return toRight(edges, edge) ? edges[edge].to : edges[edge].from; };
    const auto slope = [&](Index e, Index f) { return points.turn(point, rightEnd(e), rightEnd(f)); };
    std::sort(beginning.begin(), beginning.end(), [&](Index e, Index f) { return slope(e, f) > 0; });
    for (std::size_t i = 1; i < beginning.size(); ++i) {
      if (slope(beginning[i - 1], beginning[i]) == 0) return false;
    }
  }
  if (!alternate(edges, beginning)) return false;
  replace(ending, beginning);
  return true;
}

/// Finds the edges below and above those that end in a point. Returns false if the ending edges are not consecutive.
bool ContourSweep::findEnding(std::span<const Index> ending, Index rank) {
  for (const Index edge : ending) m_endsAt[m_nodeOf[edge]] = rank;
  const auto ends = [&](SweepStatus::Node n) { return n != kNoIndex && m_endsAt[n] == rank; };
  const SweepStatus::Node any = m_nodeOf[ending[0]];
  std::size_t found = 1;
  for (m_below = m_status.previous(any); ends(m_below); m_below = m_status.previous(m_below)) ++found;
  for (m_above = m_status.next(any); ends(m_above); m_above = m_status.next(m_above)) ++found;
  return found == ending.size();
}

bool ContourSweep::alternate(std::span<const ContourEdge> edges, std::span<const Index> beginning) const {
  bool inside = m_below != kNoIndex && toRight(edges, m_status.item(m_below));
  const auto passes = [&](Index edge) { return std::exchange(inside, !inside) != toRight(edges, edge); };
  for (const Index edge : beginning) {
    if (!passes(edge)) return false;
  }
  return m_above == kNoIndex ? !inside : passes(m_status.item(m_above));
}

void ContourSweep::replace(std::span<const Index> ending, std::span<const Index> beginning) {
  SweepStatus::Node last = m_below;
  for (std::size_t i = 0; i < std::max(ending.size(), beginning.size()); ++i) {
    SweepStatus::Node n = kNoIndex;
    if (i >= ending.size()) {
      n = m_status.insertAfter(last, beginning[i]);
    } else {
      n = last == kNoIndex ? m_status.first() : m_status.next(last);
    }
    if (i >= beginning.size()) {
      m_status.remove(n);
      continue;
    }
    m_status.setItem(n, beginning[i]);
    if (n >= m_endsAt.size()) m_endsAt.resize(n + 1);
    m_endsAt[n] = kNoIndex;
    m_nodeOf[beginning[i]] = n;
    last = n;
  }
}

}  // namespace pliant::detail
