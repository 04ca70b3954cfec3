#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant::detail {

/// rayTest of Pliant's worlds: rigid bodies as Bullet does, soft bodies without Bullet's trees.
void rayTestWorld(SoftCollision& collision, btBroadphaseInterface& broadphase, const btVector3& from,
                  const btVector3& to, btCollisionWorld::RayResultCallback& result);

}  // namespace pliant::detail
