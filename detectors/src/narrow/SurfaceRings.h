#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <span>
#include <vector>

namespace pliant::detail {

/// Which vertices of a body are few edges apart on its surface: neighbours that are left out of its contacts with
/// itself. Bodies that are not tested against themselves have none.
class SurfaceRings {
 public:
  /// Looks anew when the set or its settings have changed.
  void update(const BodySet& bodies);

  /// Whether fewer edges lead from one of the first `countA` vertices to one of the others than the body leaves out
  /// (BodySet::setExcludedRings). Flat indices, all of the body in that slot.
  bool joined(Index slot, std::span<const Index, 4> vertices, std::size_t countA) const {
    if (m_rings[slot] < 2) return false;
    for (const Index a : vertices.first(countA))
      for (const Index b : vertices.subspan(countA))
        if (a == b || isNear(a, b)) return true;
    return false;
  }

  /// Vertices that are fewer edges away than the body leaves out, at least those that one edge joins to `vertex`;
  /// sorted, flat.
  std::span<const Index> near(Index vertex) const {
    return std::span(m_near).subspan(m_first[vertex], m_first[vertex + std::size_t{1}] - m_first[vertex]);
  }

  /// Whether an edge joins each of the first `countA` vertices that has a weight with each of the others that has one.
  /// Then it is the length of edges that makes the two points near, not a fold.
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
  static unsigned ringsOf(const BodySet& bodies, Index slot) {
    return bodies.selfAt(slot) ? bodies.selfRingsAt(slot) : 0;
  }
  void addBody(const BodySet& bodies, Index slot);

  std::uint64_t m_revision = 0;
  std::vector<unsigned> m_rings;  ///< by slot; 0: not tested against itself
  std::vector<Index> m_first;     ///< by flat vertex: where its list in m_near begins; one more for the end
  std::vector<Index> m_near;      ///< sorted lists
};

}  // namespace pliant::detail
