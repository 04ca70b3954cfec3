#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "regularitytree/ProjectedPoints.h"

namespace pliant::detail {

/// Projects points along a view direction like ProjectedPoints, but faster: coordinates are floats relative to the
/// first point, with an error bound. Decisions that the bound does not certify are left open.
///
/// The plane's axes are those of ProjectedPoints divided by |V_k|, the longest component of the direction: with d a
/// point relative to the first one, u = d_i − V_i/V_k d_k and w = ±(d_j − V_j/V_k d_k) with the sign of V_k. If all |d|
/// ≤ M, the rounding of d, the ratio, the product and the difference add up to at most 6·2^-24 M.
class ApproximateProjection {
 public:
  void reserve(std::size_t points);
  /// Projects positions[vertices[i]] as point i.
  void set(std::span<const PackedPosition> positions, std::span<const Index> vertices, const ViewDirection& along);

  /// Transforms the coordinates so that distances between them are the distances in space, measured perpendicular to
  /// the view direction, times a factor. Returns this factor, a power of two that scales coordinates to about 1.
  /// Afterwards the coordinates serve for distances only, and error() bounds the errors of the new ones.
  double straighten(const ViewDirection& along);

  std::size_t size() const { return m_count; }
  const float* u() const { return m_u.data(); }
  const float* w() const { return m_w.data(); }
  /// Upper bound of the error of a coordinate; infinite if the points exceed the range of float.
  float error() const { return m_error; }

  /// Writes, for each point, the directions in which the edge to the next point certainly goes forward, one bit per
  /// direction. The sixteen directions are spread over the full circle. `forward` has capacity for all points and
  /// padding.
  void directions(std::vector<std::uint32_t>& forward) const;

  /// Returns ProjectedPoints::turn() if certified, else 0.
  int certifiedTurn(Index i, Index j, Index k) const {
    const double x1 = double(m_u[j]) - double(m_u[i]), y1 = double(m_w[j]) - double(m_w[i]);
    const double x2 = double(m_u[k]) - double(m_u[i]), y2 = double(m_w[k]) - double(m_w[i]);
    const double value = x1 * y2 - y1 * x2;
    // A difference errs by twice the error of a coordinate, a product by each factor times the other's error.
    const double sum = std::abs(x1) + std::abs(y1) + std::abs(x2) + std::abs(y2);
    const double bound = m_error * (2.5 * sum + 10 * double(m_error));
    return value > bound ? 1 : value < -bound ? -1 : 0;
  }
  /// Returns ProjectedPoints::order() if certified, else 0.
  int certifiedOrder(Index i, Index j) const {
    const float difference = m_u[i] - m_u[j], bound = 3 * m_error;
    return difference > bound ? 1 : difference < -bound ? -1 : 0;
  }
  /// Returns +1 if a loop that does not intersect itself certainly runs counter-clockwise, −1 if clockwise, 0 if not
  /// certified. The loop has the points `first` to `last`, and `last` is its first point again. Uses the loop's area.
  int certifiedOrientation(Index first, Index last) const;
  /// Returns true if the loop of the first `edges` edges certainly runs exactly once counter-clockwise around the mean
  /// of its points, never turning back: then it does not intersect itself.
  bool isStar(Index edges) const;

 private:
  std::size_t m_count = 0;
  std::vector<float> m_u, m_w;
  float m_magnitude = 0, m_error = 0;
};

}  // namespace pliant::detail
