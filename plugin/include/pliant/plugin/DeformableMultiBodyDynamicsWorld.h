#pragma once

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftWorld.h>

#include <memory>

namespace pliant {

namespace detail {
class DeformableContacts;
}

extern template class PLIANT_PLUGIN_EXPORT detail::SoftWorld<
    btDeformableMultiBodyDynamicsWorld, btDeformableMultiBodyConstraintSolver, btDeformableBodySolver>;

/// Replaces btDeformableMultiBodyDynamicsWorld: same constructor and members, and softCollision() for settings and
/// results. Hold it by its own type, since Bullet's removeSoftBody is not virtual.
///
/// Forces, rigid contacts and the elastic solve are Bullet's, with the solver that the program passes. Contacts between
/// deformable bodies, and of a body with itself if its setSelfCollision is on, are Pliant's. They come last in each
/// substep. With explicit integration, a body that touches neither a deformable body nor a triangle mesh, and at most
/// one rigid body, gets the bits of Bullet's world. With implicit integration, contacts with static and kinematic rigid
/// bodies are Pliant's, too.
///
/// A solver of reduced bodies keeps Bullet's step. Only ray tests and queries are Pliant's then.
class PLIANT_PLUGIN_EXPORT DeformableMultiBodyDynamicsWorld
    : public detail::SoftWorld<btDeformableMultiBodyDynamicsWorld, btDeformableMultiBodyConstraintSolver,
                               btDeformableBodySolver> {
 public:
  /// Arguments are those of the stock constructor; none is owned. `deformableBodySolver` null: the world creates one,
  /// and passes it to the constraint solver.
  DeformableMultiBodyDynamicsWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache,
                                   btDeformableMultiBodyConstraintSolver* constraintSolver,
                                   btCollisionConfiguration* collisionConfiguration,
                                   btDeformableBodySolver* deformableBodySolver = nullptr);
  ~DeformableMultiBodyDynamicsWorld() override;

 protected:
  void internalSingleStepSimulation(btScalar timeStep) override;

 private:
  void settleStatics();

  std::unique_ptr<detail::DeformableContacts> m_contacts;
};

}  // namespace pliant
