#pragma once

#include <pliant/detectors/Types.h>

#include <cmath>
#include <limits>

namespace pliant::detail {

/// Result of a filter if rounding may have changed the sign or the decision.
inline constexpr int kUnknown = 2;

/// Unit roundoff of double (half a unit in the last place of 1): bound of the relative error of one rounded operation.
inline constexpr double kRoundoff = std::numeric_limits<double>::epsilon() / 2;

/// Bound of the absolute error of a product by underflow. In a float build it is 0: coordinates are exact in double,
/// and no product of up to six differences of them leaves the range of normal doubles (2^(−149·6) = 2^−894). In a
/// double build a product may underflow.
inline constexpr double kUnderflow = sizeof(Real) == sizeof(float) ? 0.0 : std::numeric_limits<double>::min();

/// A value with a bound of its distance from the exact result of the same operations (running error analysis, after
/// Higham, "Accuracy and Stability of Numerical Algorithms", 3.3). The bound itself is computed in rounded arithmetic;
/// sign() adds slack for that. Overflow makes the bound infinite or NaN, and sign() returns kUnknown.
class Filtered {
 public:
  Filtered() = default;
  explicit Filtered(Real x) : m_value(x) {}

  int sign() const {
    if (std::abs(m_value) > m_error * (1 + 0x1p-20)) return m_value > 0 ? 1 : -1;
    return m_value == 0 && m_error == 0 ? 0 : kUnknown;
  }

  friend Filtered operator+(const Filtered& a, const Filtered& b) {
    const double value = a.m_value + b.m_value;
    return {value, a.m_error + b.m_error + std::abs(value) * kRoundoff};
  }
  friend Filtered operator-(const Filtered& a, const Filtered& b) {
    const double value = a.m_value - b.m_value;
    return {value, a.m_error + b.m_error + std::abs(value) * kRoundoff};
  }
  friend Filtered operator*(const Filtered& a, const Filtered& b) {
    const double value = a.m_value * b.m_value;
    return {value, std::abs(a.m_value) * b.m_error + a.m_error * std::abs(b.m_value) + a.m_error * b.m_error +
                       std::abs(value) * kRoundoff + kUnderflow};
  }

 private:
  Filtered(double value, double error) : m_value(value), m_error(error) {}

  double m_value = 0, m_error = 0;
};

}  // namespace pliant::detail
