#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <memory>
#include <span>

#include "rigid/RigidMember.h"
#include "solve/ContactSource.h"
#include "solve/SeamGroups.h"
#include "solve/SolveSettings.h"

namespace pliant::detail {

/// Solves soft bodies that touch each other, or themselves, in lockstep.
/// - Each iteration runs every body's own sequence of Bullet's constraints, the inversion guard for tetrahedra, then
///   the contacts.
/// - After the last iteration the whole motion is checked, and the hits that are found are repaired.
/// - A body that touches nothing is solved as by btSoftBody::solveConstraints.
///
/// If no two elements meet at t0, none meet at t1, nor in between on straight paths.
class PLIANT_PLUGIN_EXPORT LockstepSolver {
 public:
  LockstepSolver();
  ~LockstepSolver();

  /// Solves one step of all bodies. Call between their predictMotion and their update.
  ///
  /// - `bodies`: indexed by body of `set`. A body that is null or not active stands still, whatever touches it.
  /// - `set`: must hold the present topology. Positions are read from the nodes.
  /// - `nodeOfVertex`: the node of each vertex of `set`.
  /// - `rigid`: indexed by body; data of the body's rigid mesh, whose vertices have no nodes.
  /// - `seams`: vertices that are one. The nodes of a seam are at one place before and after, and only its first vertex
  ///   has contacts.
  ///
  /// m_scontacts are not changed, and only used by Bullet's solver for a body that touches nothing. The result does not
  /// depend on time or threads.
  void solve(std::span<btSoftBody* const> bodies, const BodySet& set, std::span<btSoftBody::Node* const> nodeOfVertex,
             ContactSource& source, const SolveSettings& settings, SolveReport& report,
             std::span<const RigidMember* const> rigid = {}, const SeamGroups& seams = {});

  /// Returns the contacts of the last solve: those of detection, then the hits that repair rounds have added.
  std::span<const SurfaceContact> contacts() const;
  /// Returns one impulse per contact; divided by the squared time step it is a force.
  std::span<const ContactImpulse> impulses() const;
  /// Returns one impulse per region of the source's volumes.
  std::span<const ContactImpulse> volumeImpulses() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::detail
