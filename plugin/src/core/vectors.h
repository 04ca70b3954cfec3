#pragma once

#include <LinearMath/btVector3.h>
#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>

namespace pliant::detail {

/// Vector in one SIMD register, with the layout of btVector3; the last component is 0.
using Lane = Eigen::Array<Real, 4, 1>;

inline Lane toLane(const btVector3& v) {
  return {v.x(), v.y(), v.z(), Real(0)};
}
inline Lane toLane(const Vector3& v) {
  return {v.x(), v.y(), v.z(), Real(0)};
}
inline Lane toLane(const PackedPosition& p) {
  return {p.x, p.y, p.z, Real(0)};
}

inline btVector3 toBullet(const Lane& v) {
  return {v[0], v[1], v[2]};
}
inline btVector3 toBullet(const Vector3& v) {
  return {v.x(), v.y(), v.z()};
}
inline btVector3 toBullet(const PackedPosition& p) {
  return {p.x, p.y, p.z};
}

inline Vector3 toVector(const PackedPosition& p) {
  return {p.x, p.y, p.z};
}

inline Eigen::Vector3d wide(const btVector3& v) {
  return {double(v.x()), double(v.y()), double(v.z())};
}
inline Eigen::Vector3d wide(const Lane& v) {
  return {double(v[0]), double(v[1]), double(v[2])};
}
inline Eigen::Vector3d wide(const PackedPosition& p) {
  return {p.x, p.y, p.z};
}

/// Returns the dot product of two vectors whose last components are 0. The order of summation is fixed.
inline Real dot(const Lane& a, const Lane& b) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

}  // namespace pliant::detail
