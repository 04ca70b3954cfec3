#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>

#include <atomic>
#include <memory>
#include <tuple>
#include <vector>

#include "core/pairKey.h"

class btOverlappingPairCache;
class btSoftBody;

namespace pliant {

class SoftCollision;

namespace detail {

/// Connects a CollisionConfiguration to the SoftCollision and the world that use it.
struct ConfigurationUse {
  SoftCollision* collision = nullptr;  ///< handles bodies whose solver is not Pliant's; not owned; may be null
  /// A world of Pliant's that uses the configuration.
  struct World {
    std::weak_ptr<const void> life;  ///< expires with the world
    SoftCollision* deformable;       ///< that of a deformable world, else null
  };
  std::vector<World> worlds;  ///< also some that have expired

  bool anyWorld() const;
  void add(const World& world);
  /// Returns the SoftCollision of a body whose solver is not Pliant's; null if there is none.
  SoftCollision* of(const btSoftBody& body) const;

  std::atomic<bool> byDispatch = false;  ///< true after a pair with a body of Pliant's solver was dispatched
};

/// Base class: soft bodies have no time of impact and no contact manifolds.
class SoftAlgorithm : public btCollisionAlgorithm {
 public:
  explicit SoftAlgorithm(const btCollisionAlgorithmConstructionInfo& info) : btCollisionAlgorithm(info) {}
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }
  void getAllContactManifolds(btManifoldArray&) override {}
};

/// Soft body against soft body within a step: records the pair. Contacts are detected later, in one batch.
/// Thread-safe.
class SoftSoftAlgorithm : public SoftAlgorithm {
 public:
  SoftSoftAlgorithm(const btCollisionAlgorithmConstructionInfo& info, ConfigurationUse& use)
      : SoftAlgorithm(info), m_use(use) {}

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;

 private:
  ConfigurationUse& m_use;
};

/// Lists the pairs of soft bodies about which dispatch has asked a near callback of the program, but for those of other
/// algorithms, which do not record what it accepts.
void noteAsked(btOverlappingPairCache& cache, btDispatcher& dispatcher, std::vector<PairKey>& asked);

/// Soft body against a triangle mesh, or a compound that may contain meshes, within a step: records the pair.
/// Bullet's algorithm handles a mesh that Pliant does not take, and all other children of a compound.
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
  btCollisionAlgorithmCreateFunc* m_bullets;     // Bullet's creation function for the pair; not owned
  btCollisionAlgorithm* m_bulletsOwn = nullptr;  // Bullet's algorithm, created on first use; owned
};

/// Handles contactTest and contactPairTest with one or two soft bodies: calls addContactPoint immediately.
class SoftClosestPointsAlgorithm : public SoftAlgorithm {
 public:
  explicit SoftClosestPointsAlgorithm(const btCollisionAlgorithmConstructionInfo& info) : SoftAlgorithm(info) {}

  void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatchInfo, btManifoldResult* result) override;
};

/// Creates algorithms in the dispatcher's pool. `arguments`: those of the algorithm's constructor after the first.
template <typename Algorithm, typename... Arguments>
class CreateFunc : public btCollisionAlgorithmCreateFunc {
 public:
  explicit CreateFunc(Arguments... arguments) : m_arguments(arguments...) {}
  btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                 const btCollisionObjectWrapper*,
                                                 const btCollisionObjectWrapper*) override {
    void* const place = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(Algorithm));
    return std::apply([&](auto&... arguments) { return new (place) Algorithm(info, arguments...); }, m_arguments);
  }

 private:
  std::tuple<Arguments...> m_arguments;
};

using SoftSoftCreateFunc = CreateFunc<SoftSoftAlgorithm, ConfigurationUse&>;
/// The last argument is Bullet's function for soft bodies and concave shapes or compounds.
using SoftMeshCreateFunc = CreateFunc<SoftMeshAlgorithm, ConfigurationUse&, btCollisionAlgorithmCreateFunc*>;
using SoftClosestPointsCreateFunc = CreateFunc<SoftClosestPointsAlgorithm>;

}  // namespace detail
}  // namespace pliant
