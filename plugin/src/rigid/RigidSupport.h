#pragma once

#include <Eigen/Core>
#include <span>

namespace pliant::detail {

struct RigidMotion;

/// A point at which a dynamic rigid body touches another one that does not give way: what a solve of soft bodies pushes
/// at the rigid body may not take it any deeper there.
struct RigidSupport {
  using Vector = Eigen::Vector3d;

  Vector normal = Vector::Zero();  ///< unit; out of what holds the body
  Vector arm = Vector::Zero();     ///< from the body's centre, both at the end of the step without the solve
  Vector slip = Vector::Zero();    ///< how the point moves in the step along what holds it, without the solve
  double room = 0;                 ///< ≥ 0; how far the solve may push it
  double friction = 0;             ///< Coulomb's

  Vector slid = Vector::Zero();  ///< impulse of friction so far
  double pushed = 0;             ///< the same along the normal, ≥ 0
};

/// Takes back what the solve has pushed too deep; friction as far as Coulomb's law allows for these pushes. False:
/// there was nothing to take back.
bool holdUp(RigidMotion& motion, std::span<RigidSupport> supports);
/// The same until there is nothing, within few passes, since each of its points turns the body.
void settle(RigidMotion& motion);

}  // namespace pliant::detail
