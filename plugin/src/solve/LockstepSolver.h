#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <memory>
#include <span>

#include "rigid/RigidMember.h"
#include "solve/ContactSource.h"
#include "solve/SeamGroups.h"
#include "solve/SolveSettings.h"

namespace pliant::detail {

/// Solves soft bodies that touch each other, or themselves, in lockstep: in each iteration every body's own sequence of
/// Bullet's constraints, then an inversion guard for tetrahedra, then the contacts; after the last iteration a check of
/// the whole motion, whose leftovers are repaired. A body that touches nothing is solved by
/// btSoftBody::solveConstraints.
///
/// If no two elements meet at the start of the step, none meet at its end, nor in between on straight paths.
class PLIANT_PLUGIN_EXPORT LockstepSolver {
 public:
  LockstepSolver();
  ~LockstepSolver();

  /// One step of all bodies, between their predictMotion and their update.
  ///
  /// `bodies[slot]` is the body of that slot of `set`; null, or not active: it stands still, whatever touches it.
  /// `nodeOfVertex` has the node of each flat vertex of `set`. The set must hold the present topology; positions are
  /// read from the nodes. m_scontacts are left alone: neither read nor written here. Does nothing that depends on time
  /// or threads.
  ///
  /// `rigid[slot]` is what is to be known of the slot's rigid mesh, whose vertices have no nodes. `seams`: vertices
  /// that are one; the nodes of each are at one place before and after, and its first vertex alone is in contacts.
  void solve(std::span<btSoftBody* const> bodies, const BodySet& set, std::span<btSoftBody::Node* const> nodeOfVertex,
             ContactSource& source, const SolveSettings& settings, SolveReport& report,
             std::span<const RigidMember* const> rigid = {}, const SeamGroups& seams = {});

  /// Contacts of the last solve: those of detection, then the hits of the final checks.
  std::span<const SurfaceContact> contacts() const;
  /// For each of them what it did; divided by the step squared it is a force.
  std::span<const ContactImpulse> impulses() const;
  /// The same for the regions of the source's volumes.
  std::span<const ContactImpulse> volumeImpulses() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::detail
