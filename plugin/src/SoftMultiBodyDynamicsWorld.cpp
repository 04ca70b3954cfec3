#include <LinearMath/btQuickprof.h>
#include <pliant/plugin/DebugDraw.h>
#include <pliant/plugin/SoftMultiBodyDynamicsWorld.h>

#include "SoftCollisionImpl.h"
#include "SoftWorld.h"
#include "StageTimer.h"

namespace pliant {

SoftMultiBodyDynamicsWorld::SoftMultiBodyDynamicsWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache,
                                                       btMultiBodyConstraintSolver* constraintSolver,
                                                       btCollisionConfiguration* collisionConfiguration,
                                                       btSoftBodySolver* softBodySolver)
    : WorldSolver(softBodySolver),
      btSoftMultiBodyDynamicsWorld(dispatcher, pairCache, constraintSolver, collisionConfiguration, solver()) {}

SoftMultiBodyDynamicsWorld::~SoftMultiBodyDynamicsWorld() = default;

void SoftMultiBodyDynamicsWorld::removeSoftBody(btSoftBody* body) {
  collision().bodyRemoved(body);
  btSoftMultiBodyDynamicsWorld::removeSoftBody(body);
}

void SoftMultiBodyDynamicsWorld::removeCollisionObject(btCollisionObject* object) {
  if (btSoftBody* body = btSoftBody::upcast(object))
    removeSoftBody(body);
  else
    btSoftMultiBodyDynamicsWorld::removeCollisionObject(object);
}

void SoftMultiBodyDynamicsWorld::performDiscreteCollisionDetection() {
  const detail::StageTimer timer(collision().impl().times.broadphase);
  // As the stock function, but the broad phase sees the bodies' whole motion.
  updateAabbs();
  computeOverlappingPairs();
  collision().impl().restoreBounds();
  if (m_dispatcher1)
    m_dispatcher1->dispatchAllCollisionPairs(m_broadphasePairCache->getOverlappingPairCache(), getDispatchInfo(),
                                             m_dispatcher1);
}

void SoftMultiBodyDynamicsWorld::debugDrawWorld() {
  btSoftMultiBodyDynamicsWorld::debugDrawWorld();
  if (getDebugDrawer()) debugDraw(collision(), *getDebugDrawer());
}

void SoftMultiBodyDynamicsWorld::rayTest(const btVector3& from, const btVector3& to, RayResultCallback& result) const {
  BT_PROFILE("rayTest");
  detail::rayTestWorld(collision(), *m_broadphasePairCache, from, to, result);
}

void SoftMultiBodyDynamicsWorld::internalSingleStepSimulation(btScalar timeStep) {
  const StepGuard guard(*this, *m_broadphasePairCache);
  btSoftMultiBodyDynamicsWorld::internalSingleStepSimulation(timeStep);
}

}  // namespace pliant
