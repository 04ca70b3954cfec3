#pragma once

#include <BulletSoftBody/btSoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftBodySolver.h>
#include <pliant/plugin/WorldSolver.h>

namespace pliant {

/// In place of btSoftMultiBodyDynamicsWorld.
class PLIANT_PLUGIN_EXPORT SoftMultiBodyDynamicsWorld : private detail::WorldSolver,
                                                        public btSoftMultiBodyDynamicsWorld {
 public:
  /// As the stock constructor. Without a solver the world makes a SoftBodySolver; with a solver that is not Pliant's,
  /// soft bodies are stepped as that solver does, and only queries are Pliant's.
  SoftMultiBodyDynamicsWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache,
                             btMultiBodyConstraintSolver* constraintSolver,
                             btCollisionConfiguration* collisionConfiguration,
                             btSoftBodySolver* softBodySolver = nullptr);
  ~SoftMultiBodyDynamicsWorld() override;

  SoftCollision& softCollision() { return collision(); }
  const SoftCollision& softCollision() const { return collision(); }

  void removeSoftBody(btSoftBody* body);
  void removeCollisionObject(btCollisionObject* object) override;
  void performDiscreteCollisionDetection() override;
  void debugDrawWorld() override;

  /// Same hits as stock; builds no tree of Bullet's, and ends on any mesh.
  void rayTest(const btVector3& from, const btVector3& to, RayResultCallback& result) const override;

 protected:
  void internalSingleStepSimulation(btScalar timeStep) override;
};

}  // namespace pliant
