#include <LinearMath/btQuickprof.h>
#include <pliant/plugin/DebugDraw.h>
#include <pliant/plugin/SoftRigidDynamicsWorld.h>

#include "SoftCollisionImpl.h"
#include "SoftWorld.h"
#include "StageTimer.h"

namespace pliant {

SoftRigidDynamicsWorld::SoftRigidDynamicsWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache,
                                               btConstraintSolver* constraintSolver,
                                               btCollisionConfiguration* collisionConfiguration,
                                               btSoftBodySolver* softBodySolver)
    : WorldSolver(softBodySolver),
      btSoftRigidDynamicsWorld(dispatcher, pairCache, constraintSolver, collisionConfiguration, solver()) {}

SoftRigidDynamicsWorld::~SoftRigidDynamicsWorld() = default;

void SoftRigidDynamicsWorld::removeSoftBody(btSoftBody* body) {
  collision().bodyRemoved(body);
  btSoftRigidDynamicsWorld::removeSoftBody(body);
}

void SoftRigidDynamicsWorld::removeCollisionObject(btCollisionObject* object) {
  if (btSoftBody* body = btSoftBody::upcast(object))
    removeSoftBody(body);
  else
    btSoftRigidDynamicsWorld::removeCollisionObject(object);
}

void SoftRigidDynamicsWorld::performDiscreteCollisionDetection() {
  const detail::StageTimer timer(collision().impl().times.broadphase);
  // As the stock function, but the broad phase sees the bodies' whole motion.
  updateAabbs();
  computeOverlappingPairs();
  collision().impl().restoreBounds();
  if (m_dispatcher1)
    m_dispatcher1->dispatchAllCollisionPairs(m_broadphasePairCache->getOverlappingPairCache(), getDispatchInfo(),
                                             m_dispatcher1);
}

void SoftRigidDynamicsWorld::debugDrawWorld() {
  btSoftRigidDynamicsWorld::debugDrawWorld();
  if (getDebugDrawer()) debugDraw(collision(), *getDebugDrawer());
}

void SoftRigidDynamicsWorld::rayTest(const btVector3& from, const btVector3& to, RayResultCallback& result) const {
  BT_PROFILE("rayTest");
  detail::rayTestWorld(collision(), *m_broadphasePairCache, from, to, result);
}

void SoftRigidDynamicsWorld::internalSingleStepSimulation(btScalar timeStep) {
  const StepGuard guard(*this, *m_broadphasePairCache);
  btSoftRigidDynamicsWorld::internalSingleStepSimulation(timeStep);
}

}  // namespace pliant
