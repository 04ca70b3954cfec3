#pragma once

#include <pliant/models/SurfaceModel.h>

#include <numbers>

namespace pliant::models {

inline constexpr double kTurn = 2 * std::numbers::pi;

inline Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

}  // namespace pliant::models
