#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "narrow/SurfaceRings.h"

namespace pliant::detail {

/// Pairs of elements of one body with a cut between them (BodySet::setCut). Bodies are given by body index.
class CutPairs {
 public:
  /// Call once per step. Recomputes the sides if the set has changed.
  void update(const BodySet& bodies, const SurfaceRings& rings);

  /// Returns an upper bound of opening() for two elements of a body [length]; 0 if no cut can be between them.
  float mostOpening(std::span<const Index> a, std::span<const Index> b) const {
    return mayPart(a, b) ? std::min(mostOpening(a), mostOpening(b)) : 0;
  }
  /// Returns how far the cut between two elements of a body has opened [length]. A cut is between them if two vertices,
  /// one of each element or a neighbour (SurfaceRings::near) of its vertices, were one vertex before the cut; of
  /// several openings the smallest counts. Returns no value if the elements have such a vertex or neighbour in common,
  /// as at the end of a cut.
  std::optional<double> opening(const BodySet& bodies, const SurfaceRings& rings, Index body, std::span<const Index> a,
                                std::span<const Index> b) const;

  /// Returns true if a cut may be between two elements of a body: both are at cuts, and not certainly on the same side.
  bool mayPart(std::span<const Index> a, std::span<const Index> b) const {
    if (m_side.empty()) return false;
    const Index sideA = sideOf(a);
    if (sideA == kNoIndex) return false;
    const Index sideB = sideOf(b);
    return sideB != kNoIndex && (sideA != sideB || m_bothSides[sideA] != 0);
  }

 private:
  float mostOpening(std::span<const Index> vertices) const {
    float most = 0;
    for (const Index v : vertices) most = std::max(most, m_most[v]);
    return most;
  }
  /// Returns the side of an element, or kNoIndex. All vertices of an element that are at a cut are on one side.
  Index sideOf(std::span<const Index> vertices) const {
    for (const Index v : vertices)
      if (m_side[v] != kNoIndex) return m_side[v];
    return kNoIndex;
  }
  void findSides(const BodySet& bodies, Index body);
  void findOpenings(const BodySet& bodies, const SurfaceRings& rings, Index body);

  std::uint64_t m_revision = 0;
  /// One per vertex of the set: its side, a connected part of the surface at a cut; kNoIndex if it is at no cut.
  std::vector<Index> m_side;
  /// One per side: true if it goes around the end of a cut.
  std::vector<std::uint8_t> m_bothSides;
  /// One per vertex of the set; at a cut: upper bound of the openings at the vertex and its neighbours [length].
  std::vector<float> m_most;
};

}  // namespace pliant::detail
