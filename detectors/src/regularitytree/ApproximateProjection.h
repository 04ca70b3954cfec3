#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "regularitytree/ProjectedPoints.h"

namespace pliant::detail {

/// Points along a direction of sight like ProjectedPoints, as quickly as can be: places in float, relative to the first
/// point, with a bound of their errors. Decides most of what is asked, and says where it can't.
///
/// The plane's axes are those of ProjectedPoints divided by the longest part V_k of the direction: u = d_i − V_i/V_k
/// d_k up to its sign, w = d_j − V_j/V_k d_k. With all |d| ≤ M the rounding of d, the ratio, the product and the
/// difference come to 6·2^-24 M at most.
class ApproximateProjection {
 public:
  void reserve(std::size_t points);
  /// Sees positions[vertices[i]] as point i.
  void set(std::span<const PackedPosition> positions, std::span<const Index> vertices, const ViewDirection& along);

  /// Makes distances of places those across the direction of sight in space times a factor, which it returns: a power
  /// of two that makes coordinates about 1. Places then only serve for distances, and error() bounds those of
  /// coordinates anew.
  double straighten(const ViewDirection& along);

  std::size_t size() const { return m_count; }
  const float* u() const { return m_u.data(); }
  const float* w() const { return m_w.data(); }
  /// No coordinate is farther from the exact one; not finite or beyond all bounds where nothing is known.
  float error() const { return m_error; }

  /// For each point the directions along which the way to the next point surely goes forward, a bit for each, into
  /// `forward`, which has room for all and padding. The sixteen directions are spread over the whole turn.
  void directions(std::vector<std::uint32_t>& forward) const;

  /// Of ProjectedPoints::turn where that is sure, else 0.
  int sureTurn(Index i, Index j, Index k) const {
    const double x1 = double(m_u[j]) - double(m_u[i]), y1 = double(m_w[j]) - double(m_w[i]);
    const double x2 = double(m_u[k]) - double(m_u[i]), y2 = double(m_w[k]) - double(m_w[i]);
    const double value = x1 * y2 - y1 * x2;
    // Differences err by twice what coordinates do, and a product by its factors times each other's error.
    const double sum = std::abs(x1) + std::abs(y1) + std::abs(x2) + std::abs(y2);
    const double bound = m_error * (2.5 * sum + 10 * double(m_error));
    return value > bound ? 1 : value < -bound ? -1 : 0;
  }
  /// Of ProjectedPoints::order where that is sure, else 0.
  int sureOrder(Index i, Index j) const {
    const float difference = m_u[i] - m_u[j], bound = 3 * m_error;
    return difference > bound ? 1 : difference < -bound ? -1 : 0;
  }
  /// +1 where a loop from `first` to `last`, its first point again, runs counter-clockwise, −1 clockwise, 0 where that
  /// is not sure; by its area, if it doesn't meet itself.
  int sureOrientation(Index first, Index last) const;
  /// Whether a loop over the first points, of `edges` edges, surely runs once and counter-clockwise around their mean,
  /// never turning back: then it doesn't meet itself.
  bool isStar(Index edges) const;

 private:
  std::size_t m_count = 0;
  std::vector<float> m_u, m_w;
  float m_magnitude = 0, m_error = 0;
};

}  // namespace pliant::detail
