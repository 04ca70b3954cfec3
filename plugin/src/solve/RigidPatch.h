#pragma once

#include "solve/SolveContext.h"

namespace pliant::detail {

/// Rigid side of a volume constraint between a rigid and a soft body.
/// A dynamic body gets the impulses of the soft side with opposite sign, at the positions of the soft vertices at t0,
/// as in RigidConstraint.
/// Gradients are those of the depth by vertex position.
class RigidPatch {
 public:
  using Vector = Eigen::Vector3d;

  explicit RigidPatch(RigidMotion* motion) : m_motion(motion) {}
  /// Returns null if contacts do not move the body.
  RigidMotion* motion() const { return m_motion; }
  /// Adds a vertex of the mesh, with its motion from t0 to t1 in the set. Call while RigidMotion::shift and turn are 0:
  /// the set's motion must not contain them. (RigidConstraint is also made for repairs, and subtracts them.)
  void addRigid(const SolveContext& context, Index vertex, const Lane& gradient, Real weight);
  /// Adds a vertex of the soft body. `start`: its position at t0.
  void addSoft(const Lane& gradient, Real weight, const Lane& start);
  /// Call after all vertices are added.
  void finish();

  /// Returns the decrease of the depth per unit multiplier, and an upper bound of the tangential displacement per unit
  /// impulse (responseAlong).
  double response() const { return m_motion != nullptr ? m_motion->response(m_force, m_moment) : 0.0; }
  double responseAlong() const { return m_motion != nullptr ? m_motion->mostResponse(m_arm) : 0.0; }
  /// Returns the rigid side's contribution to the depth, and to the motion of patch A relative to patch B (moved).
  Real depth() const;
  Lane moved() const;
  void push(Real lambda, const Lane& along);

 private:
  RigidMotion* m_motion;             // null: contacts do not move the body
  double m_depth = 0;                // depth() without the solve's motion
  Vector m_moved = Vector::Zero();   // moved() without the solve's motion
  Vector m_force = Vector::Zero();   // gradient of the depth by RigidMotion::shift
  Vector m_moment = Vector::Zero();  // gradient of the depth by RigidMotion::turn
  Vector m_arm = Vector::Zero();     // application point of friction, from the centre of mass at t0
  double m_side = 0;                 // 1: the rigid body is A; −1: it is B
};

}  // namespace pliant::detail
