#pragma once

#include <LinearMath/btVector3.h>

#include <cmath>
#include <limits>

namespace pliant::detail {

inline bool finite(const btVector3& v) {
  return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}

/// Closed axis-aligned box.
struct Bounds {
  btVector3 low, high;

  /// Returns the box that holds no point.
  static Bounds none() {
    constexpr btScalar big = std::numeric_limits<btScalar>::max();
    return {btVector3(big, big, big), btVector3(-big, -big, -big)};
  }
  bool isNone() const { return low.x() > high.x(); }

  void include(const Bounds& other) {
    low.setMin(other.low);
    high.setMax(other.high);
  }
  void include(const btVector3& point) { include({point, point}); }
  Bounds widened(btScalar by) const {
    const btVector3 pad(by, by, by);
    return {low - pad, high + pad};
  }
  bool meets(const Bounds& other) const {
    for (int k = 0; k < 3; ++k)
      if (!(low[k] <= other.high[k] && other.low[k] <= high[k])) return false;
    return true;
  }
  bool holds(const Bounds& other) const {
    for (int k = 0; k < 3; ++k)
      if (!(low[k] <= other.low[k] && other.high[k] <= high[k])) return false;
    return true;
  }
  bool holds(const btVector3& point) const { return holds({point, point}); }
};

}  // namespace pliant::detail
