#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <pliant/plugin/CollisionConfiguration.h>

#include <algorithm>

#include "SoftAlgorithms.h"

namespace pliant {
namespace {

/// Bullet's pool checks the element size only in debug builds: ours must fit.
btDefaultCollisionConstructionInfo withRoom(btDefaultCollisionConstructionInfo info) {
  info.m_customCollisionAlgorithmMaxElementSize =
      std::max({info.m_customCollisionAlgorithmMaxElementSize, static_cast<int>(sizeof(detail::SoftSoftAlgorithm)),
                static_cast<int>(sizeof(detail::SoftClosestPointsAlgorithm))});
  return info;
}

bool isSoft(int proxyType) {
  return proxyType == SOFTBODY_SHAPE_PROXYTYPE;
}

}  // namespace

CollisionConfiguration::CollisionConfiguration(const btDefaultCollisionConstructionInfo& info)
    : CollisionConfiguration(nullptr, info) {}

CollisionConfiguration::CollisionConfiguration(SoftCollision* collision, const btDefaultCollisionConstructionInfo& info)
    : btSoftBodyRigidBodyCollisionConfiguration(withRoom(info)),
      m_softSoft(std::make_unique<detail::SoftSoftCreateFunc>(collision)),
      m_closestPoints(std::make_unique<detail::SoftClosestPointsCreateFunc>()) {}

CollisionConfiguration::~CollisionConfiguration() = default;

btCollisionAlgorithmCreateFunc* CollisionConfiguration::getCollisionAlgorithmCreateFunc(int proxyType0,
                                                                                        int proxyType1) {
  if (isSoft(proxyType0) && isSoft(proxyType1)) return m_softSoft.get();
  return btSoftBodyRigidBodyCollisionConfiguration::getCollisionAlgorithmCreateFunc(proxyType0, proxyType1);
}

btCollisionAlgorithmCreateFunc* CollisionConfiguration::getClosestPointsAlgorithmCreateFunc(int proxyType0,
                                                                                            int proxyType1) {
  if (isSoft(proxyType0) || isSoft(proxyType1)) return m_closestPoints.get();
  return btSoftBodyRigidBodyCollisionConfiguration::getClosestPointsAlgorithmCreateFunc(proxyType0, proxyType1);
}

}  // namespace pliant
