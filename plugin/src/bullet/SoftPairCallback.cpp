#include "SoftPairCallback.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <LinearMath/btAabbUtil2.h>

#include "step/SoftCollisionImpl.h"

namespace pliant::detail {
namespace {

const btSoftBody* softBodyOf(const btBroadphaseProxy* proxy) {
  const auto* object = static_cast<const btCollisionObject*>(proxy->m_clientObject);
  return object ? btSoftBody::upcast(object) : nullptr;
}

/// Reads the installed callback, for which Bullet has only a setter.
struct CacheAccess : btHashedOverlappingPairCache {
  static btOverlappingPairCallback* installed(btHashedOverlappingPairCache& cache) {
    return cache.*(&CacheAccess::m_ghostPairCallback);
  }
};

}  // namespace

SoftPairFilter::SoftPairFilter(SoftCollision& collision, btOverlappingPairCache& cache)
    : m_collision(collision), m_cache(cache), m_before(cache.getOverlapFilterCallback()) {
  m_cache.setOverlapFilterCallback(this);
}

SoftPairFilter::~SoftPairFilter() {
  if (m_cache.getOverlapFilterCallback() == this) m_cache.setOverlapFilterCallback(m_before);
}

bool SoftPairFilter::needBroadphaseCollision(btBroadphaseProxy* first, btBroadphaseProxy* second) const {
  if (m_before) {
    if (!m_before->needBroadphaseCollision(first, second)) return false;
  } else if (!(first->m_collisionFilterGroup & second->m_collisionFilterMask) ||
             !(second->m_collisionFilterGroup & first->m_collisionFilterMask)) {
    return false;
  }
  const btSoftBody* a = softBodyOf(first);
  const btSoftBody* b = a ? softBodyOf(second) : nullptr;
  if (!b) return true;
  const SettingsTable& table = m_collision.impl().table;
  return table.get(a).enabled && table.get(b).enabled && table.pair(a, b);
}

SoftPairCallback::SoftPairCallback(SoftCollision& collision, btOverlappingPairCache& cache)
    : m_collision(collision), m_cache(dynamic_cast<btHashedOverlappingPairCache*>(&cache)) {
  if (!m_cache) return;
  m_before = CacheAccess::installed(*m_cache);
  cache.setInternalGhostPairCallback(this);
}

SoftPairCallback::~SoftPairCallback() {
  if (m_cache && CacheAccess::installed(*m_cache) == this)
    static_cast<btOverlappingPairCache*>(m_cache)->setInternalGhostPairCallback(m_before);
}

btBroadphasePair* SoftPairCallback::addOverlappingPair(btBroadphaseProxy* first, btBroadphaseProxy* second) {
  if (softBodyOf(first) && softBodyOf(second)) ++m_collision.impl().counters.pairsBegun;
  return m_before ? m_before->addOverlappingPair(first, second) : nullptr;
}

void* SoftPairCallback::removeOverlappingPair(btBroadphaseProxy* first, btBroadphaseProxy* second,
                                              btDispatcher* dispatcher) {
  if (softBodyOf(first) && softBodyOf(second)) ++m_collision.impl().counters.pairsEnded;
  return m_before ? m_before->removeOverlappingPair(first, second, dispatcher) : nullptr;
}

void SoftPairCallback::removeOverlappingPairsContainingProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) {
  if (m_before) m_before->removeOverlappingPairsContainingProxy(proxy, dispatcher);
}

void restoreSoftPairs(SoftCollision& collision, btBroadphaseInterface& broadphase) {
  SoftCollision::Impl& impl = collision.impl();
  btOverlappingPairCache* cache = broadphase.getOverlappingPairCache();
  if (!impl.pairsSwitchedOn || !impl.world || !cache) return;
  impl.pairsSwitchedOn = false;
  const btAlignedObjectArray<btSoftBody*>& bodies = *impl.world;
  for (int i = 0; i < bodies.size(); ++i)
    for (int j = i + 1; j < bodies.size(); ++j) {
      btBroadphaseProxy *a = bodies[i]->getBroadphaseHandle(), *b = bodies[j]->getBroadphaseHandle();
      if (a && b && TestAabbAgainstAabb2(a->m_aabbMin, a->m_aabbMax, b->m_aabbMin, b->m_aabbMax) &&
          !cache->findPair(a, b))
        cache->addOverlappingPair(a, b);
    }
}

}  // namespace pliant::detail
