#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// Returns the low ten bits of x, each followed by two zero bits.
inline std::uint32_t spread(std::uint32_t x) {
  x = (x | (x << 16)) & 0x030000ffu;
  x = (x | (x << 8)) & 0x0300f00fu;
  x = (x | (x << 4)) & 0x030c30c3u;
  return (x | (x << 2)) & 0x09249249u;
}

/// Returns a bucket's Morton code: three bits per level, the root's level in the highest ones.
inline std::uint32_t morton(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return spread(x) | (spread(y) << 1) | (spread(z) << 2);
}

/// Computes buckets of a box by equation 1 of Ganovelli 2000, clamped: a point at the upper end of the box is in the
/// last bucket. Along a flat axis all points are in the first bucket.
class BucketGrid {
 public:
  BucketGrid(const Box& box, unsigned levels) : m_last(static_cast<double>((1u << levels) - 1)) {
    for (std::size_t k = 0; k < 3; ++k) {
      // Halves do not overflow, even for the largest numbers.
      m_origin[k] = 0.5 * double(box.min[k]);
      const double size = 0.5 * double(box.max[k]) - m_origin[k];
      m_perUnit[k] = size > 0 ? static_cast<double>(1u << levels) / size : 0;
    }
  }

  std::uint32_t code(const std::array<Real, 3>& place) const {
    return morton(cell(place[0], 0), cell(place[1], 1), cell(place[2], 2));
  }

 private:
  std::uint32_t cell(Real x, std::size_t k) const {
    const double n = (0.5 * double(x) - m_origin[k]) * m_perUnit[k];
    // A NaN also gives 0; it occurs if the box size is tiny (0 · infinity).
    return n > 0 ? static_cast<std::uint32_t>(n < m_last ? n : m_last) : 0;
  }

  std::array<double, 3> m_origin{}, m_perUnit{};
  double m_last;
};

}  // namespace pliant::detail
