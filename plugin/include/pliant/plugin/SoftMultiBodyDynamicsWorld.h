#pragma once

#include <BulletSoftBody/btSoftMultiBodyDynamicsWorld.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftWorld.h>

namespace pliant {

extern template class PLIANT_PLUGIN_EXPORT detail::SoftWorld<btSoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver>;

/// Replaces btSoftMultiBodyDynamicsWorld: same constructor and members, and softCollision() for settings and results.
/// Hold it by its own type, since Bullet's removeSoftBody is not virtual.
class PLIANT_PLUGIN_EXPORT SoftMultiBodyDynamicsWorld
    : public detail::SoftWorld<btSoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver> {
 public:
  using SoftWorld::SoftWorld;
  ~SoftMultiBodyDynamicsWorld() override;
};

}  // namespace pliant
