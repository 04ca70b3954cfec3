#include <LinearMath/btQuickprof.h>
#include <pliant/plugin/DebugDraw.h>
#include <pliant/plugin/DeformableMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/SoftRigidDynamicsWorld.h>

#include "SoftAlgorithms.h"
#include "core/timers.h"
#include "step/SoftCollisionImpl.h"
#include "step/dispatcherAccess.h"

namespace pliant {
namespace detail {
namespace {

void castAtSoftBody(SoftCollision& collision, btSoftBody& body, const btVector3& from, const btVector3& to,
                    btCollisionWorld::RayResultCallback& result) {
  btSoftBody::sRayCast hit;
  if (!collision.rayTest(&body, from, to, hit) || hit.fraction > result.m_closestHitFraction) return;
  const btVector3 way = to - from;
  btVector3 normal = -way;
  normal.normalize();
  if (hit.feature == btSoftBody::eFeature::Face) {
    normal = body.m_faces[hit.index].m_normal;
    if (normal.dot(way) > 0) normal = -normal;  // normal points towards the ray's origin
  }
  btCollisionWorld::LocalShapeInfo info;
  info.m_shapePart = 0;
  info.m_triangleIndex = hit.index;
  btCollisionWorld::LocalRayResult local(&body, &info, normal, hit.fraction);
  result.addSingleResult(local, true);
}

/// Ray test of a world: rigid bodies by Bullet, soft bodies by SoftCollision::rayTest.
struct RayVisitor : btBroadphaseRayCallback {
  SoftCollision& collision;
  btVector3 from, to;
  btTransform atFrom, atTo;
  btCollisionWorld::RayResultCallback& result;

  RayVisitor(SoftCollision& c, const btVector3& f, const btVector3& t, btCollisionWorld::RayResultCallback& r)
      : collision(c),
        from(f),
        to(t),
        atFrom(btMatrix3x3::getIdentity(), f),
        atTo(btMatrix3x3::getIdentity(), t),
        result(r) {
    btVector3 direction = to - from;
    direction.normalize();
    for (int k = 0; k < 3; ++k) {
      m_rayDirectionInverse[k] = direction[k] == 0 ? btScalar(BT_LARGE_FLOAT) : 1 / direction[k];
      m_signs[k] = m_rayDirectionInverse[k] < 0;
    }
    m_lambda_max = direction.dot(to - from);
  }

  bool process(const btBroadphaseProxy* proxy) override {
    if (result.m_closestHitFraction == 0) return false;
    auto* object = static_cast<btCollisionObject*>(proxy->m_clientObject);
    if (!result.needsCollision(object->getBroadphaseHandle())) return true;
    if (btSoftBody* body = btSoftBody::upcast(object))
      castAtSoftBody(collision, *body, from, to, result);
    else
      btCollisionWorld::rayTestSingle(atFrom, atTo, object, object->getCollisionShape(), object->getWorldTransform(),
                                      result);
    return true;
  }
};

}  // namespace

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
SoftWorld<BulletWorld, ConstraintSolver, Solver>::SoftWorld(btDispatcher* dispatcher, btBroadphaseInterface* pairCache,
                                                            ConstraintSolver* constraintSolver,
                                                            btCollisionConfiguration* collisionConfiguration,
                                                            Solver* softBodySolver)
    : WorldSolver(softBodySolver),
      BulletWorld(dispatcher, pairCache, constraintSolver, collisionConfiguration, static_cast<Solver*>(solver())) {
  serve(collisionConfiguration);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
SoftWorld<BulletWorld, ConstraintSolver, Solver>::~SoftWorld() = default;

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::removeSoftBody(btSoftBody* body) {
  collision().impl().leave(*body);
  BulletWorld::removeSoftBody(body);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::removeRigidBody(btRigidBody* body) {
  collision().impl().forget(body);
  BulletWorld::removeRigidBody(body);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::removeCollisionObject(btCollisionObject* object) {
  if (btSoftBody* body = btSoftBody::upcast(object)) return removeSoftBody(body);
  collision().impl().forget(object);
  BulletWorld::removeCollisionObject(object);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::refreshBroadphaseProxy(btCollisionObject* object) {
  const btSoftBody* body = btSoftBody::upcast(object);
  SoftBodyReader& reader = collision().impl().reader;
  const bool known = body && reader.isKnown(*body);
  BulletWorld::refreshBroadphaseProxy(object);
  if (known) reader.proxyRenewed(*body);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::performDiscreteCollisionDetection() {
  const StageTimer timer(collision().impl().times.broadphase);
  // Same as the stock function, but the boxes in the broad phase cover the soft bodies' motion from t0 to t1.
  this->updateAabbs();
  this->computeOverlappingPairs();
  collision().impl().restoreBounds();
  if (btDispatcher* dispatcher = this->getDispatcher()) {
    serveGImpactMeshes(*dispatcher);
    dispatcher->dispatchAllCollisionPairs(this->getPairCache(), this->getDispatchInfo(), dispatcher);
    SoftCollision::Impl& impl = collision().impl();
    if (impl.table.deformable) noteAsked(*this->getPairCache(), *dispatcher, impl.asked);
  }
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::debugDrawWorld() {
  BulletWorld::debugDrawWorld();
  if (btIDebugDraw* drawer = this->getDebugDrawer()) debugDraw(collision(), *drawer);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::rayTest(const btVector3& from, const btVector3& to,
                                                               btCollisionWorld::RayResultCallback& result) const {
  BT_PROFILE("rayTest");
  RayVisitor visitor(collision(), from, to, result);
  this->m_broadphasePairCache->rayTest(from, to, visitor);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::internalSingleStepSimulation(btScalar timeStep) {
  const StepGuard guard(*this, *this->m_broadphasePairCache);
  BulletWorld::internalSingleStepSimulation(timeStep);
}

template <typename BulletWorld, typename ConstraintSolver, typename Solver>
void SoftWorld<BulletWorld, ConstraintSolver, Solver>::saveKinematicState(btScalar timeStep) {
  collision().impl().driveTime = timeStep;
  BulletWorld::saveKinematicState(timeStep);
}

}  // namespace detail

template class detail::SoftWorld<btSoftRigidDynamicsWorld, btConstraintSolver>;
template class detail::SoftWorld<btSoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver>;
template class detail::SoftWorld<btDeformableMultiBodyDynamicsWorld, btDeformableMultiBodyConstraintSolver,
                                 btDeformableBodySolver>;

SoftRigidDynamicsWorld::~SoftRigidDynamicsWorld() = default;
SoftMultiBodyDynamicsWorld::~SoftMultiBodyDynamicsWorld() = default;

}  // namespace pliant
