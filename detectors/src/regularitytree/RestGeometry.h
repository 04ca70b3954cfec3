#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/Vec3d.h"

namespace pliant::detail {

/// Lengths and areas of a surface at rest, in a length unit in which squares do not overflow.
struct RestGeometry {
  using Point = Vec3d;

  std::span<const PackedPosition> rest;
  double unit = 1;

  /// The unit is the largest coordinate of the faces.
  static RestGeometry of(std::span<const PackedPosition> rest, std::span<const Triangle> faces) {
    double size = 0;
    for (const Triangle& face : faces)
      for (const Index corner : face)
        for (const Real x : {rest[corner].x, rest[corner].y, rest[corner].z})
          if (std::isfinite(x)) size = std::max(size, std::abs(static_cast<double>(x)));
    return {rest, size > 0 ? size : 1};
  }

  /// Returns a vertex position; a coordinate that is not finite becomes 0.
  Point at(Index vertex) const {
    const auto value = [this](Real x) { return std::isfinite(x) ? static_cast<double>(x) / unit : 0; };
    return {value(rest[vertex].x), value(rest[vertex].y), value(rest[vertex].z)};
  }
  static double distance(const Point& a, const Point& b) { return norm(a - b); }

  /// Measures of a face, in `unit`.
  struct Face {
    double area;
    std::array<double, 3> sides;  ///< side k starts at corner k
    Point centre;
    double perimeter() const { return sides[0] + sides[1] + sides[2]; }
  };
  Face face(const Triangle& corners) const {
    const Point a = at(corners[0]), b = at(corners[1]), c = at(corners[2]);
    return {norm(cross(b - a, c - a)) / 2,
            {distance(a, b), distance(b, c), distance(c, a)},
            {(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3}};
  }
};

}  // namespace pliant::detail
