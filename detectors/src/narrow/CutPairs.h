#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "narrow/SurfaceRings.h"

namespace pliant::detail {

/// Pairs of elements of a body that have a cut between them (BodySet::setCut).
class CutPairs {
 public:
  /// Once a step. Looks for sides anew when the set has changed.
  void update(const BodySet& bodies, const SurfaceRings& rings);

  /// At least the opening() of two elements of a body, world units; 0 where there is none.
  float mostOpening(std::span<const Index> a, std::span<const Index> b) const {
    return mayPart(a, b) ? std::min(mostOpening(a), mostOpening(b)) : 0;
  }
  /// How far a cut has opened that is between two elements of a body, world units: those whose vertices, or vertices
  /// that an edge joins to them, were one before the cut. None where two edges lead from one element to the other, as
  /// at the end of a cut.
  std::optional<double> opening(const BodySet& bodies, const SurfaceRings& rings, Index slot, std::span<const Index> a,
                                std::span<const Index> b) const;

 private:
  /// Whether a cut may be between two elements of a body: both are at cuts, and not surely on the same side.
  bool mayPart(std::span<const Index> a, std::span<const Index> b) const {
    if (m_side.empty()) return false;
    const Index sideA = sideOf(a);
    if (sideA == kNoIndex) return false;
    const Index sideB = sideOf(b);
    return sideB != kNoIndex && (sideA != sideB || m_bothSides[sideA] != 0);
  }
  float mostOpening(std::span<const Index> vertices) const {
    float most = 0;
    for (const Index v : vertices) most = std::max(most, m_most[v]);
    return most;
  }
  /// Of an element: all its vertices that are at a cut hang together.
  Index sideOf(std::span<const Index> vertices) const {
    for (const Index v : vertices)
      if (m_side[v] != kNoIndex) return m_side[v];
    return kNoIndex;
  }
  void findSides(const BodySet& bodies, Index slot);
  void findOpenings(const BodySet& bodies, const SurfaceRings& rings, Index slot);

  std::uint64_t m_revision = 0;
  std::vector<Index> m_side;  ///< by flat vertex: what of the surface at a cut hangs together; kNoIndex: at none
  std::vector<std::uint8_t> m_bothSides;  ///< by side: it goes around the end of a cut
  std::vector<float>
      m_most;  ///< by flat vertex at a cut: the largest opening there, and where an edge leads from there
};

}  // namespace pliant::detail
