#pragma once

struct btCollisionObjectWrapper;
class btManifoldResult;

namespace pliant::detail {

/// Adds contact points between two objects to `result`; one or both objects are soft.
/// - Points are at most the result's threshold apart.
/// - Margins are those of the simulation: the shape's margin against rigid bodies, SoftCollision::getMargin against
///   soft bodies.
/// - Each element of the soft body gives at most one point per child, triangle or element of the other object; against
///   a plane, each node one.
/// - Neither body is changed.
void reportClosestPoints(const btCollisionObjectWrapper& first, const btCollisionObjectWrapper& second,
                         btManifoldResult& result);

}  // namespace pliant::detail
