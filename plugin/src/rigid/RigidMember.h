#pragma once

#include <pliant/detectors/Types.h>

#include <Eigen/Geometry>
#include <span>

#include "rigid/RigidSupport.h"

namespace pliant::detail {

/// How a dynamic rigid body goes in a step, as Bullet has left it, and what a solve of soft bodies adds to that.
struct RigidMotion {
  using Vector = Eigen::Vector3d;

  Index slot = kNoIndex;                              ///< of its first mesh: stands for the body
  bool held = false;                                  ///< not free along, or about, all axes alike
  double mass = 0;                                    ///< > 0
  Vector inverseMass = Vector::Zero();                ///< along each axis; 0 where it is held
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< in the world, at the end of the step
  Eigen::Matrix3d inverseInertia = Eigen::Matrix3d::Zero();
  Vector from = Vector::Zero(), to = Vector::Zero();  ///< centre of mass at both ends of the step
  Eigen::Quaterniond fromTurn = Eigen::Quaterniond::Identity(), toTurn = Eigen::Quaterniond::Identity();
  Vector velocity = Vector::Zero(), spin = Vector::Zero();  ///< at the end
  double perSecond = 0;                                     ///< 1 / time step

  std::span<RigidSupport> supports;  ///< what it stands on

  Vector shift = Vector::Zero();                                   ///< of the centre, beyond `to`
  Vector turn = Vector::Zero();                                    ///< beyond `toTurn`, axis times angle
  Vector shiftTaken = Vector::Zero(), turnTaken = Vector::Zero();  ///< parts of both that are no velocity to come

  static Eigen::Quaterniond rotation(const Vector& turn) {
    const double angle = turn.norm();
    return angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) : Eigen::Quaterniond::Identity();
  }
  static Vector vectorOf(const Eigen::Quaterniond& rotation) {
    const Eigen::AngleAxisd way(rotation);
    return way.angle() * way.axis();
  }

  Vector end() const { return to + shift; }
  Eigen::Quaterniond endTurn() const { return rotation(turn) * toTurn; }
  /// How it goes in the whole step.
  Vector wholeTurn() const { return vectorOf(endTurn() * fromTurn.conjugate()); }
  /// From now on it goes that way in the whole step.
  void go(const Vector& centre, const Vector& whole) {
    shift = centre - to;
    turn = vectorOf(rotation(whole) * fromTurn * toTurn.conjugate());
  }
  /// Adds what it was pushed since the last call of this or of `skipVelocity` to its velocities.
  void takeVelocity() {
    velocity += (shift - shiftTaken) * perSecond;
    spin += (turn - turnTaken) * perSecond;
    skipVelocity();
  }
  /// The push since the last call of this or of `takeVelocity` is no velocity.
  void skipVelocity() {
    shiftTaken = shift;
    turnTaken = turn;
  }
  bool isPushed() const { return !shift.isZero(0) || !turn.isZero(0); }
};

/// What a solve knows of a member of the set that is a rigid mesh. Its vertices are at the set's positions: they go the
/// way that the rigid body goes in the step.
struct RigidMember {
  Real friction = 0;              ///< of the rigid body
  RigidMotion* motion = nullptr;  ///< of a body that gives way; null: it goes its way whatever touches it
  Eigen::Affine3d way = Eigen::Affine3d::Identity();  ///< takes its points from the start of the step to its end
  bool deforms = false;                               ///< in this step its points go other ways than that
  const void* body = nullptr;                         ///< meshes of one rigid body have the same
};

}  // namespace pliant::detail
