#pragma once

struct btCollisionObjectWrapper;
class btManifoldResult;

namespace pliant::detail {

/// Contact points between two objects, one or both of them soft, no farther apart than the result's threshold; soft
/// bodies are as thick as in the simulation (against rigid bodies the shape's margin, against soft bodies that of
/// SoftCollision). One point per element of the soft body; changes neither body.
void reportClosestPoints(const btCollisionObjectWrapper& first, const btCollisionObjectWrapper& second,
                         btManifoldResult& result);

}  // namespace pliant::detail
