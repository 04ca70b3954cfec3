#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// Seams of a body, as exporters leave them: vertices that are at one place when the body is first seen, and that
/// nothing joins. Each place's first vertex stands for all of them.
///
/// No seam is at a place of which two vertices are joined by an edge or a link, nor where faces lie on each other that
/// belong to one connected surface: this is a bag that may open.
class BodySeams {
 public:
  /// Vertices that have links alone are in no seam; those that have nothing are, where others are that have faces.
  void find(PositionsView x, std::span<const Triangle> faces, std::span<const Tetrahedron> tetrahedra,
            std::span<const Edge> links);
  /// The body has other nodes now: what of a seam is no longer at one place, at the start or the end of the step, is
  /// none.
  void keep(PositionsView x, PositionsView x_t0);

  bool any() const { return m_places > 0; }
  int places() const { return m_places; }
  /// All vertices at these places.
  int vertices() const { return static_cast<int>(m_members.size()); }
  /// The first one at the vertex's place, if there is a seam; else itself.
  Index leader(Index vertex) const { return any() && vertex < m_leaders.size() ? m_leaders[vertex] : vertex; }
  /// Calls visit(vertices) for each place, the first one first.
  template <typename Visit>
  void forEachPlace(Visit&& visit) const {
    for (auto first = m_members.begin(), last = first; first != m_members.end(); first = last) {
      for (last = first; last != m_members.end() && m_leaders[*last] == *first;) ++last;
      visit(std::span<const Index>(first, last));
    }
  }

  /// Puts leaders in the place of all corners. A face that lies on an earlier one then is nothing but a point.
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

/// Whether the face is what BodySeams::join leaves of one that lies on another.
inline bool isPoint(const Triangle& face) {
  return face[0] == face[1] && face[1] == face[2];
}

/// How many edges have one face only.
int rimEdges(std::span<const Triangle> faces);

}  // namespace pliant::detail
