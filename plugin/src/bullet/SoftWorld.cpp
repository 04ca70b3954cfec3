#include <LinearMath/btQuickprof.h>
#include <pliant/plugin/DebugDraw.h>
#include <pliant/plugin/SoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftRigidDynamicsWorld.h>

#include "SoftAlgorithms.h"
#include "rayTestWorld.h"
#include "step/CpuClock.h"
#include "step/SoftCollisionImpl.h"

namespace pliant {
namespace detail {

template <typename BulletWorld, typename ConstraintSolver>
SoftWorld<BulletWorld, ConstraintSolver>::SoftWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache,
                                                    ConstraintSolver* constraintSolver,
                                                    btCollisionConfiguration* collisionConfiguration,
                                                    btSoftBodySolver* softBodySolver)
    : WorldSolver(softBodySolver),
      BulletWorld(dispatcher, pairCache, constraintSolver, collisionConfiguration, solver()) {
  serve(collisionConfiguration);
}

template <typename BulletWorld, typename ConstraintSolver>
SoftWorld<BulletWorld, ConstraintSolver>::~SoftWorld() = default;

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::removeSoftBody(btSoftBody* body) {
  collision().impl().leave(*body);
  BulletWorld::removeSoftBody(body);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::removeRigidBody(btRigidBody* body) {
  collision().impl().forget(body);
  BulletWorld::removeRigidBody(body);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::removeCollisionObject(btCollisionObject* object) {
  if (btSoftBody* body = btSoftBody::upcast(object)) return removeSoftBody(body);
  collision().impl().forget(object);
  BulletWorld::removeCollisionObject(object);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::refreshBroadphaseProxy(btCollisionObject* object) {
  const btSoftBody* body = btSoftBody::upcast(object);
  SoftBodyReader& reader = collision().impl().reader;
  const bool known = body && reader.isKnown(*body);
  BulletWorld::refreshBroadphaseProxy(object);
  if (known) reader.proxyRenewed(*body);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::performDiscreteCollisionDetection() {
  const StageTimer timer(collision().impl().times.broadphase);
  // Same as the stock function, but the boxes in the broad phase cover the soft bodies' motion from t0 to t1.
  this->updateAabbs();
  this->computeOverlappingPairs();
  collision().impl().restoreBounds();
  if (btDispatcher* dispatcher = this->getDispatcher()) {
    serveGImpactMeshes(*dispatcher);
    dispatcher->dispatchAllCollisionPairs(this->getPairCache(), this->getDispatchInfo(), dispatcher);
  }
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::debugDrawWorld() {
  BulletWorld::debugDrawWorld();
  if (btIDebugDraw* drawer = this->getDebugDrawer()) debugDraw(collision(), *drawer);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::rayTest(const btVector3& from, const btVector3& to,
                                                       btCollisionWorld::RayResultCallback& result) const {
  BT_PROFILE("rayTest");
  rayTestWorld(collision(), *this->m_broadphasePairCache, from, to, result);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::internalSingleStepSimulation(btScalar timeStep) {
  const StepGuard guard(*this, *this->m_broadphasePairCache);
  BulletWorld::internalSingleStepSimulation(timeStep);
}

template <typename BulletWorld, typename ConstraintSolver>
void SoftWorld<BulletWorld, ConstraintSolver>::saveKinematicState(btScalar timeStep) {
  collision().impl().driveTime = timeStep;
  BulletWorld::saveKinematicState(timeStep);
}

}  // namespace detail

template class detail::SoftWorld<btSoftRigidDynamicsWorld, btConstraintSolver>;
template class detail::SoftWorld<btSoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver>;

SoftRigidDynamicsWorld::~SoftRigidDynamicsWorld() = default;
SoftMultiBodyDynamicsWorld::~SoftMultiBodyDynamicsWorld() = default;

}  // namespace pliant
