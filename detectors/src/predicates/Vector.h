#pragma once

#include <array>

#include "predicates/Filtered.h"
#include "predicates/Integer.h"

namespace pliant::detail {

/// Vector whose three components are of a filtered or exact number type.
template <typename Number>
struct Vector {
  Number x, y, z;
};

template <typename A>
auto operator-(const Vector<A>& a, const Vector<A>& b) {
  return Vector<A>{a.x - b.x, a.y - b.y, a.z - b.z};
}

template <typename A, typename B>
auto dot(const Vector<A>& a, const Vector<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename A, typename B>
auto cross(const Vector<A>& a, const Vector<B>& b) {
  using Number = decltype(a.x * b.x);
  return Vector<Number>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <typename A>
auto square(const A& a) {
  return a * a;
}

using FilteredVector = Vector<Filtered>;
using IntegerVector = Vector<Integer<1>>;

inline FilteredVector filtered(const Real* p) {
  return {Filtered(p[0]), Filtered(p[1]), Filtered(p[2])};
}

/// `Count` scalars, scaled to integers by one common power of two. This scaling does not change the sign of a
/// homogeneous polynomial.
template <std::size_t Count>
class Scaled {
 public:
  explicit Scaled(const std::array<Real, Count>& scalars) {
    m_exponent = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < Count; ++i) {
      m_parts[i] = decompose(scalars[i]);
      if (m_parts[i].mantissa != 0) m_exponent = std::min(m_exponent, m_parts[i].exponent);
    }
  }

  Integer<1> operator[](std::size_t i) const { return Integer<1>(m_parts[i], m_exponent); }
  IntegerVector vector(std::size_t i) const { return {(*this)[i], (*this)[i + 1], (*this)[i + 2]}; }

 private:
  Decomposed m_parts[Count];
  int m_exponent;
};

/// Adds one to this thread's number of decisions that needed exact arithmetic.
void countFallback();

}  // namespace pliant::detail
