#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace pliant::detail {

/// Boxes of elements, one array a bound, so that one box is compared with many at a time.
class BoxList {
 public:
  std::size_t size() const { return m_bounds[0].size(); }

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

  std::array<Real, 3> min(std::size_t i) const { return {m_bounds[0][i], m_bounds[1][i], m_bounds[2][i]}; }
  std::array<Real, 3> max(std::size_t i) const { return {m_bounds[3][i], m_bounds[4][i], m_bounds[5][i]}; }

  /// Calls found(j) for each box from `begin` on, in ascending order, that comes within `gap` of [min, max] along every
  /// axis. A pair within the gap is never passed over; rounding may let a few more through.
  template <typename Found>
  void forEachNear(std::array<Real, 3> min, std::array<Real, 3> max, Real gap, std::size_t begin, Found&& found) const {
    constexpr std::size_t kBlock = 256;
    // One rounding in the difference below, one here: a relative slack of 4 units in the last place covers both.
    const Real limit = gap + gap * (4 * std::numeric_limits<Real>::epsilon());
    std::array<std::uint8_t, kBlock> near;
    for (; begin < size(); begin += kBlock) {
      const std::size_t count = std::min(kBlock, size() - begin);
      for (std::size_t i = 0; i < count; ++i) {
        bool is = true;
        for (std::size_t k = 0; k < 3; ++k) {
          const Real above = m_bounds[k][begin + i] - max[k], below = min[k] - m_bounds[k + 3][begin + i];
          is = is & (above <= limit) & (below <= limit);
        }
        near[i] = is;
      }
      for (std::size_t i = 0; i < count; ++i)
        if (near[i]) found(begin + i);
    }
  }

 private:
  void resize(std::size_t count) {
    for (auto& bound : m_bounds) bound.resize(count);
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
};

}  // namespace pliant::detail
