#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <pliant/plugin/WorldSolver.h>

class btRigidBody;
class btSoftBody;

namespace pliant::detail {

/// Common implementation of Pliant's worlds, over one world class of Bullet each.
template <typename BulletWorld, typename ConstraintSolver, typename Solver = btSoftBodySolver>
class SoftWorld : protected WorldSolver, public BulletWorld {
 public:
  /// Arguments are those of the stock constructor; none is owned.
  /// `softBodySolver`:
  /// - null (default) or a btDefaultSoftBodySolver: the world creates and owns a SoftBodySolver, and its bodies get it.
  /// - A SoftBodySolver: the world uses it.
  /// - Any other: that solver steps the soft bodies; the listener gets SoftBodyStatus::Kind::NotServed.
  ///   Only the ray tests are Pliant's then.
  SoftWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache, ConstraintSolver* constraintSolver,
            btCollisionConfiguration* collisionConfiguration, Solver* softBodySolver = nullptr);
  ~SoftWorld() override;

  /// Returns the settings and results of the world's soft bodies; valid while the world lives.
  SoftCollision& softCollision() { return collision(); }
  const SoftCollision& softCollision() const { return collision(); }

  // These also update Pliant's records, as SoftCollision::bodyRemoved does.
  void removeSoftBody(btSoftBody* body);
  void removeRigidBody(btRigidBody* body) override;
  void removeCollisionObject(btCollisionObject* object) override;

  void refreshBroadphaseProxy(btCollisionObject* object) override;
  void performDiscreteCollisionDetection() override;
  /// Also calls pliant::debugDraw.
  void debugDrawWorld() override;

  /// Returns the hits of the stock function, but builds none of Bullet's trees and terminates on any mesh.
  /// Calls `result` on the calling thread.
  void rayTest(const btVector3& from, const btVector3& to, btCollisionWorld::RayResultCallback& result) const override;

 protected:
  void internalSingleStepSimulation(btScalar timeStep) override;
  void saveKinematicState(btScalar timeStep) override;
};

}  // namespace pliant::detail
