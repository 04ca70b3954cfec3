#pragma once

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btSoftBody.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/Bounds.h"
#include "deformable/ElasticForces.h"
#include "deformable/ImplicitContacts.h"
#include "step/SoftCollisionImpl.h"

namespace pliant::detail {

/// The contacts of a step of Bullet's deformable world.
///
/// Bullet computes forces, rigid contacts and the elastic solve, all on velocities, and then moves the nodes. Contacts
/// come last: this class detects and solves them on the linear motion of the step, with the code of the other worlds. A
/// node that they move gets the velocity of that motion.
class DeformableContacts {
 public:
  explicit DeformableContacts(SoftCollision::Impl& impl);

  /// Returns true, and reports it once, if the program wants implicit integration without projection, which Bullet
  /// leaves undefined.
  bool needsProjection(const btDeformableBodySolver& solver);
  /// Begins a step. Call before dispatch, which reports triangle meshes near soft bodies. `by`: the world's soft body
  /// solver. `timeStep` [s].
  void begin(btAlignedObjectArray<btSoftBody*>& bodies, btDeformableBodySolver& by, btScalar timeStep);
  /// Returns the forces of the present step.
  const ElasticForces& forces() const { return m_forces; }
  /// Stops bodies that Bullet's islands have put to sleep in this step: forces have given them velocities, which Bullet
  /// would let them move by. Call before Bullet moves the nodes.
  static void stopSleepers(const btAlignedObjectArray<btSoftBody*>& bodies);
  /// Predicts, in an implicit step, where the nodes move: Bullet would look for rigid bodies where they are. Call
  /// before dispatch.
  static void predictImplicit(const btAlignedObjectArray<btSoftBody*>& bodies, const btDeformableBodySolver& by,
                              btScalar timeStep);
  /// Calls Bullet's solve. In an implicit step contacts with static and kinematic rigid bodies are forces in it: by
  /// Bullet's constraints, stiff bodies explode.
  void solveBullets(const btAlignedObjectArray<btSoftBody*>& bodies, btDeformableBodySolver& by, btScalar timeStep,
                    const std::function<void()>& solve);
  /// Solves the contacts together with elasticity, if integration is implicit. Call after Bullet's elastic solve.
  void solveImplicit(const btAlignedObjectArray<btSoftBody*>& bodies, btDeformableBodySolver& by, btScalar timeStep,
                     btOverlappingPairCache& pairs, btDispatcher& dispatcher);
  /// Keeps the positions at t0. Call before Bullet moves the nodes.
  void keepStart(const btAlignedObjectArray<btSoftBody*>& bodies);
  /// Detects and solves contacts on the motion since keepStart(). `pairs` and `dispatcher`: those of the world.
  void solve(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep, btOverlappingPairCache& pairs,
             btDispatcher& dispatcher);
  /// Ends a step. Call after Bullet has decided which bodies request sleep.
  void end(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep);

 private:
  struct Moved {
    btSoftBody* body;
    BodyLife life;
    int nodes;
    std::size_t first;         ///< index of its first node in m_start and m_end
    Bounds way;                ///< box of its motion, widened by its reach
    btScalar maxSpeedSquared;  ///< by the elastic solve without contacts
  };
  /// Settings of a body, kept while the solver has others.
  struct Kept {
    int positionIterations, velocityIterations, driftIterations;
    btScalar damping, sdt, isdt;
  };
  /// A tolerance of Bullet's elastic solve that the setting replaces.
  class ReplacedTolerance {
   public:
    /// Writes `wanted` to the solver's tolerance; 0: gives it back the one that the program has set.
    void set(btScalar& tolerance, btScalar wanted);

   private:
    struct Values {
      btScalar programs, ours;
    };
    std::optional<Values> m_values;  // while it is replaced
  };
  class Guard;
  class FloorsInSolve;

  template <typename Contacts>
  void beginMotions(const Contacts& contacts);
  void sortPresent(const btAlignedObjectArray<btSoftBody*>& bodies);
  void forgetGone(const btAlignedObjectArray<btSoftBody*>& bodies);
  void findImplicit(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep, btOverlappingPairCache& pairs,
                    btDispatcher& dispatcher);
  void addImplicit(const SurfaceContact& contact, btScalar timeStep);
  void bound(Moved& moved) const;
  void findPairs(btOverlappingPairCache& pairs, btDispatcher& dispatcher);
  void takeVelocities(const Moved& moved, btScalar perSecond);

  SoftCollision::Impl& m_impl;
  ElasticForces m_forces;
  ImplicitContacts m_implicit, m_floors;
  std::vector<Moved> m_moved;
  std::vector<const btSoftBody*> m_present;                        ///< bodies of the world, sorted
  std::vector<Kept> m_kept;                                        ///< one per m_moved
  std::vector<std::pair<btSoftBody::Node*, btScalar>> m_anchored;  ///< with their inverse masses
  ReplacedTolerance m_tolerance, m_projectedTolerance;
  std::vector<const btSoftBody*> m_touching;  ///< bodies that have contacts in the implicit solve; repeated
  bool m_projectionReported = false;
  std::vector<std::size_t> m_order;  ///< indices in m_moved
  /// Positions at t0, positions at t1 and velocities as Bullet has left them: one per node.
  std::vector<btVector3> m_start, m_end, m_velocity;
};

}  // namespace pliant::detail
