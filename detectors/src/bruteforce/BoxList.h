#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <vector>

#include "bruteforce/nearBoxes.h"

namespace pliant::detail {

/// Boxes of elements, one array a bound, so that one box is compared with many at a time.
class BoxList {
 public:
  std::size_t size() const { return m_size; }

  /// Boxes of `elements` (arrays of flat vertex indices) at t1, or swept; elements of inactive bodies get an
  /// empty box, which meets nothing.
  template <std::size_t N>
  void assign(const BodySet& bodies, std::span<const std::array<Index, N>> elements, std::span<const Index> slots,
              bool swept) {
    resize(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) set(bodies, i, elements[i], slots[i], swept);
  }

  void assignVertices(const BodySet& bodies, bool swept) {
    const auto slots = bodies.slotOfVertex();
    resize(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i)
      set(bodies, i, std::array<Index, 1>{static_cast<Index>(i)}, slots[i], swept);
  }

  /// Boxes of this list.
  struct Range {
    std::size_t begin, end;
  };
  /// Calls found(i, j) for each box i of a range of `outer` and each box j of one of this list, behind i where the two
  /// are one list, that comes within `gap` of i's along every axis. A pair within the gap is never passed over;
  /// rounding may let a few more through. Returns how many were compared.
  template <typename Found>
  std::size_t forEachNear(const BoxList& outer, Range walkers, Range within, Real gap, Found&& found) const {
    const Real* bounds[6];
    for (std::size_t k = 0; k < 6; ++k) bounds[k] = m_bounds[k].data();
    // One rounding in the difference of two bounds, one here: a relative slack of 4 units in the last place covers
    // both.
    const Real limit = gap + gap * (4 * std::numeric_limits<Real>::epsilon());
    std::array<std::uint64_t, kBoxBlock / 64> near;
    std::size_t compared = 0;
    // Block by block, so that it stays in the first cache while all outer boxes are held against it.
    for (std::size_t block = within.begin; block < within.end; block += kBoxBlock)
      for (std::size_t i = walkers.begin; i < walkers.end; ++i) {
        const std::size_t begin = &outer == this ? std::max(block, i + 1) : block;
        const std::size_t end = std::min(within.end, block + kBoxBlock);
        if (begin >= end) continue;
        compared += end - begin;
        nearBoxes(bounds, begin, end - begin, outer.min(i).data(), outer.max(i).data(), limit, near.data());
        for (std::size_t word = 0; word < near.size(); ++word)
          for (std::uint64_t bits = near[word]; bits; bits &= bits - 1)
            found(i, begin + 64 * word + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    return compared;
  }

 private:
  std::array<Real, 3> min(std::size_t i) const { return {m_bounds[0][i], m_bounds[1][i], m_bounds[2][i]}; }
  std::array<Real, 3> max(std::size_t i) const { return {m_bounds[3][i], m_bounds[4][i], m_bounds[5][i]}; }

  void resize(std::size_t count) {
    m_size = count;
    for (auto& bound : m_bounds) bound.resize(count + kBoxPad);
  }

  template <std::size_t N>
  void set(const BodySet& bodies, std::size_t i, const std::array<Index, N>& corners, Index slot, bool swept) {
    constexpr Real inf = std::numeric_limits<Real>::infinity();
    std::array<Real, 3> min{inf, inf, inf}, max{-inf, -inf, -inf};
    const auto grow = [&](const PackedPosition& p, Real by) {
      const Real x[3] = {p.x, p.y, p.z};
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], x[k] - by);
        max[k] = std::max(max[k], x[k] + by);
      }
    };
    if (bodies.active(slot))
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

  std::array<std::vector<Real>, 6> m_bounds;  // min x, y, z, max x, y, z
  std::size_t m_size = 0;
};

}  // namespace pliant::detail
