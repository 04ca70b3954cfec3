#pragma once

#include <LinearMath/btIDebugDraw.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant {

/// Draws what the last step found, as the drawer's mode asks for it. DBG_DrawContactPoints: points of the contacts that
/// had an impulse, of all where SoftCollision::setNearContactsDrawn says so; red where they penetrate and green where
/// not, with normals as long as the depth or the contact distance, whichever is more. DBG_DrawAabb: the boxes of the
/// bodies' motion. Pliant's worlds call it from debugDrawWorld.
PLIANT_PLUGIN_EXPORT void debugDraw(SoftCollision& collision, btIDebugDraw& drawer);

}  // namespace pliant
