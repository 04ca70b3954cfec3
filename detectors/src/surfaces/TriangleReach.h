#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/Vec3d.h"

namespace pliant::detail::surface {

/// Tests whether a box may contain a point within a distance of a triangle. The test uses the triangle's box, its
/// plane, and the planes through its edges that are perpendicular to it. So it also rejects boxes beside an oblique
/// triangle.
///
/// For any vector L, the box and the points within m of the triangle are separated if, for every projection t of a
/// point of the triangle on L:
///   |L·c − t| > Σ |L_k| h_k + m |L|
/// c is the centre of the box, h half its side lengths. This holds for any L, so rounding of L does no harm; the slack
/// exceeds the rounding error of the sums.
class TriangleReach {
 public:
  TriangleReach(const PackedPosition& a, const PackedPosition& b, const PackedPosition& c, Real margin) {
    const double distance = static_cast<double>(margin);
    const Vec3d p = toVec3d(&a.x), q = toVec3d(&b.x), r = toVec3d(&c.x);
    m_origin = p;
    Vec3d e = q - p, f = r - p;
    double size = distance;
    for (std::size_t k = 0; k < 3; ++k) {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      m_low[k] = std::nextafter(std::min({p[k], q[k], r[k]}) - distance, -kInfinity);
      m_high[k] = std::nextafter(std::max({p[k], q[k], r[k]}) + distance, kInfinity);
      size = std::max({size, std::abs(e[k]), std::abs(f[k])});
    }
    // The scale prevents overflow and underflow. If the size is 0 or not finite, only the box test decides.
    if (size > 0 && std::isfinite(size)) m_scale = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
    e = m_scale * e;
    f = m_scale * f;
    const Vec3d normal = cross(e, f);
    m_axes = {axis(normal, e, f, distance), axis(cross(e, normal), e, f, distance),
              axis(cross(f, normal), e, f, distance), axis(cross(f - e, normal), e, f, distance)};
  }

  bool reaches(const Box& box) const {
    Vec3d middle, half;
    for (std::size_t k = 0; k < 3; ++k) {
      const double low = std::max(static_cast<double>(box.min[k]), m_low[k]),
                   high = std::min(static_cast<double>(box.max[k]), m_high[k]);
      if (low > high) return false;
      const double from = (low - m_origin[k]) * m_scale, to = (high - m_origin[k]) * m_scale;
      middle[k] = (from + to) / 2;
      half[k] = (to - from) / 2;
    }
    return std::none_of(m_axes.begin(), m_axes.end(), [&](const Axis& axis) {
      double at = 0, radius = 0, size = axis.size;
      for (std::size_t k = 0; k < 3; ++k) {
        const double length = std::abs(axis.along[k]);
        at += axis.along[k] * middle[k];
        radius += length * half[k];
        size += length * (std::abs(middle[k]) + half[k]);
      }
      const double slack = kRounding * size + std::numeric_limits<double>::min();
      return at - radius > axis.high + slack || at + radius < axis.low - slack;
    });
  }

 private:
  /// Relative slack, far above the rounding error of a few sums.
  static constexpr double kRounding = 1e-13;

  struct Axis {
    Vec3d along;
    double low, high;  ///< projection of all points within the distance of the triangle
    double size;       ///< sum of the magnitudes of the terms of low and high
  };

  /// e and f are the vectors from the first corner to the other two.
  Axis axis(const Vec3d& along, const Vec3d& e, const Vec3d& f, double distance) const {
    Axis axis{along, 0, 0, 0};
    double atE = 0, atF = 0, square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      atE += along[k] * e[k];
      atF += along[k] * f[k];
      square += along[k] * along[k];
      axis.size += std::abs(along[k]) * (std::abs(e[k]) + std::abs(f[k]));
    }
    const double reach = distance * m_scale * std::sqrt(square);
    axis.low = std::min({0.0, atE, atF}) - reach;
    axis.high = std::max({0.0, atE, atF}) + reach;
    axis.size += reach;
    return axis;
  }

  Vec3d m_origin, m_low, m_high;
  double m_scale = 1;
  std::array<Axis, 4> m_axes;
};

}  // namespace pliant::detail::surface
