#include "regularitytree/ProjectedPoints.h"

#include <cmath>

#include "predicates/Vector.h"

namespace pliant::detail {
namespace {

const Real* scalars(const PackedPosition& p) {
  return &p.x;
}

Integer<1> whole(std::int32_t number) {
  return Integer<1>(decompose(static_cast<Real>(number)), 0);
}

int exactFacing(const Real* a, const Real* b, const Real* c, const ViewDirection& along) {
  countFallback();
  const Scaled<9> scaled({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]});
  const IntegerVector origin = scaled.vector(0);
  const IntegerVector direction{whole(along.x), whole(along.y), whole(along.z)};
  return dot(cross(scaled.vector(3) - origin, scaled.vector(6) - origin), direction).sign();
}

/// A difference and its rounding error (Knuth's two-sum).
struct Difference {
  double value, lost;
  Difference(double a, double b) : value(a - b) {
    const double rest = a - value;
    lost = (a - (value + rest)) + (rest - b);
  }
};

}  // namespace

int facing(const PackedPosition& a, const PackedPosition& b, const PackedPosition& c, const ViewDirection& along) {
  const FilteredVector origin = filtered(scalars(a));
  const FilteredVector direction{Filtered(static_cast<Real>(along.x)), Filtered(static_cast<Real>(along.y)),
                                 Filtered(static_cast<Real>(along.z))};
  const int sign = dot(cross(filtered(scalars(b)) - origin, filtered(scalars(c)) - origin), direction).sign();
  return sign != kUnknown ? sign : exactFacing(scalars(a), scalars(b), scalars(c), along);
}

// In the float build, the product of a coordinate and an integer up to 2^10 is exact in double. So only the difference
// is rounded, and often not even this: then all decisions are made without exact arithmetic.
void ProjectedPoints::set(std::span<const PackedPosition> positions, std::span<const Index> vertices,
                          const ViewDirection& along) {
  m_positions = positions;
  m_vertices = vertices;
  m_along = along;
  m_axes = ProjectionAxes(along);
  const std::size_t i = m_axes.i, j = m_axes.j, k = m_axes.k;
  const double turned = m_axes.longest < 0 ? -1 : 1;
  const double uPlus = turned * m_axes.longest, uMinus = turned * m_axes.alongI;
  const double wPlus = m_axes.longest, wMinus = m_axes.alongJ;

  m_places.resize(vertices.size());
  double magnitude = 0, rounded = 0;
  Place low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
  for (std::size_t n = 0; n < vertices.size(); ++n) {
    const Real* p = scalars(positions[vertices[n]]);
    const double u1 = uPlus * double(p[i]), u2 = uMinus * double(p[k]);
    const double w1 = wPlus * double(p[j]), w2 = wMinus * double(p[k]);
    const Difference u(u1, u2), w(w1, w2);
    const Place place{u.value, w.value};
    m_places[n] = place;
    low = {std::min(low.u, place.u), std::min(low.w, place.w)};
    high = {std::max(high.u, place.u), std::max(high.w, place.w)};
    magnitude = std::max(magnitude, std::max(std::abs(u1) + std::abs(u2), std::abs(w1) + std::abs(w2)));
    rounded += std::abs(u.lost) + std::abs(w.lost);
  }
  m_extent = vertices.empty() ? 0 : std::max(high.u - low.u, high.w - low.w);
  if constexpr (sizeof(Real) < sizeof(double)) {
    bound(rounded == 0 ? 0 : magnitude);
  } else {
    bound(magnitude);
  }
}

// At most three roundings of values up to `magnitude`, each within 2^-53 of it. A difference of coordinates errs by δ ≤
// 2·error + 2^-53 extent, a product of two differences by 2 δ extent + δ² + 2^-53 extent². Two products and their
// difference err by twice that plus 2^-52 extent²: 8 error extent + 8·2^-53 extent² + 8 error² and terms of higher
// order.
void ProjectedPoints::bound(double magnitude) {
  m_error = magnitude > 0 ? 4 * kRoundoff * magnitude + kUnderflow : 0;
  m_turnError = 9 * (m_error * m_extent + m_error * m_error + kRoundoff * m_extent * m_extent) + 4 * kUnderflow;
}

int ProjectedPoints::exactCompare(Index i, Index j, int axis) const {
  countFallback();
  const std::size_t first = axis == 0 ? m_axes.i : m_axes.j, k = m_axes.k;
  const Real *a = scalars(m_positions[m_vertices[i]]), *b = scalars(m_positions[m_vertices[j]]);
  const Scaled<4> scaled({a[first], a[k], b[first], b[k]});
  const int sign = (whole(m_axes.longest) * (scaled[0] - scaled[2]) -
                    whole(axis == 0 ? m_axes.alongI : m_axes.alongJ) * (scaled[1] - scaled[3]))
                       .sign();
  return axis == 0 && m_axes.longest < 0 ? -sign : sign;
}

// If the places are exact, their differences mostly are exact too. Then the two products are compared, with their
// rounding errors. This decides points on a straight line of a grid without large integers.
int ProjectedPoints::closeTurn(Index i, Index j, Index k) const {
  if (m_error == 0) {
    const Place &a = m_places[i], &b = m_places[j], &c = m_places[k];
    const Difference x1(b.u, a.u), y1(c.w, a.w), y2(b.w, a.w), x2(c.u, a.u);
    if (x1.lost == 0 && y1.lost == 0 && y2.lost == 0 && x2.lost == 0) {
      const double left = x1.value * y1.value, right = y2.value * x2.value;
      if (left != right) return left > right ? 1 : -1;
      const double leftLost = std::fma(x1.value, y1.value, -left), rightLost = std::fma(y2.value, x2.value, -right);
      return leftLost > rightLost ? 1 : leftLost < rightLost ? -1 : 0;
    }
  }
  return exactFacing(scalars(m_positions[m_vertices[i]]), scalars(m_positions[m_vertices[j]]),
                     scalars(m_positions[m_vertices[k]]), m_along);
}

}  // namespace pliant::detail
