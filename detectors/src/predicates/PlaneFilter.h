#pragma once

#include <pliant/detectors/Types.h>

#include <cmath>
#include <limits>

#include "predicates/Filtered.h"

namespace pliant::detail {

/// Floating-point filter: the side of the plane through a, b, c on which a point p lies, decided only if rounding
/// cannot change the answer.
///
/// The bound holds for any precision T with unit roundoff u = epsilon/2 (2^-24 for float, 2^-53 for double), any order
/// of the three sums, round to nearest, denormals not flushed. Let
///     s = b − a, t = c − a, w = p − a,
///     n = (s_y t_z − s_z t_y, …),   N = (|s_y t_z| + |s_z t_y|, …),   v = w·n,   P = |w_x| N_x + |w_y| N_y + |w_z| N_z
/// all be computed in T from coordinates that are exact in T. Each of the six terms of v passes through three rounded
/// differences, two products and three sums, so |v − det| ≤ 8u P (1 + O(u)), and the computed P is at least (1 − 8u)
/// times the exact one. Each of the six products of s and t, and each of the last three products, may lose 2^-1 of the
/// smallest denormal η more by underflow. Hence
///     |v − det| ≤ 9 u P + 16 η (1 + |w_x| + |w_y| + |w_z|)
/// and the sign of v is exact if |v| exceeds this bound.
/// - kUnderflowOf<T> below is far above 16 η and itself normal. It is 0 if T is wider than the coordinates (float
///   coordinates in double), because then nothing can underflow.
/// - If |w| ≤ e is known componentwise (p is in the box of a tetrahedron that contains a; e is its extents, rounded
///   up), P and |w| may be computed from e once for all p.
/// - An infinite or NaN v or bound leaves the side undecided.
template <typename T>
inline constexpr T kUnderflowOf = sizeof(Real) < sizeof(T) ? T(0) : 64 * std::numeric_limits<T>::min();

/// Factor of P in the bound above: 9 u.
template <typename T>
inline constexpr T kPlaneRoundoff = T(4.5) * std::numeric_limits<T>::epsilon();

/// Evaluates the bound above in T, for any number of points and one plane.
template <typename T>
class PlaneFilter {
 public:
  PlaneFilter(const Real* a, const Real* b, const Real* c) : m_a{T(a[0]), T(a[1]), T(a[2])} {
    const T s[3] = {T(b[0]) - m_a[0], T(b[1]) - m_a[1], T(b[2]) - m_a[2]};
    const T t[3] = {T(c[0]) - m_a[0], T(c[1]) - m_a[1], T(c[2]) - m_a[2]};
    for (int i = 0, j = 1, k = 2; i < 3; j = k, k = i++) {
      const T left = s[j] * t[k], right = s[k] * t[j];
      m_normal[i] = left - right;
      m_magnitude[i] = std::abs(left) + std::abs(right);
    }
  }

  /// Returns the sign of det(b − a, c − a, p − a), or kUnknown.
  int side(const Real* p) const {
    T value = 0, bound = 0, length = 1;
    for (int i = 0; i < 3; ++i) {
      const T w = T(p[i]) - m_a[i];
      value += w * m_normal[i];
      bound += std::abs(w) * m_magnitude[i];
      length += std::abs(w);
    }
    bound *= kPlaneRoundoff<T>;
    if constexpr (kUnderflowOf < T >> 0) bound += kUnderflowOf<T> * length;
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return bound == 0 ? 0 : kUnknown;
  }

 private:
  T m_a[3], m_normal[3], m_magnitude[3];
};

}  // namespace pliant::detail
