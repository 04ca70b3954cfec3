#pragma once

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant::detail {

/// Overlap filter of the broad phase during a step. It rejects pairs of soft bodies that the user has disabled.
/// All other pairs are decided by the program's filter, or by groups and masks. The destructor restores that filter.
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

/// Counts pairs of soft bodies that begin and end within a step, and forwards all calls to the program's callback.
/// The destructor restores that callback.
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
  btHashedOverlappingPairCache* m_cache;  // null: another cache type, whose callback cannot be read; nothing is done
  btOverlappingPairCallback* m_before = nullptr;
};

/// Adds overlapping pairs of soft bodies that were enabled since the last step.
/// The broad phase does not keep pairs that its filter has rejected.
void restoreSoftPairs(SoftCollision& collision, btBroadphaseInterface& broadphase);

}  // namespace pliant::detail
