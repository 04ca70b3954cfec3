#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <span>
#include <vector>

namespace pliant::detail {

/// Vertices of a body that are few edges apart on its surface. Contacts of the body with itself exclude such neighbours
/// (excluded rings). Bodies that are not tested against themselves have none. Bodies are given by body index.
class SurfaceRings {
 public:
  /// Recomputes the lists if the set or its settings have changed.
  void update(const BodySet& bodies);

  /// Returns true if fewer edges than the body's excluded rings (BodySet::setExcludedRings) lead from one of the first
  /// `countA` vertices to one of the others. Vertex indices in the set, all of one body.
  bool joined(Index body, std::span<const Index, 4> vertices, std::size_t countA) const {
    if (m_rings[body] < 2) return false;
    for (const Index a : vertices.first(countA))
      for (const Index b : vertices.subspan(countA))
        if (a == b || isNear(a, b)) return true;
    return false;
  }

  /// Returns the vertices that are fewer edges away than the body's excluded rings, and at least those one edge away:
  /// vertex indices in the set, sorted.
  std::span<const Index> near(Index vertex) const {
    return std::span(m_near).subspan(m_first[vertex], m_first[vertex + std::size_t{1}] - m_first[vertex]);
  }

  /// Returns true if each of the first `countA` vertices with a non-zero weight is near() each of the others with one.
  /// Then the two points are near because of the lengths of edges, not because of a fold.
  bool joinedByEdges(std::span<const Index, 4> vertices, std::span<const double, 4> weights, std::size_t countA) const {
    for (std::size_t a = 0; a < countA; ++a)
      for (std::size_t b = countA; b < vertices.size(); ++b)
        if (weights[a] != 0 && weights[b] != 0 && !isNear(vertices[a], vertices[b])) return false;
    return true;
  }

 private:
  bool isNear(Index a, Index b) const {
    const auto others = near(a);
    return std::binary_search(others.begin(), others.end(), b);
  }
  static unsigned ringsOf(const BodySet& bodies, Index body) {
    return bodies.selfAt(body) ? bodies.excludedRingsAt(body) : 0;
  }
  void addBody(const BodySet& bodies, Index body);

  std::uint64_t m_revision = 0;
  std::vector<unsigned> m_rings;  ///< indexed by body index; 0: not tested against itself
  std::vector<Index> m_first;     ///< one per vertex of the set: begin of its list in m_near; and the end
  std::vector<Index> m_near;      ///< sorted lists
};

}  // namespace pliant::detail
