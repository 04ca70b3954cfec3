#pragma once

#include <pliant/detectors/Types.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "ldi/LdiRaster.h"

namespace pliant::detail {

__extension__ using Wide = __int128;

/// Maps world space to the image of a view.
class ViewTransform {
 public:
  explicit ViewTransform(const LdiView& view)
      : m_column(view.columnAxis()),
        m_row(view.rowAxis()),
        m_depth(view.axis),
        m_ascending(view.ascending),
        m_origin{at(view.min, m_column), at(view.min, m_row), at(view.min, m_depth)},
        m_scale{kSubpixels / view.pixel[0], kSubpixels / view.pixel[1], 1 / view.range()} {}

  /// Returns the column [subpixel] relative to the centre of the first pixel, rounded to the nearest, ties to even.
  std::int64_t column(const Real* p) const { return snap((p[m_column] - m_origin[0]) * m_scale[0]); }
  std::int64_t row(const Real* p) const { return snap((p[m_row] - m_origin[1]) * m_scale[1]); }

  /// Returns the height: 0 at the volume's minimum, 1 at its maximum, not clamped.
  double height(const Real* p) const { return (p[m_depth] - m_origin[2]) * m_scale[2]; }

  /// Returns the depth of a height [depth step], clamped and rounded.
  std::uint64_t depthSteps(double height) const {
    const double clamped = height > 0 ? std::min(height, 1.0) : 0;  // NaN yields 0, as in the SIMD code
    const double steps = roundToEven(clamped * kDepthSteps);
    return static_cast<std::uint64_t>(m_ascending ? steps : kDepthSteps - steps);
  }

 private:
  static constexpr int kHalfPixel = static_cast<int>(kSubpixels) / 2;

  static double at(const std::array<double, 3>& v, int axis) { return v[static_cast<std::size_t>(axis)]; }

  /// Rounds like std::nearbyint, without a call; for |x| < 2^51.
  static double roundToEven(double x) {
    constexpr double shift = 6755399441055744.0;  // 1.5 · 2^52
    return (x + shift) - shift;
  }

  static std::int64_t snap(double subpixels) {
    constexpr double most = 1125899906842624.0;  // 2^50: differences and their products fit Wide
    return static_cast<std::int64_t>(roundToEven(std::clamp(subpixels, -most, most))) - std::int64_t{kHalfPixel};
  }

  int m_column, m_row, m_depth;
  bool m_ascending;
  double m_origin[3], m_scale[3];
};

/// A face for the rasteriser: corners rounded to subpixels in counterclockwise order, and edge functions. A pixel's
/// centre belongs to the face if it lies inside it, on a left edge or on a bottom edge.
class SnappedTriangle {
 public:
  SnappedTriangle(const ViewTransform& transform, const Real* a, const Real* b, const Real* c) : m_corner{a, b, c} {
    for (int i = 0; i < 3; ++i) {
      m_x[i] = transform.column(m_corner[i]);
      m_y[i] = transform.row(m_corner[i]);
    }
    constexpr std::int64_t most = std::int64_t{1} << 29;
    m_small = true;
    for (int i = 0; i < 3; ++i) m_small &= std::max(std::abs(m_x[i]), std::abs(m_y[i])) <= most;
    m_area = Wide{m_x[1] - m_x[0]} * (m_y[2] - m_y[0]) - Wide{m_x[2] - m_x[0]} * (m_y[1] - m_y[0]);
    m_clockwise = m_area < 0;
    if (m_clockwise) {
      m_area = -m_area;
      std::swap(m_x[1], m_x[2]);
      std::swap(m_y[1], m_y[2]);
      std::swap(m_corner[1], m_corner[2]);
    }
  }

  bool empty() const { return m_area == 0; }
  bool clockwise() const { return m_clockwise; }

  /// Returns the weights of corners a, b, c at the centre of a pixel. They sum to 1, except for rounding. The face must
  /// not be empty.
  std::array<double, 3> weightsAt(Index column, Index row) const {
    std::array<double, 3> weights;
    for (int i = 0; i < 3; ++i) {
      const EdgeFunction<Wide> e = edge<Wide>(i == 2 ? 0 : i + 1);
      weights[static_cast<std::size_t>(i)] =
          static_cast<double>(e.value + e.perColumn * column + e.perRow * row) / static_cast<double>(m_area);
    }
    if (m_clockwise) std::swap(weights[1], weights[2]);
    return weights;
  }

  /// Calls visit(column, row, height) for each pixel of the range that belongs to the face.
  template <typename Visit>
  void rasterise(const ViewTransform& transform, const PixelRange& range, Visit&& visit) const {
    if (m_small) {
      rasteriseAs<std::int64_t>(transform, range, visit);
    } else {
      rasteriseAs<Wide>(transform, range, visit);
    }
  }

  /// Returns the height of the face's plane at a pixel, even if the pixel does not belong to the face.
  double heightAt(const ViewTransform& transform, Index column, Index row) const {
    return m_small ? heightAs<std::int64_t>(transform, column, row) : heightAs<Wide>(transform, column, row);
  }

 private:
  static constexpr int kHalfPixel = static_cast<int>(kSubpixels) / 2;

  /// Edge function: twice the area of the triangle of edge i (from corner i to the next) and a pixel's centre.
  template <typename Integer>
  struct EdgeFunction {
    Integer value, perColumn, perRow;  // value at the centre of pixel (0, 0)
    Integer least;                     // minimum value at a centre that belongs to the face
  };

  template <typename Integer>
  EdgeFunction<Integer> edge(int i) const {
    const int j = i == 2 ? 0 : i + 1;
    const std::int64_t dx = m_x[j] - m_x[i], dy = m_y[j] - m_y[i];
    const bool inclusive = dy < 0 || (dy == 0 && dx > 0);  // left or bottom edge
    return {Integer{dy} * m_x[i] - Integer{dx} * m_y[i], -Integer{dy} * (2 * kHalfPixel),
            Integer{dx} * (2 * kHalfPixel), inclusive ? Integer{0} : Integer{1}};
  }

  template <typename Integer>
  double heightAs(const ViewTransform& transform, Index column, Index row) const {
    double sum = 0;
    for (int corner = 0; corner < 3; ++corner) {
      const EdgeFunction<Integer> e = edge<Integer>(corner == 2 ? 0 : corner + 1);
      const Integer weight = e.value + e.perRow * row + e.perColumn * column;
      sum += static_cast<double>(weight) * transform.height(m_corner[corner]);
    }
    return sum * (1 / static_cast<double>(m_area));
  }

  template <typename Integer, typename Visit>
  void rasteriseAs(const ViewTransform& transform, const PixelRange& range, Visit&& visit) const {
    const EdgeFunction<Integer> e0 = edge<Integer>(0), e1 = edge<Integer>(1), e2 = edge<Integer>(2);
    const double perArea = 1 / static_cast<double>(m_area);
    const double h0 = transform.height(m_corner[0]), h1 = transform.height(m_corner[1]),
                 h2 = transform.height(m_corner[2]);
    const auto start = [&](const EdgeFunction<Integer>& e, Index row) {
      return e.value + e.perRow * row + e.perColumn * range.firstColumn;
    };
    for (Index row = range.firstRow; row <= range.lastRow; ++row) {
      Integer w0 = start(e1, row), w1 = start(e2, row), w2 = start(e0, row);  // opposite corners 0, 1, 2
      for (Index column = range.firstColumn; column <= range.lastColumn; ++column) {
        if (w0 >= e1.least && w1 >= e2.least && w2 >= e0.least) {
          visit(column, row,
                (static_cast<double>(w0) * h0 + static_cast<double>(w1) * h1 + static_cast<double>(w2) * h2) * perArea);
        }
        w0 += e1.perColumn;
        w1 += e2.perColumn;
        w2 += e0.perColumn;
      }
    }
  }

  const Real* m_corner[3];
  std::int64_t m_x[3], m_y[3];
  Wide m_area;
  bool m_clockwise, m_small;
};

}  // namespace pliant::detail
