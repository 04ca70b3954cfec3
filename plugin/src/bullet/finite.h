#pragma once

#include <LinearMath/btVector3.h>

#include <cmath>

namespace pliant::detail {

inline bool finite(const btVector3& v) {
  return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}

}  // namespace pliant::detail
