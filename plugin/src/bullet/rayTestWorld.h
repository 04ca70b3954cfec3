#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant::detail {

/// Implements rayTest of Pliant's worlds: rigid bodies by Bullet, soft bodies by SoftCollision::rayTest.
/// `result` is called on the calling thread.
void rayTestWorld(SoftCollision& collision, btBroadphaseInterface& broadphase, const btVector3& from,
                  const btVector3& to, btCollisionWorld::RayResultCallback& result);

}  // namespace pliant::detail
