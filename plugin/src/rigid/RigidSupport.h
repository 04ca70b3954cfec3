#pragma once

#include <Eigen/Core>
#include <span>

namespace pliant::detail {

struct RigidMotion;

/// Contact point of a dynamic rigid body with a static or kinematic one. The solve of soft bodies must not push the
/// dynamic body deeper there.
struct RigidSupport {
  using Vector = Eigen::Vector3d;

  Vector normal = Vector::Zero();  ///< unit; points out of the supporting object
  Vector arm = Vector::Zero();     ///< from the body's centre to the point, at t1 without the solve [length]
  Vector slip = Vector::Zero();    ///< tangential motion on the support in the step, without the solve [length]
  double room = 0;                 ///< gap at t1 without the solve, ≥ 0 [length]
  double friction = 0;             ///< Coulomb coefficient

  Vector slid = Vector::Zero();  ///< friction impulse so far [mass·length]
  double pushed = 0;             ///< normal impulse so far, ≥ 0 [mass·length]
};

/// Shortens a friction impulse to its limit by Coulomb's law.
inline void clampFriction(Eigen::Vector3d& impulse, double limit) {
  const double size = impulse.norm();
  if (size > limit) impulse *= limit / size;
}

/// Corrects points that the solve has pushed too deep, with friction up to Coulomb's limit for these corrections.
/// Returns false if no point was too deep.
bool holdUp(RigidMotion& motion, std::span<RigidSupport> supports);
/// Repeats holdUp until no point is too deep, in a limited number of passes: each correction also turns the body.
void settle(RigidMotion& motion);

}  // namespace pliant::detail
