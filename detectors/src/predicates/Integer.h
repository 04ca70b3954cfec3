#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace pliant::detail {

using Limb = std::uint64_t;
__extension__ using DoubleLimb = unsigned __int128;

/// A scalar as sign · mantissa · 2^exponent. The mantissa is odd, or 0 for the scalar 0.
struct Decomposed {
  Limb mantissa;
  int exponent;
  bool negative;
};

inline Decomposed decompose(Real x) {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  constexpr int fraction = std::numeric_limits<Real>::digits - 1;
  constexpr int lowest = std::numeric_limits<Real>::min_exponent - std::numeric_limits<Real>::digits;
  const auto bits = std::bit_cast<Bits>(x);
  const int field = static_cast<int>((bits << 1) >> (fraction + 1));
  Limb mantissa = bits & ((Bits{1} << fraction) - 1);
  if (field > 0) mantissa |= Limb{1} << fraction;
  if (mantissa == 0) return {0, 0, false};
  const int zeros = std::countr_zero(mantissa);
  return {mantissa >> zeros, lowest + std::max(field, 1) - 1 + zeros, (bits >> (sizeof(Bits) * 8 - 1)) != 0};
}

/// Integer with capacity for the value of a homogeneous polynomial of degree `Degree` in coordinates that are scaled to
/// integers by one power of two. Stored as sign and magnitude, without heap memory. The polynomial may have up to
/// 2^(Degree + 32) terms.
template <int Degree>
class Integer {
 public:
  // Number of bits from the lowest bit of the smallest denormal to the highest bit of the largest number, plus one bit
  // for a difference and one for the number of terms.
  static constexpr int kBitsPerDegree = std::numeric_limits<Real>::max_exponent -
                                        std::numeric_limits<Real>::min_exponent + std::numeric_limits<Real>::digits + 2;
  static constexpr std::size_t kCapacity = (Degree * kBitsPerDegree + 32 + 63) / 64 + 1;

  // Limbs from m_size on are never read and stay uninitialised.
  Integer() {}  // NOLINT(cppcoreguidelines-pro-type-member-init)
  Integer(const Integer& other) { *this = other; }
  Integer& operator=(const Integer& other) {
    if (this == &other) return *this;
    m_size = other.m_size;
    m_negative = other.m_negative;
    std::copy_n(other.m_limbs, m_size, m_limbs);
    return *this;
  }

  /// Stores x / 2^exponent, which must be an integer.
  Integer(const Decomposed& x, int exponent) requires(Degree == 1) {
    m_negative = x.negative;
    m_size = 0;
    if (x.mantissa == 0) return;
    const auto shift = static_cast<unsigned>(x.exponent - exponent);
    const int words = static_cast<int>(shift / 64);
    const unsigned bits = shift % 64;
    std::fill_n(m_limbs, words, Limb{0});
    m_limbs[words] = x.mantissa << bits;
    m_size = words + 1;
    if (bits > 0 && (x.mantissa >> (64 - bits)) != 0) m_limbs[m_size++] = x.mantissa >> (64 - bits);
  }

  int sign() const { return m_size == 0 ? 0 : (m_negative ? -1 : 1); }

  friend Integer operator+(const Integer& a, const Integer& b) { return sum(a, b, b.m_negative); }
  friend Integer operator-(const Integer& a, const Integer& b) { return sum(a, b, !b.m_negative); }

  template <int Other>
  Integer<Degree + Other> operator*(const Integer<Other>& other) const {
    Integer<Degree + Other> result;
    result.m_negative = m_negative != other.m_negative;
    if (m_size == 0 || other.m_size == 0) {
      result.m_size = 0;
      return result;
    }
    const int size = m_size + other.m_size;
    std::fill_n(result.m_limbs, m_size, Limb{0});
    for (int j = 0; j < other.m_size; ++j) {
      const Limb factor = other.m_limbs[j];
      Limb carry = 0;
      for (int i = 0; i < m_size; ++i) {
        const DoubleLimb t = static_cast<DoubleLimb>(m_limbs[i]) * factor + result.m_limbs[i + j] + carry;
        result.m_limbs[i + j] = static_cast<Limb>(t);
        carry = static_cast<Limb>(t >> 64);
      }
      result.m_limbs[j + m_size] = carry;
    }
    result.m_size = result.m_limbs[size - 1] == 0 ? size - 1 : size;
    return result;
  }

 private:
  template <int>
  friend class Integer;

  static int compareMagnitudes(const Integer& a, const Integer& b) {
    if (a.m_size != b.m_size) return a.m_size < b.m_size ? -1 : 1;
    for (int i = a.m_size - 1; i >= 0; --i) {
      if (a.m_limbs[i] != b.m_limbs[i]) return a.m_limbs[i] < b.m_limbs[i] ? -1 : 1;
    }
    return 0;
  }

  static Integer sum(const Integer& a, const Integer& b, bool bNegative) {
    Integer result;
    if (a.m_negative == bNegative) {
      result.m_negative = bNegative;
      addMagnitudes(a.m_size >= b.m_size ? a : b, a.m_size >= b.m_size ? b : a, result);
      return result;
    }
    const int order = compareMagnitudes(a, b);
    result.m_negative = order > 0 ? a.m_negative : bNegative;
    result.m_size = 0;
    if (order != 0) subtractMagnitudes(order > 0 ? a : b, order > 0 ? b : a, result);
    return result;
  }

  static void addMagnitudes(const Integer& longer, const Integer& shorter, Integer& result) {
    Limb carry = 0;
    for (int i = 0; i < longer.m_size; ++i) {
      const DoubleLimb t =
          static_cast<DoubleLimb>(longer.m_limbs[i]) + (i < shorter.m_size ? shorter.m_limbs[i] : 0) + carry;
      result.m_limbs[i] = static_cast<Limb>(t);
      carry = static_cast<Limb>(t >> 64);
    }
    result.m_size = longer.m_size;
    if (carry != 0) result.m_limbs[result.m_size++] = carry;
  }

  static void subtractMagnitudes(const Integer& larger, const Integer& smaller, Integer& result) {
    Limb borrow = 0;
    for (int i = 0; i < larger.m_size; ++i) {
      const DoubleLimb t =
          static_cast<DoubleLimb>(larger.m_limbs[i]) - (i < smaller.m_size ? smaller.m_limbs[i] : 0) - borrow;
      result.m_limbs[i] = static_cast<Limb>(t);
      borrow = static_cast<Limb>(t >> 64) & 1;
    }
    result.m_size = larger.m_size;
    while (result.m_size > 0 && result.m_limbs[result.m_size - 1] == 0) --result.m_size;
  }

  int m_size = 0;
  bool m_negative = false;
  Limb m_limbs[kCapacity];
};

}  // namespace pliant::detail
