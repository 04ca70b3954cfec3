#pragma once

#include <pliant/pictures/Renderer.h>
#include <pliant/scenes/Simulation.h>

namespace pliant::detail {

/// Colours the faces at cuts, and adds a point for each pair of vertices that a cut has parted by little. The first
/// surfaces of the drawing must be the bodies. Does nothing under stock Bullet, which knows no cuts.
void addCutSides(const Simulation& simulation, Drawing& drawing);

}  // namespace pliant::detail
