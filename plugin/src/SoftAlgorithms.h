#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>

namespace pliant {

class SoftCollision;

namespace detail {

/// Soft against soft during a step: only notes the pair, from any thread; contacts come later, in one batch.
class SoftSoftAlgorithm : public btCollisionAlgorithm {
 public:
  SoftSoftAlgorithm(const btCollisionAlgorithmConstructionInfo& info, SoftCollision* collision)
      : btCollisionAlgorithm(info), m_collision(collision) {}

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }
  void getAllContactManifolds(btManifoldArray&) override {}

 private:
  SoftCollision* m_collision;  // serves bodies whose solver is not Pliant's; may be null
};

/// contactTest and contactPairTest with a soft body on either side: answers at once through addContactPoint.
class SoftClosestPointsAlgorithm : public btCollisionAlgorithm {
 public:
  explicit SoftClosestPointsAlgorithm(const btCollisionAlgorithmConstructionInfo& info) : btCollisionAlgorithm(info) {}

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }
  void getAllContactManifolds(btManifoldArray&) override {}
};

/// Makes either kind in the dispatcher's pool.
class SoftSoftCreateFunc : public btCollisionAlgorithmCreateFunc {
 public:
  explicit SoftSoftCreateFunc(SoftCollision* collision) : m_collision(collision) {}
  btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                 const btCollisionObjectWrapper*,
                                                 const btCollisionObjectWrapper*) override {
    return new (info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(SoftSoftAlgorithm)))
        SoftSoftAlgorithm(info, m_collision);
  }

 private:
  SoftCollision* m_collision;
};

class SoftClosestPointsCreateFunc : public btCollisionAlgorithmCreateFunc {
 public:
  btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                 const btCollisionObjectWrapper*,
                                                 const btCollisionObjectWrapper*) override {
    return new (info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(SoftClosestPointsAlgorithm)))
        SoftClosestPointsAlgorithm(info);
  }
};

}  // namespace detail
}  // namespace pliant
