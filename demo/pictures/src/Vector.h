#pragma once

#include <LinearMath/btVector3.h>

#include <cmath>

namespace pliant::detail {

/// Single-precision vector, also in double-precision builds.
struct Vec {
  float x = 0, y = 0, z = 0;
};

inline Vec toVec(const btVector3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}
inline Vec operator+(Vec a, Vec b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec operator-(Vec a, Vec b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec operator*(Vec a, float s) {
  return {a.x * s, a.y * s, a.z * s};
}
inline float dot(Vec a, Vec b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec a) {
  return std::sqrt(dot(a, a));
}
inline Vec normalized(Vec a) {
  const float l = length(a);
  return l > 0 ? a * (1 / l) : a;
}

/// Three orthonormal axes of a view along `forward`.
struct Frame {
  Vec right, up, forward;

  static Frame along(Vec forward) {
    Frame f;
    f.forward = normalized(forward);
    f.right = cross(f.forward, std::abs(f.forward.y) > 0.99f ? Vec{1, 0, 0} : Vec{0, 1, 0});
    f.right = normalized(f.right);
    f.up = cross(f.right, f.forward);
    return f;
  }
  Vec of(Vec v) const { return {dot(v, right), dot(v, up), dot(v, forward)}; }
};

}  // namespace pliant::detail
