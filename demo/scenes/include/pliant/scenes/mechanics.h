#pragma once

#include <pliant/scenes/Simulation.h>

#include <array>
#include <span>

namespace pliant {

/// Mechanical state of all free vertices of soft bodies and all free rigid bodies. Pinned and driven vertices are
/// excluded from energy and momentum.
struct Mechanics {
  double kinetic = 0;    ///< [J]
  double potential = 0;  ///< gravity (0 at the origin) and gas [J]
  std::array<double, 3> momentum{};
  double worstStretch = 1;         ///< largest ratio of a link's length to its rest length; without bending links
  double meanStretch = 0;          ///< mean of |length / rest length − 1|
  double meanHeight = 0;           ///< mean y of all vertices of soft bodies
  std::array<double, 3> extent{};  ///< size of the box of all soft bodies
  bool nan = false;
};

Mechanics measureMechanics(const Simulation& simulation);

btVector3 centroid(const btSoftBody& body);
/// Returns the mass-weighted mean velocity.
btVector3 meanVelocity(const btSoftBody& body);

/// Returns the linking number of two closed polylines: Gauss's integral, exact for segments as a sum of signed solid
/// angles (Banchoff 1976; Van Oosterom and Strackee 1983 for the angle). The result is an integer, up to rounding, if
/// the curves do not meet.
double linkingNumber(std::span<const btVector3> a, std::span<const btVector3> b);

}  // namespace pliant
