#pragma once

#include <pliant/scenes/Simulation.h>

namespace pliant {

/// A cutting plane in world units: the points x with normal · x = offset.
struct CuttingPlane {
  btVector3 normal{1, 0, 0};  ///< unit length
  btScalar offset = 0;
};

/// Cuts a soft body of faces and links along a whole plane, with Bullet's btSoftBody::refine. None of its vertices may
/// be driven. Vertices nearer than `near` to the plane are cut through. Stock Bullet may crash in a body that was cut.
/// `parts`:
/// - true: they are moved to their own side, to a distance of a fifth of `near`, as if the blade had a thickness.
/// - false: the two sides stay at one place. Pliant moves them apart in the next step.
void cutSoft(Simulation& simulation, std::size_t body, const CuttingPlane& plane, btScalar near, bool parts = true);

}  // namespace pliant
