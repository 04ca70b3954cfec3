#pragma once

#include <pliant/models/ImplicitShape.h>

#include <algorithm>
#include <vector>

namespace pliant::models {

/// Returns the limb and its mirror image in x.
inline std::vector<Limb> bothSides(const Limb& limb) {
  std::vector<Limb> limbs = {limb, limb};
  for (Ball& ball : limbs.back()) ball.x = -ball.x;
  return limbs;
}

/// Returns a smooth step from 0 at `from` to 1 at `to`.
inline double smoothStep(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

ImplicitShape rabbit();
ImplicitShape reptile();
ImplicitShape santa();
ImplicitShape dragon();
ImplicitShape mouse();
ImplicitShape openHand();

}  // namespace pliant::models
