#pragma once

#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftWorld.h>

namespace pliant {

extern template class PLIANT_PLUGIN_EXPORT detail::SoftWorld<btSoftRigidDynamicsWorld, btConstraintSolver>;

/// In place of btSoftRigidDynamicsWorld: the same constructor and members; softCollision() has the settings.
class PLIANT_PLUGIN_EXPORT SoftRigidDynamicsWorld
    : public detail::SoftWorld<btSoftRigidDynamicsWorld, btConstraintSolver> {
 public:
  using SoftWorld::SoftWorld;
  ~SoftRigidDynamicsWorld() override;
};

}  // namespace pliant
