#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <pliant/plugin/CollisionConfiguration.h>

#include <algorithm>

#include "SoftAlgorithms.h"
#include "step/SoftCollisionImpl.h"

namespace pliant {
namespace {

/// Raises the element size of Bullet's pool to that of Pliant's algorithms; Bullet checks it only in debug builds.
btDefaultCollisionConstructionInfo withRoom(btDefaultCollisionConstructionInfo info) {
  info.m_customCollisionAlgorithmMaxElementSize =
      std::max({info.m_customCollisionAlgorithmMaxElementSize, static_cast<int>(sizeof(detail::SoftSoftAlgorithm)),
                static_cast<int>(sizeof(detail::SoftMeshAlgorithm)),
                static_cast<int>(sizeof(detail::SoftClosestPointsAlgorithm))});
  return info;
}

bool isTriangleMesh(int proxyType) {
  return proxyType == TRIANGLE_MESH_SHAPE_PROXYTYPE || proxyType == SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE ||
         proxyType == MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE || proxyType == GIMPACT_SHAPE_PROXYTYPE;
}

bool isSoft(int proxyType) {
  return proxyType == SOFTBODY_SHAPE_PROXYTYPE;
}

}  // namespace

CollisionConfiguration::CollisionConfiguration(const btDefaultCollisionConstructionInfo& info)
    : CollisionConfiguration(nullptr, info) {}

CollisionConfiguration::CollisionConfiguration(SoftCollision* collision, const btDefaultCollisionConstructionInfo& info)
    : btSoftBodyRigidBodyCollisionConfiguration(withRoom(info)),
      m_use(std::make_unique<detail::ConfigurationUse>()),
      m_softSoft(std::make_unique<detail::SoftSoftCreateFunc>(*m_use)),
      m_closestPoints(std::make_unique<detail::SoftClosestPointsCreateFunc>()) {
  m_use->collision = collision;
  using Bullets = btSoftBodyRigidBodyCollisionConfiguration;
  constexpr int kSoft = SOFTBODY_SHAPE_PROXYTYPE, kMesh = TRIANGLE_MESH_SHAPE_PROXYTYPE;
  m_softMesh =
      std::make_unique<detail::SoftMeshCreateFunc>(*m_use, Bullets::getCollisionAlgorithmCreateFunc(kSoft, kMesh));
  m_meshSoft =
      std::make_unique<detail::SoftMeshCreateFunc>(*m_use, Bullets::getCollisionAlgorithmCreateFunc(kMesh, kSoft));
  constexpr int kCompound = COMPOUND_SHAPE_PROXYTYPE;
  m_softCompound =
      std::make_unique<detail::SoftMeshCreateFunc>(*m_use, Bullets::getCollisionAlgorithmCreateFunc(kSoft, kCompound));
  m_compoundSoft =
      std::make_unique<detail::SoftMeshCreateFunc>(*m_use, Bullets::getCollisionAlgorithmCreateFunc(kCompound, kSoft));
}

CollisionConfiguration::~CollisionConfiguration() = default;

bool CollisionConfiguration::isServed() const {
  return m_use->anyWorld() || m_use->byDispatch || (m_use->collision && m_use->collision->impl().world);
}

btCollisionAlgorithmCreateFunc* CollisionConfiguration::getCollisionAlgorithmCreateFunc(int proxyType0,
                                                                                        int proxyType1) {
  if (isSoft(proxyType0) && isSoft(proxyType1)) return m_softSoft.get();
  if (isSoft(proxyType0) && isTriangleMesh(proxyType1)) return m_softMesh.get();
  if (isTriangleMesh(proxyType0) && isSoft(proxyType1)) return m_meshSoft.get();
  if (isSoft(proxyType0) && proxyType1 == COMPOUND_SHAPE_PROXYTYPE) return m_softCompound.get();
  if (proxyType0 == COMPOUND_SHAPE_PROXYTYPE && isSoft(proxyType1)) return m_compoundSoft.get();
  return btSoftBodyRigidBodyCollisionConfiguration::getCollisionAlgorithmCreateFunc(proxyType0, proxyType1);
}

btCollisionAlgorithmCreateFunc* CollisionConfiguration::getClosestPointsAlgorithmCreateFunc(int proxyType0,
                                                                                            int proxyType1) {
  if (isSoft(proxyType0) || isSoft(proxyType1)) return m_closestPoints.get();
  return btSoftBodyRigidBodyCollisionConfiguration::getClosestPointsAlgorithmCreateFunc(proxyType0, proxyType1);
}

}  // namespace pliant
