#pragma once

#include <pliant/scenes/Simulation.h>

namespace pliant {

/// A plane that cuts, world units: the places x with normal · x = offset.
struct CuttingPlane {
  btVector3 normal{1, 0, 0};  ///< of length 1
  btScalar offset = 0;
};

/// Cuts a soft body of faces and links all along a plane, by Bullet's btSoftBody::refine; none of it is driven. What
/// lies nearer than `near` to the plane is cut through, and gives way by a fifth of that to its own side, as if the
/// blade had a thickness. Stock Bullet may crash in a body that was cut.
void cutSoft(Simulation& simulation, std::size_t body, const CuttingPlane& plane, btScalar near);

}  // namespace pliant
