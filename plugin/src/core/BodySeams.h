#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace pliant::detail {

inline bool isSamePlace(const Real* a, const Real* b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/// Seams of a body, as exporters produce them: coincident vertices (same position when the body is first read) that no
/// element joins. The first vertex at each position represents all of them (leader).
///
/// A position is not a seam if
/// - an edge or a link joins two of its vertices, or
/// - coincident faces of one connected surface meet there: such a surface is a bag that may open.
class BodySeams {
 public:
  /// Finds the seams. A vertex with links only belongs to no seam. A vertex without elements belongs to the seam at its
  /// position if another vertex there has faces or tetrahedra.
  void find(PositionsView x, std::span<const Triangle> faces, std::span<const Tetrahedron> tetrahedra,
            std::span<const Edge> links);
  /// Call after the number of nodes has changed. Keeps a vertex in its seam only if it coincides with the leader at t0
  /// or t1.
  void keep(PositionsView x, PositionsView x_t0);

  bool any() const { return m_places > 0; }
  int places() const { return m_places; }
  /// Number of vertices in seams.
  int vertices() const { return static_cast<int>(m_members.size()); }
  /// Returns the leader of the seam, or the vertex itself if it is in no seam.
  Index leader(Index vertex) const { return any() && vertex < m_leaders.size() ? m_leaders[vertex] : vertex; }
  /// Calls visit(vertices) for each seam position; the leader comes first.
  template <typename Visit>
  void forEachPlace(Visit&& visit) const {
    for (auto first = m_members.begin(), last = first; first != m_members.end(); first = last) {
      for (last = first; last != m_members.end() && m_leaders[*last] == *first;) ++last;
      visit(std::span<const Index>(first, last));
    }
  }

  /// Replaces all corners by their leaders. A face that coincides with an earlier one gets three equal corners.
  void join(std::vector<Triangle>& faces) const;
  void join(std::vector<Tetrahedron>& tetrahedra) const;

 private:
  template <typename Elements>
  void joinCorners(Elements& elements) const {
    for (auto& corners : elements)
      for (Index& corner : corners) corner = leader(corner);
  }
  void count();

  std::vector<Index> m_leaders;
  std::vector<Index> m_members;  // vertices of seams, sorted by leader
  int m_places = 0;
};

/// Calls visit(vertices) for each position of several vertices, ascending. Only vertices count that are finite and for
/// which counts(vertex) is true.
template <typename Counts, typename Visit>
void forEachCoincidence(PositionsView x, Counts&& counts, Visit&& visit) {
  const auto isFinite = [](const Real* p) { return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]); };
  std::vector<Index> order;
  for (Index v = 0; v < x.count; ++v)
    if (counts(v) && isFinite(x[v])) order.push_back(v);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return isSamePlace(x[a], x[b]) ? a < b : std::lexicographical_compare(x[a], x[a] + 3, x[b], x[b] + 3);
  });
  for (auto first = order.begin(), last = first; first != order.end(); first = last) {
    last = std::find_if(first, order.end(), [&](Index v) { return !isSamePlace(x[*first], x[v]); });
    if (last - first > 1) visit(std::span<const Index>(first, last));
  }
}

/// Returns for each vertex the first vertex at its position, among those that count (see forEachCoincidence).
template <typename Counts>
std::vector<Index> firstAtPlaces(PositionsView x, Counts&& counts) {
  std::vector<Index> first(x.count);
  std::iota(first.begin(), first.end(), Index{0});
  forEachCoincidence(x, counts, [&](std::span<const Index> vertices) {
    for (const Index v : vertices) first[v] = vertices.front();
  });
  return first;
}

/// Returns true if BodySeams::join has reduced the face to a point.
inline bool isPoint(const Triangle& face) {
  return face[0] == face[1] && face[1] == face[2];
}

/// Returns the number of edges with exactly one face.
int rimEdges(std::span<const Triangle> faces);

}  // namespace pliant::detail
