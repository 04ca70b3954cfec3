#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "bruteforce/nearBoxes.h"

namespace pliant::detail {

/// Boxes of elements, stored as one array per bound, so that SIMD code compares one box with many at a time.
class BoxList {
 public:
  std::size_t size() const { return m_bodyOf.size(); }
  /// Body index of each element.
  std::span<const Index> bodyOf() const { return m_bodyOf; }

  /// Stores the boxes of `elements` (arrays of vertex indices in the set) at t1, or swept from t0 to t1. `bodyOf` holds
  /// the body index of each element. Elements of inactive bodies get an empty box, which is near no other box.
  template <std::size_t N>
  void assign(const BodySet& bodies, std::span<const std::array<Index, N>> elements, std::span<const Index> bodyOf,
              bool swept) {
    resize(bodyOf);
    for (std::size_t i = 0; i < elements.size(); ++i) set(bodies, i, elements[i], bodyOf[i], swept);
    boundGroups();
  }

  void assignVertices(const BodySet& bodies, bool swept) {
    const auto bodyOf = bodies.bodyOfVertex();
    resize(bodyOf);
    for (std::size_t i = 0; i < bodyOf.size(); ++i)
      set(bodies, i, std::array<Index, 1>{static_cast<Index>(i)}, bodyOf[i], swept);
    boundGroups();
  }

  /// Range [begin, end) of boxes in a list.
  struct Range {
    std::size_t begin, end;
  };
  /// Calls found(i, j) for each box i in the range `walkers` of `outer` and each box j in the range `within` of this
  /// list that is at most `gap` away from box i along every axis. If `outer` is this list, only j > i are tested. No
  /// pair within the gap is missed; rounding may add a few pairs beyond it. A group of boxes is skipped as a whole if
  /// the box around it is beyond the gap. Returns the number of box comparisons, groups included.
  template <typename Found>
  std::size_t forEachNear(const BoxList& outer, Range walkers, Range within, Real gap, Found&& found) const {
    if (within.begin >= within.end) return 0;
    // Rounding occurs once in the difference of two bounds and once here: a relative slack of 4 units in the last place
    // covers both.
    const Real limit = gap + gap * (4 * std::numeric_limits<Real>::epsilon());
    std::size_t compared = 0;
    const auto near = [&](const Bounds& bounds, std::size_t begin, std::size_t end, std::size_t i, const auto& take) {
      const Real* rows[6];
      for (std::size_t k = 0; k < 6; ++k) rows[k] = bounds[k].data();
      std::array<std::uint64_t, kBoxBlock / 64> bits;
      nearBoxes(rows, begin, end - begin, outer.min(i).data(), outer.max(i).data(), limit, bits.data());
      compared += end - begin;
      for (std::size_t word = 0; word < bits.size(); ++word)
        for (std::uint64_t left = bits[word]; left; left &= left - 1)
          take(begin + 64 * word + static_cast<std::size_t>(std::countr_zero(left)));
    };
    const std::size_t groups = (within.end + kGroup - 1) / kGroup;
    // Iterates block by block, so that the boxes of the groups stay in the L1 cache while all outer boxes are tested.
    for (std::size_t block = within.begin / kGroup; block < groups; block += kBoxBlock)
      for (std::size_t i = walkers.begin; i < walkers.end; ++i) {
        const std::size_t first = &outer == this ? std::max(within.begin, i + 1) : within.begin;
        const std::size_t start = std::max(block, first / kGroup), stop = std::min(groups, block + kBoxBlock);
        if (start >= stop) continue;
        near(m_groups, start, stop, i, [&](std::size_t group) {
          const std::size_t begin = std::max(first, kGroup * group), end = std::min(within.end, kGroup * (group + 1));
          if (begin < end) near(m_bounds, begin, end, i, [&](std::size_t j) { found(i, j); });
        });
      }
    return compared;
  }

 private:
  std::array<Real, 3> min(std::size_t i) const { return {m_bounds[0][i], m_bounds[1][i], m_bounds[2][i]}; }
  std::array<Real, 3> max(std::size_t i) const { return {m_bounds[3][i], m_bounds[4][i], m_bounds[5][i]}; }

  void resize(std::span<const Index> bodyOf) {
    const std::size_t count = bodyOf.size();
    m_bodyOf = bodyOf;
    for (auto& bound : m_bounds) bound.resize(count + kBoxPad);
    for (auto& bound : m_groups) bound.resize((count + kGroup - 1) / kGroup + kBoxPad);
  }

  void boundGroups() {
    for (std::size_t begin = 0; begin < size(); begin += kGroup)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto range = [&](std::vector<Real>& bound) {
          const auto first = bound.begin() + static_cast<std::ptrdiff_t>(begin);
          return std::pair{first, first + static_cast<std::ptrdiff_t>(std::min(kGroup, size() - begin))};
        };
        const auto [lows, lowsEnd] = range(m_bounds[k]);
        const auto [highs, highsEnd] = range(m_bounds[k + 3]);
        m_groups[k][begin / kGroup] = *std::min_element(lows, lowsEnd);
        m_groups[k + 3][begin / kGroup] = *std::max_element(highs, highsEnd);
      }
  }

  template <std::size_t N>
  void set(const BodySet& bodies, std::size_t i, const std::array<Index, N>& corners, Index body, bool swept) {
    constexpr Real inf = std::numeric_limits<Real>::infinity();
    std::array<Real, 3> min{inf, inf, inf}, max{-inf, -inf, -inf};
    const auto grow = [&](const PackedPosition& p, Real by) {
      const Real x[3] = {p.x, p.y, p.z};
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], x[k] - by);
        max[k] = std::max(max[k], x[k] + by);
      }
    };
    if (bodies.active(body))
      for (const Index corner : corners) {
        const PackedPosition &to = bodies.positions()[corner], &from = bodies.positions_t0()[corner];
        const Real reach = swept ? sweptReach(from, to) : 0;
        grow(to, reach);
        if (swept) grow(from, reach);
      }
    for (std::size_t k = 0; k < 3; ++k) {
      m_bounds[k][i] = min[k];
      m_bounds[k + 3][i] = max[k];
    }
  }

  static constexpr std::size_t kGroup = 64;  // number of consecutive boxes in a group

  using Bounds = std::array<std::vector<Real>, 6>;  // min x, y, z, max x, y, z
  Bounds m_bounds, m_groups;
  std::span<const Index> m_bodyOf;
};

}  // namespace pliant::detail
