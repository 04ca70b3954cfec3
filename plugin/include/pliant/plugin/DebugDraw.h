#pragma once

#include <LinearMath/btIDebugDraw.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant {

/// Draws what the last step found, through the drawer's own drawing mode: contact points with normals where
/// DBG_DrawContactPoints is on (as long as the depth is deep, or the contact distance), the bodies' swept boxes where
/// DBG_DrawAabb is on. Pliant's worlds call it from debugDrawWorld.
PLIANT_PLUGIN_EXPORT void debugDraw(SoftCollision& collision, btIDebugDraw& drawer);

}  // namespace pliant
