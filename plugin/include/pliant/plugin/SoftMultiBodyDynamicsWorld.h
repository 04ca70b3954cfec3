#pragma once

#include <BulletSoftBody/btSoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftWorld.h>

namespace pliant {

extern template class PLIANT_PLUGIN_EXPORT detail::SoftWorld<btSoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver>;

/// In place of btSoftMultiBodyDynamicsWorld: the same constructor and members; softCollision() has the settings.
class PLIANT_PLUGIN_EXPORT SoftMultiBodyDynamicsWorld
    : public detail::SoftWorld<btSoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver> {
 public:
  using SoftWorld::SoftWorld;
  ~SoftMultiBodyDynamicsWorld() override;
};

}  // namespace pliant
