#pragma once

#include <pliant/detectors/Scalar.h>

#include <array>
#include <cmath>

namespace pliant::detail {

/// A vector in double precision for sources without Eigen. The order of all sums is that of the axes.
using Vec3d = std::array<double, 3>;

inline Vec3d toVec3d(const Real* p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}
inline Vec3d operator+(const Vec3d& a, const Vec3d& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vec3d operator*(double s, const Vec3d& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline double dot(const Vec3d& a, const Vec3d& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline double norm(const Vec3d& a) {
  return std::sqrt(dot(a, a));
}
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace pliant::detail
