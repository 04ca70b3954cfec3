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

/// Replaces btSoftBodyRigidBodyCollisionConfiguration.
/// - Pliant handles pairs of soft bodies, and pairs of a soft body and a rigid triangle mesh.
/// - contactTest and contactPairTest report soft bodies.
///
/// Detection itself belongs to Pliant's world or to a SoftBodySolver.
/// In a stock world without either, soft bodies collide as in stock Bullet; isServed returns false then.
class PLIANT_PLUGIN_EXPORT CollisionConfiguration : public btSoftBodyRigidBodyCollisionConfiguration {
 public:
  /// `info`: Bullet's construction info; the element size of the algorithm pool is raised to what Pliant needs.
  explicit CollisionConfiguration(const btDefaultCollisionConstructionInfo& info = {});
  /// `collision`: handles the bodies whose solver is not Pliant's; null: Bullet handles them.
  /// The SoftCollision is not owned and must outlive the configuration.
  explicit CollisionConfiguration(SoftCollision* collision, const btDefaultCollisionConstructionInfo& info = {});
  ~CollisionConfiguration() override;

  /// Returns true if soft bodies collide through Pliant with this configuration, that is if
  /// - it belongs to a living world of Pliant that steps its soft bodies with a SoftBodySolver, or
  /// - a pair with a soft body whose solver is a SoftBodySolver was dispatched, or
  /// - the SoftCollision of the constructor has begun a step.
  ///
  /// In a stock world, call it after the first steps.
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
