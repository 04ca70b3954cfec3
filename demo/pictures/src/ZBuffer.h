#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "Vector.h"

namespace pliant::detail {

/// Returns floor(v) clamped to [low, high], because an int can't hold larger floats. NaN gives low.
inline int flooredWithin(float v, int low, int high) {
  if (!(v > static_cast<float>(low))) return low;
  return v < static_cast<float>(high) ? static_cast<int>(std::floor(v)) : high;
}

/// Columns and rows of samples; each has its first and the one after its last.
struct SampleRange {
  int left = 0, right = 0, top = 0, bottom = 0;
};

/// Calls visit(x, y, nearness, b, c) for each sample of a range within a triangle. `b` and `c` are the weights of its
/// second and third corner, linear on the screen. Corners are in samples; z is the nearness, which is linear on the
/// screen.
template <typename Visit>
void forSamples(const std::array<Vec, 3>& p, const SampleRange& range, const Visit& visit) {
  const int y0 = flooredWithin(std::min({p[0].y, p[1].y, p[2].y}), range.top, range.bottom),
            y1 = flooredWithin(std::max({p[0].y, p[1].y, p[2].y}) + 1, range.top, range.bottom);
  if (y0 >= y1) return;
  const float area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
  if (!(std::abs(area) > 1e-12f)) return;
  const int x0 = flooredWithin(std::min({p[0].x, p[1].x, p[2].x}), range.left, range.right),
            x1 = flooredWithin(std::max({p[0].x, p[1].x, p[2].x}) + 1, range.left, range.right);
  // Change of the weights per column: a row begins and ends, up to a pixel, where a weight is 0.
  const float bx = (p[2].y - p[0].y) / area, cx = (p[0].y - p[1].y) / area;
  for (int y = y0; y < y1; ++y) {
    const float left = 0.5f - p[0].x, below = static_cast<float>(y) + 0.5f - p[0].y;
    const float b0 = (left * (p[2].y - p[0].y) - below * (p[2].x - p[0].x)) / area,
                c0 = (below * (p[1].x - p[0].x) - left * (p[1].y - p[0].y)) / area;
    int first = x0, last = x1;
    const auto cut = [&](float at0, float perColumn) {
      if (perColumn > 0) first = std::max(first, flooredWithin(-at0 / perColumn, x0, x1) - 1);
      if (perColumn < 0) last = std::min(last, flooredWithin(-at0 / perColumn, x0 - 2, x1) + 3);
    };
    cut(b0, bx);
    cut(c0, cx);
    cut(1 - b0 - c0, -bx - cx);
    for (int x = first; x < last; ++x) {
      const float dx = static_cast<float>(x) + 0.5f - p[0].x, dy = static_cast<float>(y) + 0.5f - p[0].y;
      const float b = (dx * (p[2].y - p[0].y) - dy * (p[2].x - p[0].x)) / area;
      const float c = (dy * (p[1].x - p[0].x) - dx * (p[1].y - p[0].y)) / area;
      if (b < 0 || c < 0 || b + c > 1) continue;
      visit(x, y, p[0].z + b * (p[1].z - p[0].z) + c * (p[2].z - p[0].z), b, c);
    }
  }
}

/// The nearest triangle at each sample of some rows, with its inverse depth and position.
class ZBuffer {
 public:
  static constexpr int kNothing = -1;
  struct Sample {
    float nearness = -std::numeric_limits<float>::infinity();
    int triangle = kNothing;
    float b = 0, c = 0;  ///< weights of the second and third corner, linear on the screen
  };

  explicit ZBuffer(const SampleRange& range)
      : m_range(range),
        m_samples(static_cast<std::size_t>(range.right - range.left) *
                  static_cast<std::size_t>(range.bottom - range.top)) {}

  const SampleRange& range() const { return m_range; }
  std::size_t size() const { return m_samples.size(); }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - m_range.top) * static_cast<std::size_t>(m_range.right - m_range.left) +
           static_cast<std::size_t>(x - m_range.left);
  }
  const Sample& at(int x, int y) const { return m_samples[index(x, y)]; }

  void draw(const std::array<Vec, 3>& p, int triangle) {
    forSamples(p, m_range, [&](int x, int y, float nearness, float b, float c) {
      Sample& sample = m_samples[index(x, y)];
      if (nearness > sample.nearness) sample = {nearness, triangle, b, c};
    });
  }

 private:
  SampleRange m_range;
  std::vector<Sample> m_samples;
};

}  // namespace pliant::detail
