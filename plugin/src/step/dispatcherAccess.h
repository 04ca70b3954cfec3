#pragma once

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>

#include "core/pairKey.h"

struct btBroadphaseProxy;

namespace pliant::detail {

/// Restores the configuration's algorithms for soft bodies against GImpact meshes.
/// Bullet's GImpact algorithm replaces them if the program registers it, but does not support soft bodies.
void serveGImpactMeshes(btDispatcher& dispatcher);

/// Returns true if the program has set a near callback of its own.
bool hasNearCallback(btDispatcher& dispatcher);

/// Returns a key of the unordered pair, for lists that last no longer than a step.
PairKey pairOf(const btBroadphaseProxy& first, const btBroadphaseProxy& second);

/// Returns true if the program's near callback, if there is one, accepts the pair.
/// The callback runs on the calling thread, with a pair that the broad phase has not found.
bool nearCallbackWants(btDispatcher& dispatcher, btBroadphaseProxy& first, btBroadphaseProxy& second);

}  // namespace pliant::detail
