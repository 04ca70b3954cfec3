#pragma once

#include <pliant/scenes/Simulation.h>

#include <array>
#include <span>

namespace pliant {

/// Mechanical state of everything that moves freely: soft bodies' vertices but pinned and driven ones, and rigid
/// bodies.
struct Mechanics {
  double kinetic = 0;    ///< J
  double potential = 0;  ///< gravitational, J, 0 at the origin
  std::array<double, 3> momentum{};
  double worstStretch = 1;         ///< longest link over its length at rest; bending links left out
  double meanStretch = 0;          ///< mean of |length / length at rest − 1|
  double meanHeight = 0;           ///< of the soft bodies' vertices, against gravity (y)
  std::array<double, 3> extent{};  ///< of the box of all soft bodies
  bool nan = false;
};

Mechanics measureMechanics(const Simulation& simulation);

btVector3 centroid(const btSoftBody& body);
/// Mass-weighted mean velocity.
btVector3 meanVelocity(const btSoftBody& body);

/// Linking number of two closed polylines: Gauss's integral, exact for segments as a sum of signed solid angles
/// (Banchoff 1976; Van Oosterom and Strackee 1983 for the angle). An integer but for rounding while the curves don't
/// meet.
double linkingNumber(std::span<const btVector3> a, std::span<const btVector3> b);

}  // namespace pliant
