#pragma once

#include <pliant/detectors/BodySet.h>

#include <cmath>
#include <optional>
#include <vector>

#include "SurfaceTopology.h"
#include "core/BodyMargins.h"

namespace pliant::detail {

inline bool finite(const PackedPosition& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

inline PackedPosition pack(const Real* p) {
  return {p[0], p[1], p[2], 0};
}

/// Mean edge length of a body at rest: edges of its tetrahedra (six each), else of its faces, else its links.
struct EdgeLengths {
  double sum = 0;
  std::uint64_t count = 0;

  /// Ignores edges with an end that is not finite.
  void add(const PackedPosition& a, const PackedPosition& b);
  /// Returns factor · mean, at most max(Real) / 16, so that sums of a few values do not overflow.
  Real mean(double factor = 1) const;
};

/// A body of a set: its elements, its rest shape and its settings.
struct BodyRecord {
  explicit BodyRecord(const BodyView& body);

  void readRest(PositionsView positions);
  std::size_t memory() const;
  Real marginOrDefault() const { return margin.value_or(lengths.mean(double(kDefaultMarginFraction))); }
  Real obstacleMarginOrDefault() const { return obstacleMargin.value_or(marginOrDefault()); }
  BodyMargins<Real> margins() const { return {marginOrDefault(), obstacleMarginOrDefault(), obstacle}; }

  BodyView view;
  bool unchanged = false;  ///< see BodySet::keepPositions
  SurfaceTopology elements;
  std::vector<PackedPosition> rest;
  bool restIsWhole;  // all rest positions are finite; otherwise the first finite positions replace them
  EdgeLengths lengths;
  std::optional<Real> margin, obstacleMargin;
  bool obstacle = false;
  Real speculativeMargin = 0;
  bool self = true;
  unsigned excludedRings = kDefaultExcludedRings;
  std::vector<Index> cutGroups;  ///< see BodySet::setCut
  std::vector<Real> cutOpenings;
  std::uint32_t group = 1, mask = ~std::uint32_t{0};
  std::vector<Index> notAgainst;  // sorted ids of bodies disabled by BodySet::setPair
  BodyStatus status;
};

}  // namespace pliant::detail
