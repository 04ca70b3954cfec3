#pragma once

#include "RationalGeometry.h"

/// When the two sides of a cut meet (CutTwins), by another way than the library's.
namespace rational {

inline Point cross(const Point& u, const Point& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

/// Whether d is a sum of some of the rays, none taken less than 0 times: then it is one of three of them
/// (Carathéodory), or of fewer, and the four span all directions.
inline bool inCone(const Point& d, const std::array<Point, 4>& rays) {
  for (std::size_t left = 0; left < 4; ++left) {
    const Point &u = rays[(left + 1) % 4], &v = rays[(left + 2) % 4], &w = rays[(left + 3) % 4];
    const mpq_class whole = dot(u, cross(v, w));
    if (whole != 0 && dot(d, cross(v, w)) / whole >= 0 && dot(u, cross(d, w)) / whole >= 0 &&
        dot(u, cross(v, d)) / whole >= 0)
      return true;
  }
  return false;
}

/// The rule for opposite sides, corner by corner: a looks to where it is seen counter-clockwise, b to the other side.
inline bool oppositeMeet(const std::array<Point, 3>& a, const std::array<Point, 3>& b) {
  std::vector<std::size_t> held;
  for (std::size_t k = 0; k < 3; ++k)
    if (a[k] == b[k]) held.push_back(k);
  if (held.empty()) return trianglesMeet(a, b);
  if (held.size() == 3) return false;
  const std::size_t i = (held[0] + 1) % 3, j = (held[0] + 2) % 3;
  const Point h = a[held[0]], p1 = a[i] - h, p2 = a[j] - h, q1 = b[i] - h, q2 = b[j] - h;
  const Point normalA = cross(p1, p2), normalB = cross(q1, q2), none{};
  if (dot(normalA, normalB) > 0) {
    const Point sum = normalA - (none - normalB);
    return inCone(sum, {p1, p2, none - q1, none - q2});
  }
  const bool behind = dot(normalA, q1) < 0 || dot(normalA, q2) < 0 || dot(normalB, p1) > 0 || dot(normalB, p2) > 0;
  return behind && held.size() == 1 &&
         (segmentMeetsTriangle(a[i], a[j], b[0], b[1], b[2]) || segmentMeetsTriangle(b[i], b[j], a[0], a[1], a[2]));
}

}  // namespace rational
