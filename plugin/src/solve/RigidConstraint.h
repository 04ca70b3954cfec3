#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <array>

#include "core/StepConstraints.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// A contact with a normal impulse > 0. Impulses are in [mass·length].
struct PushedContact {
  Index impulse;      ///< index given to ContactConstraints::add
  Real friction;      ///< magnitude of the friction impulse
  Real mostFriction;  ///< its limit by Coulomb's law
};

/// Contact constraint between a soft body and a dynamic rigid body: n·Σ w x ≥ target, as between two soft bodies.
/// The impulse acts on both bodies at q, the soft body's contact point at t0; x is that point at t1.
/// This conserves linear and angular momentum, since x × (x − q) = q × (x − q).
class RigidConstraint {
 public:
  /// Returns false if neither body can move. `impulse`: index at which report() adds the impulses.
  bool prepare(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes);
  /// Call after prepare().
  RigidMotion& motion() const { return *m_motion; }
  void solve(PackedNodes& nodes);
  /// After this call, solve() also restores missing distance, and moves only the soft body: a light rigid body between
  /// the soft body and its support would be thrown.
  /// Returns true if the raised target is violated.
  bool recover(const Lane* x);
  bool movesSoftAlone() const { return m_softAlone; }
  bool hasPushed() const { return m_pushed > 0; }
  PushedContact pushed() const {
    return {m_impulse, static_cast<Real>(m_slid.norm()), static_cast<Real>(m_friction * m_pushed)};
  }
  void report(std::span<ContactImpulse> impulses) const;

 private:
  using Vector = Eigen::Vector3d;
  struct Part {
    Index particle;
    double weight, move;  ///< w, and w·inverse mass
  };
  Vector separation(const Lane* x) const;
  void push(const Vector& impulse, Lane* x);
  void pushSoft(const Vector& impulse, Lane* x) const;

  RigidMotion* m_motion = nullptr;
  std::array<Part, 3> m_parts{};
  std::size_t m_count = 0;
  Vector m_normal = Vector::Zero(), m_arm = Vector::Zero();
  Vector m_fixed = Vector::Zero();      ///< rigid part of Σ w x without the solve's motion
  Vector m_slipStart = Vector::Zero();  ///< Σ w x at t0
  Vector m_slid = Vector::Zero();       ///< friction impulse so far
  double m_weight = 0;                  ///< sum of the rigid body's weights
  double m_target = 0, m_recovered = 0;
  double m_inverse = 0, m_inverseAcross = 0, m_inverseSoft = 0;  ///< effective mass: normal, tangential, soft body only
  double m_friction = 0;
  double m_pushed = 0, m_pushedKeep = 0;  ///< normal impulse: total; before recover()
  bool m_shortLever = false;              ///< see ContactConstraints
  bool m_softAlone = false;
  Index m_impulse = kNoIndex;
};

}  // namespace pliant::detail
