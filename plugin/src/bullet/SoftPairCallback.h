#pragma once

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant::detail {

/// The broad phase's filter for the time of a step: soft pairs that the user has switched off make no pair. Everything
/// else is decided by the filter that was installed, or by groups and masks.
class SoftPairFilter : public btOverlapFilterCallback {
 public:
  SoftPairFilter(SoftCollision& collision, btOverlappingPairCache& cache);
  ~SoftPairFilter() override;
  SoftPairFilter(const SoftPairFilter&) = delete;
  SoftPairFilter& operator=(const SoftPairFilter&) = delete;

  bool needBroadphaseCollision(btBroadphaseProxy* first, btBroadphaseProxy* second) const override;

 private:
  SoftCollision& m_collision;
  btOverlappingPairCache& m_cache;
  btOverlapFilterCallback* m_before;
};

/// Counts soft pairs that begin and end within a step, and passes everything on to the callback that was installed.
class SoftPairCallback : public btOverlappingPairCallback {
 public:
  SoftPairCallback(SoftCollision& collision, btOverlappingPairCache& cache);
  ~SoftPairCallback() override;
  SoftPairCallback(const SoftPairCallback&) = delete;
  SoftPairCallback& operator=(const SoftPairCallback&) = delete;

  btBroadphasePair* addOverlappingPair(btBroadphaseProxy* first, btBroadphaseProxy* second) override;
  void* removeOverlappingPair(btBroadphaseProxy* first, btBroadphaseProxy* second, btDispatcher* dispatcher) override;
  void removeOverlappingPairsContainingProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;

 private:
  SoftCollision& m_collision;
  btHashedOverlappingPairCache* m_cache;  // null: a cache that doesn't tell what is installed
  btOverlappingPairCallback* m_before = nullptr;
};

/// The broad phase forgets pairs that its filter refuses: brings back those of soft bodies that have been switched on.
void restoreSoftPairs(SoftCollision& collision, btBroadphaseInterface& broadphase);

}  // namespace pliant::detail
