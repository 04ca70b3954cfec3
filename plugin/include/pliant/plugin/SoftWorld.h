#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <pliant/plugin/WorldSolver.h>

class btRigidBody;
class btSoftBody;

namespace pliant::detail {

/// What Pliant's worlds add to Bullet's: the world classes below pliant are this over one of Bullet's each.
template <typename BulletWorld, typename ConstraintSolver>
class SoftWorld : private WorldSolver, public BulletWorld {
 public:
  /// Like the stock constructor. Without a solver, or with Bullet's btDefaultSoftBodySolver, the world makes a
  /// SoftBodySolver, which is the one that its bodies have. With any other that is not Pliant's, soft bodies are
  /// stepped as that solver does, only queries are Pliant's, and a status says so (SoftBodyStatus::Kind::NotServed).
  SoftWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache, ConstraintSolver* constraintSolver,
            btCollisionConfiguration* collisionConfiguration, btSoftBodySolver* softBodySolver = nullptr);
  ~SoftWorld() override;

  SoftCollision& softCollision() { return collision(); }
  const SoftCollision& softCollision() const { return collision(); }

  void removeSoftBody(btSoftBody* body);
  void removeRigidBody(btRigidBody* body) override;
  void removeCollisionObject(btCollisionObject* object) override;
  void refreshBroadphaseProxy(btCollisionObject* object) override;
  void performDiscreteCollisionDetection() override;
  void debugDrawWorld() override;

  /// Same hits as stock; builds no tree of Bullet's, and ends on any mesh.
  void rayTest(const btVector3& from, const btVector3& to, btCollisionWorld::RayResultCallback& result) const override;

 protected:
  void internalSingleStepSimulation(btScalar timeStep) override;
  void saveKinematicState(btScalar timeStep) override;
};

}  // namespace pliant::detail
