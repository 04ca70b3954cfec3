#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "vectors.h"

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

/// Two places of a list that is sorted in place: the smaller entry goes to the first.
struct SortedPlaces {
  std::uint8_t first, second;
};

/// Returns the comparisons of Batcher's merge sort of 16 entries.
constexpr std::array<SortedPlaces, 63> mergeSort16() {
  constexpr std::size_t count = 16;
  std::array<SortedPlaces, 63> places{};
  std::size_t found = 0;
  for (std::size_t p = 1; p < count; p *= 2)
    for (std::size_t k = p; k > 0; k /= 2)
      for (std::size_t j = k % p; j + k < count; j += 2 * k)
        for (std::size_t i = j; i < j + k && i + k < count; ++i)
          if (i / (2 * p) == (i + k) / (2 * p))
            places[found++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + k)};
  return places;
}

/// Returns the common translation of the positions: the componentwise median over some samples. A few outliers have no
/// effect. Returns zero if a sampled displacement is not finite.
inline PackedPosition commonWay(std::span<const PackedPosition> from, std::span<const PackedPosition> to) {
  constexpr std::size_t kSamples = 15;
  if (from.empty()) return {};
  const std::size_t count = std::min(from.size(), kSamples);
  std::array<Lane, 16> ways;
  ways.fill(Lane::Constant(std::numeric_limits<Real>::max()));
  Lane sum = Lane::Zero();
  const auto at = [](std::span<const PackedPosition> x, std::size_t v) { return Eigen::Map<const Lane>(&x[v].x); };
  const std::size_t step = from.size() / count, more = from.size() % count;
  for (std::size_t i = 0, v = 0, rest = 0; i < count; ++i, v += step, rest += more) {  // v = i · size / count
    if (rest >= count) {
      rest -= count;
      ++v;
    }
    ways[i] = at(to, v) - at(from, v);
    sum += ways[i] - ways[i];
  }
  if (!(sum == Lane::Zero()).all()) return {};
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    static constexpr auto places = mergeSort16();
    const auto sort = [](Lane& low, Lane& high) {  // all axes at once
      const Lane least = low.min(high);
      high = low.max(high);
      low = least;
    };
    (sort(ways[places[i].first], ways[places[i].second]), ...);
  }
  (std::make_index_sequence<63>{});
  const Lane& median = ways[count / 2];
  return {median[0], median[1], median[2], 0};
}

}  // namespace pliant::detail
