#pragma once

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/Precision.h>

#include <memory>

namespace pliant {

class SoftCollision;

namespace detail {
struct ConfigurationUse;
class WorldSolver;
}  // namespace detail

/// In place of btSoftBodyRigidBodyCollisionConfiguration: soft bodies meet soft bodies and rigid triangle meshes
/// through Pliant, and contactTest and contactPairTest see soft bodies. Detection is the world's, or that of a
/// SoftBodySolver: in a stock world without either, soft bodies collide as in stock Bullet, and only isServed says so.
class PLIANT_PLUGIN_EXPORT CollisionConfiguration : public btSoftBodyRigidBodyCollisionConfiguration {
 public:
  explicit CollisionConfiguration(const btDefaultCollisionConstructionInfo& info = {});
  /// With a SoftCollision, bodies are served whose solver is not Pliant's. It stays the user's.
  explicit CollisionConfiguration(SoftCollision* collision, const btDefaultCollisionConstructionInfo& info = {});
  ~CollisionConfiguration() override;

  /// Whether soft bodies collide through Pliant with this configuration: it belongs to a living world of Pliant's, or
  /// steps were made in a stock world whose bodies have a SoftBodySolver.
  bool isServed() const;

  btCollisionAlgorithmCreateFunc* getCollisionAlgorithmCreateFunc(int proxyType0, int proxyType1) override;
  btCollisionAlgorithmCreateFunc* getClosestPointsAlgorithmCreateFunc(int proxyType0, int proxyType1) override;

 private:
  friend class detail::WorldSolver;
  std::unique_ptr<detail::ConfigurationUse> m_use;
  std::unique_ptr<btCollisionAlgorithmCreateFunc> m_softSoft, m_softMesh, m_meshSoft, m_softCompound, m_compoundSoft;
  std::unique_ptr<btCollisionAlgorithmCreateFunc> m_closestPoints;
};

}  // namespace pliant
