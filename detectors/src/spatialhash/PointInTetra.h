#pragma once

#include <pliant/detectors/Scalar.h>

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/Vec3d.h"

namespace pliant::detail {

enum class Containment { Outside, Inside, Uncertain };

/// Data for both tests of Teschner 2003, 4.4, in double precision, and the bound on their rounding errors for points in
/// the tetrahedron's box: 16 times the unit roundoff times the permanent, of which 8 are needed (compare kErrorFactor
/// in ClusterPlanes-inl.h).
struct TetraFrame {
  Vec3d x0, edge[3];
  double determinant;
  double error;

  TetraFrame(const Real* a, const Real* b, const Real* c, const Real* d) : x0(toVec3d(a)) {
    const Vec3d corners[3] = {toVec3d(b), toVec3d(c), toVec3d(d)};
    Vec3d low = x0, high = x0;
    for (std::size_t e = 0; e < 3; ++e) {
      edge[e] = corners[e] - x0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = low[axis] < corners[e][axis] ? low[axis] : corners[e][axis];
        high[axis] = high[axis] > corners[e][axis] ? high[axis] : corners[e][axis];
      }
    }
    const Vec3d extent = high - low;
    constexpr double roundoff = std::numeric_limits<double>::epsilon() / 2;
    error = 16 * roundoff * 6 * (extent[0] * extent[1] * extent[2]) + std::numeric_limits<double>::min() * 0x1p60;
    determinant = dot(edge[0], cross(edge[1], edge[2]));
  }

  /// Returns true if the sign of the volume, and values computed from it, are certified.
  bool certified() const { return std::abs(determinant) > error; }
};

/// Barycentric coordinates relative to one corner: β = A⁻¹ (p − x_0); p is inside if β ≥ 0 and Σ β ≤ 1.
class BarycentricTest {
 public:
  explicit BarycentricTest(const TetraFrame& frame) : m_frame(frame) {
    const double scale = 1 / frame.determinant;
    for (std::size_t e = 0; e < 3; ++e) m_inverse[e] = scale * cross(frame.edge[(e + 1) % 3], frame.edge[(e + 2) % 3]);
    m_tolerance = 2 * frame.error * std::abs(scale);
  }

  Containment operator()(const Real* p) const {
    const Vec3d offset = toVec3d(p) - m_frame.x0;
    const double b1 = dot(m_inverse[0], offset), b2 = dot(m_inverse[1], offset), b3 = dot(m_inverse[2], offset);
    const double t = m_tolerance, rest = 1 - (b1 + b2 + b3), tRest = 8 * t + 8 * std::numeric_limits<double>::epsilon();
    if (b1 < -t || b2 < -t || b3 < -t || rest < -tRest) return Containment::Outside;
    return b1 > t && b2 > t && b3 > t && rest > tRest ? Containment::Inside : Containment::Uncertain;
  }

 private:
  const TetraFrame& m_frame;
  Vec3d m_inverse[3];
  double m_tolerance;
};

/// Test of a point against the half-space of each oriented face.
class HalfSpaceTest {
 public:
  explicit HalfSpaceTest(const TetraFrame& frame) : m_frame(frame) {
    const double inward = frame.determinant < 0 ? -1 : 1;
    const Vec3d* const edge = frame.edge;
    for (std::size_t e = 0; e < 3; ++e) m_normal[e] = inward * cross(edge[(e + 1) % 3], edge[(e + 2) % 3]);
    m_normal[3] = inward * cross(edge[2] - edge[0], edge[1] - edge[0]);
  }

  Containment operator()(const Real* p) const {
    const Vec3d offset = toVec3d(p) - m_frame.x0;
    const double t = 2 * m_frame.error;
    bool inside = true;
    for (std::size_t face = 0; face < 3; ++face) {
      const double side = dot(m_normal[face], offset);
      if (side < -t) return Containment::Outside;
      inside &= side > t;
    }
    const double side = dot(m_normal[3], offset - m_frame.edge[0]);
    if (side < -4 * t) return Containment::Outside;
    return inside && side > 4 * t ? Containment::Inside : Containment::Uncertain;
  }

 private:
  const TetraFrame& m_frame;
  Vec3d m_normal[4];
};

}  // namespace pliant::detail
