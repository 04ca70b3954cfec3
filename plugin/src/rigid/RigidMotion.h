#pragma once

#include <pliant/detectors/Types.h>

#include <Eigen/Geometry>
#include <span>

#include "rigid/RigidSupport.h"

namespace pliant::detail {

/// Motion of a dynamic rigid body in a step: from Bullet, and the correction by the solve of the soft bodies.
/// World space; t0 and t1 are start and end of the step.
struct RigidMotion {
  using Vector = Eigen::Vector3d;

  Index bodyIndex = kNoIndex;                         ///< body index of its first mesh; represents the body
  bool restrained = false;                            ///< true if locked along or about an axis, or by a support
  double mass = 0;                                    ///< [mass]; 0 if Bullet's inverse mass is 0
  Vector inverseMass = Vector::Zero();                ///< per axis [1/mass]; 0 along a locked axis
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< in world axes, at t1
  Eigen::Matrix3d inverseInertia = Eigen::Matrix3d::Zero();
  Vector from = Vector::Zero(), to = Vector::Zero();  ///< centre of mass at t0 and t1, without the solve
  Eigen::Quaterniond fromTurn = Eigen::Quaterniond::Identity(), toTurn = Eigen::Quaterniond::Identity();
  Vector velocity = Vector::Zero(), spin = Vector::Zero();  ///< at t1 [length/s], [rad/s]
  double perSecond = 0;                                     ///< 1 / time step [1/s]

  std::span<RigidSupport> supports;  ///< contact points with static and kinematic bodies

  Vector shift = Vector::Zero();                                   ///< solve's displacement of the centre from `to`
  Vector turn = Vector::Zero();                                    ///< solve's rotation from `toTurn`: axis · angle
  Vector shiftTaken = Vector::Zero(), turnTaken = Vector::Zero();  ///< parts that are in the velocities or skipped

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
  /// Returns the rotation from t0 to the end of the motion: axis · angle [rad].
  Vector wholeTurn() const { return vectorOf(endTurn() * fromTurn.conjugate()); }
  /// Sets shift and turn for a motion from t0 to `centre` with the rotation `whole` (axis · angle).
  void go(const Vector& centre, const Vector& whole) {
    shift = centre - to;
    turn = vectorOf(rotation(whole) * fromTurn * toTurn.conjugate());
  }
  /// Adds the solve's motion since the last call of takeVelocity or skipVelocity to the velocities.
  void takeVelocity() {
    velocity += (shift - shiftTaken) * perSecond;
    spin += (turn - turnTaken) * perSecond;
    skipVelocity();
  }
  /// Excludes the solve's motion since the last call of takeVelocity or skipVelocity from the velocities.
  void skipVelocity() {
    shiftTaken = shift;
    turnTaken = turn;
  }
  /// Returns the displacement along `way` per unit impulse along it [1/mass]. `moment`: arm × way.
  double response(const Vector& way, const Vector& moment) const {
    return way.cwiseAbs2().dot(inverseMass) + moment.dot(inverseInertia * moment);
  }
  /// Returns an upper bound of the displacement of a point in any direction per unit impulse there [1/mass].
  double mostResponse(const Vector& arm) const {
    return inverseMass.maxCoeff() + arm.squaredNorm() * inverseInertia.trace();
  }
  bool isPushed() const { return !shift.isZero(0) || !turn.isZero(0); }
};

}  // namespace pliant::detail
