#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstdlib>
#include <span>
#include <vector>

namespace pliant::detail {

/// A view direction in integers, each at most 1024 in magnitude, not all 0; its length does not matter. Decisions
/// hold for exactly this direction: it is not normalised, so it is not rounded.
struct ViewDirection {
  std::int32_t x, y, z;
};

/// Returns the exact sign of det(b − a, c − a, along). +1: a, b, c run counter-clockwise for a viewer towards whom
/// `along` points; the product of their normal and `along` is positive.
int facing(const PackedPosition& a, const PackedPosition& b, const PackedPosition& c, const ViewDirection& along);

/// Axes of the projection plane for a viewer who looks along −V. With V_k the longest component of V, U has V_k at i
/// and −V_i at k, W has V_k at j and −V_j at k, so that U × W = V_k V. If V_k is negative, U is negated.
struct ProjectionAxes {
  std::size_t i, j, k;
  std::int32_t alongI, alongJ, longest;

  explicit ProjectionAxes(const ViewDirection& along) {
    const std::int32_t parts[3] = {along.x, along.y, along.z};
    k = 2;
    if (std::abs(parts[0]) > std::abs(parts[k])) k = 0;
    if (std::abs(parts[1]) > std::abs(parts[k])) k = 1;
    i = (k + 1) % 3;
    j = (k + 2) % 3;
    alongI = parts[i];
    alongJ = parts[j];
    longest = parts[k];
  }
};

/// Points in the projection along a view direction, for a viewer who looks along its opposite. All decisions are exact
/// for the points in space. Coordinates in the plane may be rounded; they serve, with an error bound, as a filter
/// before exact arithmetic.
///
/// The plane's axes U and W (ProjectionAxes) are integer vectors, and U × W is a positive multiple of the direction. So
/// det((b − a)·(U, W), (c − a)·(U, W)) has the sign of det(b − a, c − a, direction).
class ProjectedPoints {
 public:
  /// Coordinates in the plane, rounded.
  struct Place {
    double u, w;
  };

  void reserve(std::size_t points) { m_places.reserve(points); }
  /// Projects positions[vertices[i]] as point i.
  void set(std::span<const PackedPosition> positions, std::span<const Index> vertices, const ViewDirection& along);

  std::size_t size() const { return m_places.size(); }

  /// Orders points from left to right, then from bottom to top: −1 if i is before j, 0 if both are projected to the
  /// same place.
  int order(Index i, Index j) const {
    const int first = compare(m_places[i].u - m_places[j].u, i, j, 0);
    return first != 0 ? first : compare(m_places[i].w - m_places[j].w, i, j, 1);
  }

  /// Returns +1 if i, j, k turn left, −1 if right, 0 if they are projected onto one line.
  int turn(Index i, Index j, Index k) const {
    const Place &a = m_places[i], &b = m_places[j], &c = m_places[k];
    const double value = (b.u - a.u) * (c.w - a.w) - (b.w - a.w) * (c.u - a.u);
    if (value > m_turnError) return 1;
    if (value < -m_turnError) return -1;
    return closeTurn(i, j, k);
  }

 private:
  int compare(double difference, Index i, Index j, int axis) const {
    if (difference > 2 * m_error) return 1;
    if (difference < -2 * m_error) return -1;
    return m_error == 0 ? 0 : exactCompare(i, j, axis);
  }
  int exactCompare(Index i, Index j, int axis) const;
  int closeTurn(Index i, Index j, Index k) const;
  void bound(double magnitude);

  std::span<const PackedPosition> m_positions;
  std::span<const Index> m_vertices;
  ViewDirection m_along{0, 0, 1};
  ProjectionAxes m_axes{m_along};
  std::vector<Place> m_places;
  double m_error = 0, m_extent = 0, m_turnError = 0;
};

}  // namespace pliant::detail
