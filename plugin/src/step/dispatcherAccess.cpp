#include "dispatcherAccess.h"

#include <BulletCollision/CollisionDispatch/btCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>

#include <utility>

namespace pliant::detail {
namespace {

/// Reads the registered creation functions, for which Bullet has only a setter.
struct TableAccess : btCollisionDispatcher {
  static btCollisionAlgorithmCreateFunc* registered(btCollisionDispatcher& dispatcher, int type0, int type1) {
    return (dispatcher.*(&TableAccess::m_doubleDispatchContactPoints))[type0][type1];
  }
};

/// Records that the near callback called it.
class Probe : public btCollisionAlgorithm {
 public:
  using btCollisionAlgorithm::btCollisionAlgorithm;
  void processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*, const btDispatcherInfo&,
                        btManifoldResult*) override {
    reached = true;
  }
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }
  void getAllContactManifolds(btManifoldArray&) override {}
  bool reached = false;
};

}  // namespace

void serveGImpactMeshes(btDispatcher& dispatcher) {
  auto* const known = dynamic_cast<btCollisionDispatcher*>(&dispatcher);
  if (!known || !known->getCollisionConfiguration()) return;
  constexpr int kSoft = SOFTBODY_SHAPE_PROXYTYPE, kGImpact = GIMPACT_SHAPE_PROXYTYPE;
  for (const auto& [type0, type1] : {std::pair(kSoft, kGImpact), std::pair(kGImpact, kSoft)}) {
    if (!dynamic_cast<btGImpactCollisionAlgorithm::CreateFunc*>(TableAccess::registered(*known, type0, type1)))
      continue;
    known->registerCollisionCreateFunc(
        type0, type1, known->getCollisionConfiguration()->getCollisionAlgorithmCreateFunc(type0, type1));
  }
}

bool hasNearCallback(btDispatcher& dispatcher) {
  auto* const known = dynamic_cast<btCollisionDispatcher*>(&dispatcher);
  const btNearCallback callback = known ? known->getNearCallback() : nullptr;
  return callback && callback != btCollisionDispatcher::defaultNearCallback;
}

PairKey pairOf(const btBroadphaseProxy& first, const btBroadphaseProxy& second) {
  return pairKey(static_cast<Index>(first.m_uniqueId), static_cast<Index>(second.m_uniqueId));
}

bool nearCallbackWants(btDispatcher& dispatcher, btBroadphaseProxy& first, btBroadphaseProxy& second) {
  if (!hasNearCallback(dispatcher)) return true;
  auto* const known = dynamic_cast<btCollisionDispatcher*>(&dispatcher);
  Probe probe{btCollisionAlgorithmConstructionInfo(known, 1)};
  btBroadphasePair pair(first, second);
  pair.m_algorithm = &probe;
  known->getNearCallback()(pair, *known, btDispatcherInfo());
  return probe.reached;
}

}  // namespace pliant::detail
