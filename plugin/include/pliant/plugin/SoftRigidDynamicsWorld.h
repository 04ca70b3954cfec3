#pragma once

#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftWorld.h>

namespace pliant {

extern template class PLIANT_PLUGIN_EXPORT detail::SoftWorld<btSoftRigidDynamicsWorld, btConstraintSolver>;

/// Replaces btSoftRigidDynamicsWorld: same constructor and members, and softCollision() for settings and results.
/// Hold it by its own type, since Bullet's removeSoftBody is not virtual.
class PLIANT_PLUGIN_EXPORT SoftRigidDynamicsWorld
    : public detail::SoftWorld<btSoftRigidDynamicsWorld, btConstraintSolver> {
 public:
  using SoftWorld::SoftWorld;
  ~SoftRigidDynamicsWorld() override;
};

}  // namespace pliant
