#include "rayTestWorld.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletSoftBody/btSoftBody.h>

namespace pliant::detail {
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

void rayTestWorld(SoftCollision& collision, btBroadphaseInterface& broadphase, const btVector3& from,
                  const btVector3& to, btCollisionWorld::RayResultCallback& result) {
  RayVisitor visitor(collision, from, to, result);
  broadphase.rayTest(from, to, visitor);
}

}  // namespace pliant::detail
