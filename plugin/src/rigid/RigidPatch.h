#pragma once

#include "solve/SolveContext.h"

namespace pliant::detail {

/// The rigid body's side of a region that it shares with a soft body. A body that gives way gets what the soft patch
/// gets, the other way round, and where that is: at the points where the soft vertices were at the start of the step,
/// as in RigidConstraint. Gradients are of the depth, as of the region's other parts.
class RigidPatch {
 public:
  using Vector = Eigen::Vector3d;

  explicit RigidPatch(RigidMotion* motion) : m_motion(motion) {}
  /// Null: goes its way.
  RigidMotion* motion() const { return m_motion; }
  /// The mesh's vertices, with the way that they go whatever the solve does.
  void addRigid(const SolveContext& context, Index vertex, const Lane& gradient, Real weight);
  /// The soft body's.
  void addSoft(const Lane& gradient, Real weight, const Lane& start);
  void finish();

  /// How much the depth shrinks for a multiplier of 1, and at most how far the patch goes for an impulse along it.
  double response() const { return m_motion != nullptr ? respond(m_moment) : 0.0; }
  double responseAlong() const;
  /// What the patch adds to the depth, and to the way of A's patch beyond B's.
  Real depth() const;
  Lane moved() const;
  void push(Real lambda, const Lane& along);

 private:
  double respond(const Vector& moment) const;

  RigidMotion* m_motion;             // null: goes its way
  double m_depth = 0;                // where the solve adds nothing
  Vector m_moved = Vector::Zero();   // the same
  Vector m_force = Vector::Zero();   // of the depth, by the body's shift
  Vector m_moment = Vector::Zero();  // and by its turn
  Vector m_arm = Vector::Zero();     // where friction acts
  double m_side = 0;                 // 1: the rigid body is A; -1: B
};

}  // namespace pliant::detail
