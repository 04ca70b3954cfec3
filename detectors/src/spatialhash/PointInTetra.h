#pragma once

#include <pliant/detectors/Scalar.h>

#include <cmath>
#include <limits>

namespace pliant::detail {

enum class Verdict { Outside, Inside, Unsure };

/// Data for both tests of Teschner 2003, 4.4, in double precision, and the bound on their rounding errors for points in
/// the tetrahedron's box: 16 times the unit roundoff times the permanent, of which 8 are needed (compare kErrorFactor
/// in ClusterPlanes-inl.h).
struct TetraFrame {
  double x0[3];
  double edge[3][3];
  double determinant;
  double error;

  TetraFrame(const Real* a, const Real* b, const Real* c, const Real* d) {
    const Real* corners[3] = {b, c, d};
    double extent[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
      double low = a[axis], high = a[axis];
      x0[axis] = a[axis];
      for (int e = 0; e < 3; ++e) {
        edge[e][axis] = double(corners[e][axis]) - double(a[axis]);
        low = low < double(corners[e][axis]) ? low : double(corners[e][axis]);
        high = high > double(corners[e][axis]) ? high : double(corners[e][axis]);
      }
      extent[axis] = high - low;
    }
    constexpr double roundoff = std::numeric_limits<double>::epsilon() / 2;
    error = 16 * roundoff * 6 * (extent[0] * extent[1] * extent[2]) + std::numeric_limits<double>::min() * 0x1p60;
    double normal[3];
    cross(edge[1], edge[2], normal);
    determinant = dot(edge[0], normal);
  }

  /// Returns true if the sign of the volume, and values computed from it, are certified.
  bool sure() const { return std::abs(determinant) > error; }

  static void cross(const double* a, const double* b, double* out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
  }
  static double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
};

/// Barycentric coordinates relative to one corner: β = A⁻¹ (p − x_0); p is inside if β ≥ 0 and Σ β ≤ 1.
class BarycentricTest {
 public:
  explicit BarycentricTest(const TetraFrame& frame) : m_frame(frame) {
    const double scale = 1 / frame.determinant;
    for (int e = 0; e < 3; ++e) {
      TetraFrame::cross(frame.edge[(e + 1) % 3], frame.edge[(e + 2) % 3], m_inverse[e]);
      for (double& component : m_inverse[e]) component *= scale;
    }
    m_tolerance = 2 * frame.error * std::abs(scale);
  }

  Verdict operator()(const Real* p) const {
    const double offset[3] = {p[0] - m_frame.x0[0], p[1] - m_frame.x0[1], p[2] - m_frame.x0[2]};
    const double b1 = TetraFrame::dot(m_inverse[0], offset);
    const double b2 = TetraFrame::dot(m_inverse[1], offset);
    const double b3 = TetraFrame::dot(m_inverse[2], offset);
    const double t = m_tolerance, rest = 1 - (b1 + b2 + b3), tRest = 8 * t + 8 * std::numeric_limits<double>::epsilon();
    if (b1 < -t || b2 < -t || b3 < -t || rest < -tRest) return Verdict::Outside;
    return b1 > t && b2 > t && b3 > t && rest > tRest ? Verdict::Inside : Verdict::Unsure;
  }

 private:
  const TetraFrame& m_frame;
  double m_inverse[3][3];
  double m_tolerance;
};

/// Test of a point against the half-space of each oriented face.
class HalfSpaceTest {
 public:
  explicit HalfSpaceTest(const TetraFrame& frame) : m_frame(frame) {
    const double inward = frame.determinant < 0 ? -1 : 1;
    for (int e = 0; e < 3; ++e) {
      TetraFrame::cross(frame.edge[(e + 1) % 3], frame.edge[(e + 2) % 3], m_normal[e]);
      for (double& component : m_normal[e]) component *= inward;
    }
    double along1[3], along2[3];
    for (int axis = 0; axis < 3; ++axis) {
      along1[axis] = frame.edge[1][axis] - frame.edge[0][axis];
      along2[axis] = frame.edge[2][axis] - frame.edge[0][axis];
    }
    TetraFrame::cross(along2, along1, m_normal[3]);
    for (double& component : m_normal[3]) component *= inward;
  }

  Verdict operator()(const Real* p) const {
    const double offset[3] = {p[0] - m_frame.x0[0], p[1] - m_frame.x0[1], p[2] - m_frame.x0[2]};
    const double t = 2 * m_frame.error;
    bool inside = true;
    for (int face = 0; face < 3; ++face) {
      const double side = TetraFrame::dot(m_normal[face], offset);
      if (side < -t) return Verdict::Outside;
      inside &= side > t;
    }
    const double opposite[3] = {offset[0] - m_frame.edge[0][0], offset[1] - m_frame.edge[0][1],
                                offset[2] - m_frame.edge[0][2]};
    const double side = TetraFrame::dot(m_normal[3], opposite);
    if (side < -4 * t) return Verdict::Outside;
    return inside && side > 4 * t ? Verdict::Inside : Verdict::Unsure;
  }

 private:
  const TetraFrame& m_frame;
  double m_normal[4][3];
};

}  // namespace pliant::detail
