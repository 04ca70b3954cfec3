#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// Which vertices of a body are few edges apart on its surface, for bodies that leave such neighbours out of their
/// contacts with themselves (BodySet::setSelfRings).
class SurfaceRings {
 public:
  /// Looks anew when the set or its settings have changed.
  void update(const BodySet& bodies);

  /// Whether fewer edges lead from one of the first `countA` vertices to one of the others than their body leaves out.
  /// Flat indices, all of one body.
  bool joined(std::span<const Index, 4> vertices, std::size_t countA) const {
    if (m_near.empty()) return false;
    for (const Index a : vertices.first(countA))
      for (const Index b : vertices.subspan(countA))
        if (a == b || isNear(a, b)) return true;
    return false;
  }

 private:
  bool isNear(Index a, Index b) const;
  void addBody(const BodySet& bodies, Index slot);

  std::uint64_t m_revision = 0;
  std::vector<unsigned> m_rings;  ///< by slot
  std::vector<Index> m_first;     ///< by flat vertex: where its list in m_near begins; one more for the end
  std::vector<Index> m_near;      ///< sorted lists; empty: no body asks for them
};

}  // namespace pliant::detail
