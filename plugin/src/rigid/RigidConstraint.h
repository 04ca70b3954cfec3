#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <array>

#include "solve/ContactSource.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// A contact that has pushed. Impulses are mass × length.
struct PushedContact {
  Index impulse;      ///< as given to ContactConstraints::add
  Real friction;      ///< what it has held along the surface
  Real mostFriction;  ///< what it may hold there by Coulomb's law
};

/// A contact of a soft body with a dynamic rigid one, n·Σ w x ≥ target, as those of soft bodies among each other. What
/// it pushes both sides with acts on both at the soft body's point as it was at the start of the step: then not only
/// linear but also angular momentum stays, x × (x − q) being q × (x − q).
class RigidConstraint {
 public:
  /// False: neither can move. `impulse`: where `report` adds what it did.
  bool prepare(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes);
  /// After `prepare`.
  RigidMotion& motion() const { return *m_motion; }
  void solve(PackedNodes& nodes);
  /// The next calls of `solve` restore missing distance, too, and move the soft body alone: a light rigid body between
  /// it and what it stands on would be thrown. Whether that violates the contact.
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
    Index particle, vertex;
    double weight, move;  ///< w and w·im
  };
  double rigidResponse(const Vector& arm) const;
  Vector separation(const Lane* x) const;
  void push(const Vector& impulse, Lane* x);
  void pushSoft(const Vector& impulse, Lane* x) const;

  RigidMotion* m_motion = nullptr;
  std::array<Part, 3> m_parts{};
  std::size_t m_count = 0;
  Vector m_normal = Vector::Zero(), m_arm = Vector::Zero();
  Vector m_fixed = Vector::Zero();      ///< the rigid part of Σ w x where the solve adds nothing
  Vector m_slipStart = Vector::Zero();  ///< Σ w x at the start of the step
  Vector m_slid = Vector::Zero();
  double m_weight = 0;  ///< of the rigid part
  double m_target = 0, m_recovered = 0;
  double m_inverse = 0, m_inverseAcross = 0, m_inverseSoft = 0;  ///< effective masses
  double m_friction = 0;
  double m_pushed = 0, m_pushedKeep = 0;  ///< in all; before `recover`
  bool m_shortLever = false;              ///< see ContactConstraints
  bool m_softAlone = false;
  Index m_impulse = kNoIndex;
};

}  // namespace pliant::detail
