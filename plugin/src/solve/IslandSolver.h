#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <array>
#include <span>
#include <vector>

#include "core/DisjointSets.h"
#include "core/timers.h"
#include "solve/BodyLinks.h"
#include "solve/ContactConstraints.h"
#include "solve/InversionGuard.h"
#include "solve/LoadPaths.h"
#include "solve/PackedNodes.h"
#include "solve/RigidPlanes.h"
#include "solve/SolveSettings.h"
#include "solve/StaticFriction.h"
#include "solve/VolumeConstraints.h"

namespace pliant::detail {

/// Solves the bodies of an island in lockstep. Each iteration runs each body's own sequence of Bullet's constraints,
/// the inversion guard, then the contacts.
///
/// A body is pressed once a contact or a volume has an impulse on it. A body that is not pressed gets m_cfg.piterations
/// iterations, and ends with the bits of btSoftBody::solveConstraints. A pressed body gets more: all bodies of a group
/// that press each other get the same number, whatever their number of contacts.
class IslandSolver {
 public:
  /// Call before the islands of a step are solved.
  void begin(const SolveContext& context);

  /// Solves bodies without contacts, with the bits of btSoftBody::solveConstraints. Call after
  /// beginSolve.
  void solveAlone(const SolveContext& context, std::span<const Index> bodies);
  /// Solves one island and computes the velocities. `bodies`: the island's bodies, after beginSolve. `order`: the
  /// island's constraints. Their numbers run through the contacts, the separation constraints and the volume regions.
  void solve(const SolveContext& context, const StepConstraints& constraints, std::span<const Index> bodies,
             std::span<const Index> order, SolveReport& report, Lap& lap);

  /// Writes the impulses of all constraints of the step.
  void report(std::span<ContactImpulse> impulses, std::span<ContactImpulse> volumeImpulses, Workers* workers) const;

 private:
  struct Member {
    Index bodyIndex;
    int iterationsAlone = 0;    ///< iterations while it is not pressed
    int iterationsPressed = 0;  ///< iterations once it is pressed
    bool pressed = false;
    bool guarded = false;  ///< its tetrahedra are: it was pressed when they were last scanned
    int iterations() const { return pressed ? iterationsPressed : iterationsAlone; }
  };
  void readBodies(const SolveContext& context, std::span<const Index> bodies, std::span<const Index> packed);
  template <typename Work>
  void forEachBody(const SolveContext& context, const Work& work) const;
  void add(const SolveContext& context, const StepConstraints& constraints, std::span<const Index> bodies,
           std::span<const Index> order);
  void iterate(const SolveContext& context, const StepConstraints& constraints, SolveReport& report, Lap& lap);
  void guardVolumes(const SolveContext& context, const Member& member, bool all);
  void sweep(const SolveContext& context);
  void recover(const SolveContext& context);
  void applyStaticFriction(const SolveContext& context, const StepConstraints& constraints);
  bool findPressed(const SolveContext& context, const StepConstraints& constraints);
  void countIterations(const SolveContext& context, const StepConstraints& constraints);
  template <typename Visit>
  void forEachPushing(const SolveContext& context, const StepConstraints& constraints, Visit&& visit) const;
  Real loadOf(const SolveContext& context, Index root) const;
  Real forWeight(const SolveContext& context, std::span<const Index> bodies) const;

  std::vector<Index> m_apart;    ///< indices of bodies whose sequences write to nothing else
  std::vector<Index> m_inOrder;  ///< the other bodies
  std::size_t m_apartSize = 0;   ///< links of m_apart together
  std::vector<Member> m_members;
  std::vector<Index> m_memberOf;                   ///< indexed by body: index in m_members
  DisjointSets m_groups;                           ///< groups of members that press each other
  std::vector<Index> m_group;                      ///< body indices of one group
  std::vector<std::array<Index, 2>> m_rigidLoads;  ///< index of a rigid body and root of the group that it presses
  LoadPaths m_loadPaths;
  StaticFriction m_staticFriction;
  std::vector<StaticFriction::Member> m_pressed;
  std::vector<Index> m_pressedOf;  ///< indexed by member: index in m_pressed
  ContactConstraints m_contacts;
  RigidPlanes m_planes;
  VolumeConstraints m_volumes;
  PackedNodes m_nodes;
  std::vector<Index> m_packed;           ///< bodies without contacts that are solved on packed nodes
  std::vector<std::uint8_t> m_isPacked;  ///< one per body: 1 if it is in m_packed
  std::vector<BodyLinks> m_links;        ///< indexed by body
  InversionGuard m_guard;
  btAlignedObjectArray<btVector3> m_driftScratch;  ///< used for m_inOrder, whose bodies alone drift
};

}  // namespace pliant::detail
