#pragma once

#include <LinearMath/btIDebugDraw.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollision.h>

namespace pliant {

/// Draws the results of the last step, by the drawer's debug mode.
/// - DBG_DrawContactPoints: contacts with an impulse > 0; all contacts after SoftCollision::setNearContactsDrawn(true).
///   Penetrating contacts are red, others green. The normal is as long as the larger of depth and contact distance.
/// - DBG_DrawAabb: the boxes of the bodies' motion from t0 to t1.
///
/// The drawer is called on the calling thread. Pliant's worlds call this function from debugDrawWorld.
PLIANT_PLUGIN_EXPORT void debugDraw(SoftCollision& collision, btIDebugDraw& drawer);

}  // namespace pliant
