#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace pliant::detail {

/// Bounds the rounding of a difference of positions, divided by their largest coordinate.
inline constexpr Real kRoundingOfWays = 8 * std::numeric_limits<Real>::epsilon();

inline PackedPosition difference(const PackedPosition& a, const PackedPosition& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z, 0};
}

/// Returns the largest coordinate, without sign.
inline Real largest(const PackedPosition& p) {
  return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
}

/// Returns the common translation of the positions: the componentwise median over some samples. A few outliers have no
/// effect. Returns zero if a sampled displacement is not finite.
inline PackedPosition commonWay(std::span<const PackedPosition> from, std::span<const PackedPosition> to) {
  constexpr std::size_t kSamples = 15;
  if (from.empty()) return {};
  std::array<std::array<Real, kSamples>, 3> ways;
  const std::size_t count = std::min(from.size(), kSamples);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t v = i * from.size() / count;
    const PackedPosition way = difference(to[v], from[v]);
    if (!std::isfinite(way.x + way.y + way.z)) return {};
    ways[0][i] = way.x;
    ways[1][i] = way.y;
    ways[2][i] = way.z;
  }
  const auto median = [count](std::array<Real, kSamples>& x) {
    std::nth_element(x.begin(), x.begin() + count / 2, x.begin() + count);
    return x[count / 2];
  };
  return {median(ways[0]), median(ways[1]), median(ways[2]), 0};
}

}  // namespace pliant::detail
