// 3. Record pairs: what Bullet's dispatch calls, and what is hidden from Bullet meanwhile.

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btCompoundCollisionAlgorithm.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <LinearMath/btAabbUtil2.h>

#include "SoftCollisionImpl.h"
#include "core/BodyElements.h"
#include "dispatcherAccess.h"

namespace pliant {
namespace {

constexpr int kClusters = btSoftBody::fCollision::CL_SS;
// Flags that Bullet's own collision passes would misinterpret; they are hidden from them.
constexpr int kNotOurs =
    btSoftBody::fCollision::VF_SS | btSoftBody::fCollision::VF_DD | btSoftBody::fCollision::CL_SELF;

bool disabledFor(const btSoftBody& a, const btCollisionObject& b) {
  return a.m_collisionDisabledObjects.findLinearSearch(&b) != a.m_collisionDisabledObjects.size();
}

bool haveResponse(const btCollisionObject& a, const btCollisionObject& b) {
  return a.hasContactResponse() && b.hasContactResponse();
}

/// Returns true if dispatch would have accepted the pair, although the boxes were separated at dispatch.
bool wouldCollide(btSoftBody* a, btCollisionObject* b) {
  const btSoftBodyWorldInfo* info = a->m_worldInfo;
  if (!info || !info->m_broadphase || !info->m_dispatcher) return false;
  btBroadphaseProxy *proxyA = a->getBroadphaseHandle(), *proxyB = b->getBroadphaseHandle();
  btOverlappingPairCache* cache = info->m_broadphase->getOverlappingPairCache();
  if (!proxyA || !proxyB || !cache) return false;
  if (cache->findPair(proxyA, proxyB)) return false;  // dispatch had the pair and did not report it
  return cache->needsBroadphaseCollision(proxyA, proxyB) && info->m_dispatcher->needsCollision(a, b) &&
         detail::nearCallbackWants(*info->m_dispatcher, *proxyA, *proxyB);
}

/// Returns true if the nodes of the body collide with rigid bodies.
bool meetsRigid(const btSoftBody& body) {
  const int kind = body.m_cfg.collisions & btSoftBody::fCollision::RVSmask;
  return kind == btSoftBody::fCollision::SDF_RS || kind == btSoftBody::fCollision::SDF_RD;
}

}  // namespace

void SoftCollision::Impl::restoreBounds() {
  for (const TightBounds& tight : tightBounds) {
    if (!reader.has(tight.life)) continue;
    tight.body->m_bounds[0] = tight.bounds[0];
    tight.body->m_bounds[1] = tight.bounds[1];
  }
  tightBounds.clear();
}

void SoftCollision::Impl::collide(btSoftBody& body, const btCollisionObjectWrapper& rigid) {
  // Bullet passes a mesh triangle by triangle where it does not call Pliant's algorithm for the whole mesh.
  for (const btCollisionObjectWrapper* part = &rigid; part; part = part->m_parent)
    if (detail::triangleMeshOf(*part->getCollisionShape()) && collideMesh(body, *part)) return;
  if (collidePlane(body, rigid)) return;
  const std::lock_guard lock(dispatch);
  rigidContacts.collide(body, rigid, dispatching);
}

bool SoftCollision::Impl::collideMesh(btSoftBody& body, const btCollisionObjectWrapper& mesh) {
  const btCollisionObject& object = *mesh.getCollisionObject();
  if (!dispatching || !table.common.rigidMeshesAndPlanes || !detector()) return false;
  const std::lock_guard lock(dispatch);  // another thread may have changed the body's flags
  if (!meetsRigid(body)) return false;
  if (disabledFor(body, object)) return true;
  const detail::SoftBodyReader::Entry* entry = reader.find(&body);
  if (!entry || !table.get(&body).enabled) return false;
  Real wider = 0;
  if (entry->setId != kNoIndex)
    wider = std::max(Real(0), reader.set().obstacleMargin(entry->setId) - reader.set().margin(entry->setId));
  return reader.rigidMeshes().meet(body, mesh, wider);
}

bool SoftCollision::Impl::collidePlane(btSoftBody& body, const btCollisionObjectWrapper& triangle) {
  const btCollisionObject& object = *triangle.getCollisionObject();
  if (!table.common.rigidMeshesAndPlanes || object.getCollisionShape()->getShapeType() != STATIC_PLANE_PROXYTYPE)
    return false;
  if (!object.isStaticOrKinematicObject() || !object.hasContactResponse()) return false;
  const std::lock_guard lock(dispatch);  // another thread may have changed the body's flags
  if (!meetsRigid(body)) return false;
  // Bullet passes a plane as two triangles, 0 and 1; one of them is enough.
  if (triangle.m_index != 1) detail::RigidContacts::collidePlane(body, object);
  return true;
}

void SoftCollision::Impl::meetChildren(btSoftBody& body, const btCollisionObjectWrapper& compound) {
  const auto& shape = static_cast<const btCompoundShape&>(*compound.getCollisionShape());
  const detail::Bounds box = detail::motionBounds(body);
  const btTransform& frame = compound.getWorldTransform();
  for (int i = 0; i < shape.getNumChildShapes(); ++i) {
    const btCollisionShape& child = *shape.getChildShape(i);
    const btTransform at = frame * shape.getChildTransform(i);
    if (!child.isCompound() && !detail::triangleMeshOf(child)) continue;
    detail::Bounds childBox;
    child.getAabb(at, childBox.low, childBox.high);
    if (!TestAabbAgainstAabb2(box.low, box.high, childBox.low, childBox.high)) continue;
    if (gCompoundChildShapePairCallback && !gCompoundChildShapePairCallback(body.getCollisionShape(), &child)) continue;
    const btCollisionObjectWrapper wrap(&compound, &child, compound.getCollisionObject(), at, -1, i);
    if (child.isCompound())
      meetChildren(body, wrap);
    else
      collideMesh(body, wrap);
  }
}

void SoftCollision::Impl::collide(btSoftBody& a, btSoftBody& b) {
  if (&a == &b || disabledFor(a, b) || disabledFor(b, a)) return;
  const std::lock_guard lock(dispatch);  // another thread may have changed the flags of these bodies
  // A sensor pair is only reported, which Bullet's clusters cannot do.
  if (haveResponse(a, b) && (a.m_cfg.collisions & b.m_cfg.collisions & kClusters)) {
    const int flagsA = a.m_cfg.collisions, flagsB = b.m_cfg.collisions;
    a.m_cfg.collisions &= ~kNotOurs;
    b.m_cfg.collisions &= ~kNotOurs;
    a.defaultCollisionHandler(&b);
    a.m_cfg.collisions = flagsA;
    b.m_cfg.collisions = flagsB;
    return;
  }
  pairs.emplace_back(&a, &b);
}

void SoftCollision::Impl::record(btSoftBody& a, btSoftBody& b, btDispatcher& by) {
  if (&a == &b || disabledFor(a, b) || disabledFor(b, a) || !detail::hasNearCallback(by)) return;
  const std::lock_guard lock(dispatch);
  pairs.emplace_back(&a, &b);
}

void SoftCollision::Impl::recordPair(btSoftBody& a, btSoftBody& b, btOverlappingPairCache& cache,
                                     btDispatcher& dispatcher) {
  btBroadphaseProxy *proxyA = a.getBroadphaseHandle(), *proxyB = b.getBroadphaseHandle();
  if (!proxyA || !proxyB || disabledFor(a, b) || disabledFor(b, a)) return;
  if (!cache.needsBroadphaseCollision(proxyA, proxyB) || !dispatcher.needsCollision(&a, &b)) return;
  if (detail::contains(asked, detail::pairOf(*proxyA, *proxyB))) return;
  if (detail::nearCallbackWants(dispatcher, *proxyA, *proxyB)) pairs.emplace_back(&a, &b);
  if (!detail::hasNearCallback(dispatcher)) return;
  const detail::PairKey key = detail::pairOf(*proxyA, *proxyB);
  asked.insert(std::lower_bound(asked.begin(), asked.end(), key), key);
}

/// Returns true if a near callback of the program has been asked about the pair in this step of a deformable world.
bool SoftCollision::Impl::wasAsked(const btSoftBody& a, const btSoftBody& b) const {
  const btBroadphaseProxy *proxyA = a.getBroadphaseHandle(), *proxyB = b.getBroadphaseHandle();
  return table.deformable && proxyA && proxyB && detail::contains(asked, detail::pairOf(*proxyA, *proxyB));
}

/// Returns true if two members of the set may collide although dispatch has not reported the pair.
bool SoftCollision::Impl::mayCollide(Index bodyA, Index bodyB) {
  btSoftBody *a = reader.bodyAt(bodyA), *b = reader.bodyAt(bodyB);
  if (!a || !b) return mayMeet(a ? *a : *b, *reader.meshAt(a ? bodyB : bodyA));
  return table.get(a).enabled && table.get(b).enabled && table.pair(a, b) && haveResponse(*a, *b) &&
         !disabledFor(*a, *b) && !disabledFor(*b, *a) && !wasAsked(*a, *b) &&
         !(a->m_cfg.collisions & b->m_cfg.collisions & kClusters) && wouldCollide(a, b);
}

bool SoftCollision::Impl::mayMeet(btSoftBody& body, const detail::RigidMesh& mesh) const {
  if (!mesh.placed) return false;
  if (!meetsRigid(body)) return false;
  return table.get(&body).enabled && !disabledFor(body, mesh.object()) && haveResponse(body, mesh.object()) &&
         wouldCollide(&body, &mesh.object());
}

void SoftCollision::Impl::maskFlags() {
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody* body = (*world)[i];
    const int hidden =
        body->m_cfg.collisions & (table.self(*body) ? kNotOurs : kNotOurs & ~btSoftBody::fCollision::CL_SELF);
    if (!hidden) continue;
    masked.push_back({body, detail::BodyLife::known(*body), hidden});
    body->m_cfg.collisions &= ~hidden;
  }
}

void SoftCollision::Impl::unmaskFlags() {
  for (const MaskedFlags& flags : masked)
    if (reader.has(flags.life)) flags.body->m_cfg.collisions |= flags.collisions;
  masked.clear();
}

}  // namespace pliant
