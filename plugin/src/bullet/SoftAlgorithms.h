#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>

#include "ConfigurationUse.h"

namespace pliant {
namespace detail {

/// What Bullet asks of an algorithm and soft bodies have none of: a time of impact, manifolds.
class SoftAlgorithm : public btCollisionAlgorithm {
 public:
  explicit SoftAlgorithm(const btCollisionAlgorithmConstructionInfo& info) : btCollisionAlgorithm(info) {}
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }
  void getAllContactManifolds(btManifoldArray&) override {}
};

/// Soft against soft during a step: only notes the pair, from any thread; contacts come later, in one batch.
class SoftSoftAlgorithm : public SoftAlgorithm {
 public:
  SoftSoftAlgorithm(const btCollisionAlgorithmConstructionInfo& info, ConfigurationUse& use)
      : SoftAlgorithm(info), m_use(use) {}

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;

 private:
  ConfigurationUse& m_use;
};

/// Soft against a triangle mesh, or a compound that may have some, during a step: notes the pair as well. A mesh that
/// is not taken, and all else in a compound, goes the way that it goes without us.
class SoftMeshAlgorithm : public SoftAlgorithm {
 public:
  SoftMeshAlgorithm(const btCollisionAlgorithmConstructionInfo& info, ConfigurationUse& use,
                    btCollisionAlgorithmCreateFunc* bullets)
      : SoftAlgorithm(info), m_use(use), m_bullets(bullets) {}
  ~SoftMeshAlgorithm() override;

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;

 private:
  ConfigurationUse& m_use;
  btCollisionAlgorithmCreateFunc* m_bullets;
  btCollisionAlgorithm* m_bulletsOwn = nullptr;
};

/// Bullet's algorithm for GImpact meshes, where a host has registered it, takes the place of what the configuration
/// says, also for soft bodies, of which it knows nothing. They go back to the configuration's, like all other meshes.
void serveGImpactMeshes(btDispatcher& dispatcher);

/// Whether the host's near callback, if there is one, would have the pair. It sees one that no broad phase has found.
bool nearCallbackWants(btDispatcher& dispatcher, btBroadphaseProxy& first, btBroadphaseProxy& second);

/// contactTest and contactPairTest with a soft body on either side: answers at once through addContactPoint.
class SoftClosestPointsAlgorithm : public SoftAlgorithm {
 public:
  explicit SoftClosestPointsAlgorithm(const btCollisionAlgorithmConstructionInfo& info) : SoftAlgorithm(info) {}

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;
};

/// Makes either kind in the dispatcher's pool.
class SoftSoftCreateFunc : public btCollisionAlgorithmCreateFunc {
 public:
  explicit SoftSoftCreateFunc(ConfigurationUse& use) : m_use(use) {}
  btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                 const btCollisionObjectWrapper*,
                                                 const btCollisionObjectWrapper*) override {
    return new (info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(SoftSoftAlgorithm)))
        SoftSoftAlgorithm(info, m_use);
  }

 private:
  ConfigurationUse& m_use;
};

/// Stands before the function of Bullet's that makes its algorithm for soft bodies and concave shapes or compounds.
class SoftMeshCreateFunc : public btCollisionAlgorithmCreateFunc {
 public:
  SoftMeshCreateFunc(ConfigurationUse& use, btCollisionAlgorithmCreateFunc* bullets) : m_use(use), m_bullets(bullets) {}
  btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                 const btCollisionObjectWrapper*,
                                                 const btCollisionObjectWrapper*) override {
    return new (info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(SoftMeshAlgorithm)))
        SoftMeshAlgorithm(info, m_use, m_bullets);
  }

 private:
  ConfigurationUse& m_use;
  btCollisionAlgorithmCreateFunc* m_bullets;
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
