#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <array>
#include <span>
#include <vector>

#include "solve/BodyLinks.h"
#include "solve/ContactConstraints.h"
#include "solve/InversionGuard.h"
#include "solve/LoadPaths.h"
#include "solve/PackedNodes.h"
#include "solve/SolveSettings.h"
#include "solve/StaticFriction.h"
#include "solve/UnionFind.h"
#include "solve/VolumeConstraints.h"
#include "step/CpuClock.h"

namespace pliant::detail {

/// All constraints between bodies of one step.
struct StepConstraints {
  std::span<const SurfaceContact> contacts;
  const SeparationConstraints& separations;
  const VolumeRegions& volumes;

  std::size_t size() const { return contacts.size() + separations.size() + volumes.regions.size(); }
};

/// Solves the bodies of an island in lockstep. In each iteration: each body's own sequence of Bullet's constraints, the
/// inversion guard, then the contacts.
///
/// A body is pressed once a contact or a volume has an impulse on it. A body that is not pressed has the iterations of
/// its m_cfg.piterations, and ends with the bits that btSoftBody::solveConstraints gives it. A pressed one has more, as
/// many as the bodies that it presses and is pressed by, however many contacts there are.
class IslandSolver {
 public:
  /// Before the islands of a step.
  void begin(const SolveContext& context);

  /// A body that touches nothing; beginSolve is done. The bits of btSoftBody::solveConstraints, but on packed nodes.
  void solveAlone(const SolveContext& context, Index slot);
  /// `slots`: the island's bodies. `order`: its constraints, as places among the contacts, then the pushes, then the
  /// regions. beginSolve has run for these bodies. Takes velocities.
  void solve(const SolveContext& context, const StepConstraints& constraints, std::span<const Index> slots,
             std::span<const Index> order, SolveReport& report, TurnTimer& timer);

  /// Impulses of all constraints of the step.
  void report(std::span<ContactImpulse> impulses, std::span<ContactImpulse> volumeImpulses) const;

 private:
  struct Member {
    Index slot;
    int own = 0;    ///< iterations where it is not pressed
    int count = 0;  ///< iterations where it is
    bool pressed = false;
    int iterations() const { return pressed ? count : own; }
  };
  void add(const SolveContext& context, const StepConstraints& constraints, std::span<const Index> slots,
           std::span<const Index> order);
  void iterate(const SolveContext& context, const StepConstraints& constraints, SolveReport& report, TurnTimer& timer);
  void guardVolumes(const SolveContext& context, bool all);
  void recover(const SolveContext& context);
  void holdStatic(const SolveContext& context, const StepConstraints& constraints);
  bool findPressed(const SolveContext& context, const StepConstraints& constraints);
  void countIterations(const SolveContext& context, const StepConstraints& constraints);
  template <typename Visit>
  void forEachPushing(const SolveContext& context, const StepConstraints& constraints, Visit&& visit) const;
  Real loadOf(const SolveContext& context, Index root) const;
  Real forWeight(const SolveContext& context, std::span<const Index> slots) const;

  std::vector<Member> m_members;
  std::vector<Index> m_memberOf;                   ///< by slot
  UnionFind m_groups;                              ///< of members that press each other
  std::vector<Index> m_group;                      ///< slots of one of them
  std::vector<std::array<Index, 2>> m_rigidLoads;  ///< slots of rigid bodies that press soft ones, and of these
  std::vector<Index> m_guarded;
  LoadPaths m_loadPaths;
  StaticFriction m_staticFriction;
  std::vector<StaticFriction::Body> m_held;
  std::vector<Index> m_placeOf;  ///< by member: in m_held
  ContactConstraints m_sweep;
  VolumeConstraints m_volumeSweep;
  PackedNodes m_nodes;
  std::vector<BodyLinks> m_links;  ///< by slot
  InversionGuard m_guard;
  btAlignedObjectArray<btVector3> m_driftScratch;
};

}  // namespace pliant::detail
