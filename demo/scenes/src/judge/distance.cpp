#include "judge/distance.h"

#include <algorithm>
#include <array>

namespace pliant::detail {
namespace {

using Triple = std::array<double, 3>;

Triple from(const Real* origin, const Real* p) {
  return {static_cast<double>(p[0]) - static_cast<double>(origin[0]),
          static_cast<double>(p[1]) - static_cast<double>(origin[1]),
          static_cast<double>(p[2]) - static_cast<double>(origin[2])};
}
double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Returns the squared distance of p from the segment from o to e. Both points are relative to o.
double toSegment(const Triple& p, const Triple& e) {
  const double length = dot(e, e);
  const double t = length > 0 ? std::clamp(dot(p, e) / length, 0.0, 1.0) : 0;
  const Triple d{p[0] - t * e[0], p[1] - t * e[1], p[2] - t * e[2]};
  return dot(d, d);
}

}  // namespace

double squaredDistance(const Real* p, const Real* a, const Real* b, const Real* c) {
  const Triple ab = from(a, b), bc = from(b, c), ca = from(c, a), ap = from(a, p), bp = from(b, p), cp = from(c, p);
  const Triple normal = cross(ab, from(a, c));
  const double area = dot(normal, normal);
  // The nearest point is inside the face if p is on the inner side of all three edges.
  if (area > 0 && dot(cross(ab, ap), normal) >= 0 && dot(cross(bc, bp), normal) >= 0 &&
      dot(cross(ca, cp), normal) >= 0) {
    const double height = dot(ap, normal);
    return height * height / area;
  }
  return std::min({toSegment(ap, ab), toSegment(bp, bc), toSegment(cp, ca)});
}

}  // namespace pliant::detail
