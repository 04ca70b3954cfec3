#pragma once

#include <pliant/scenes/cutSoft.h>

#include <functional>

namespace pliant {

/// Returns true for points of a cutting plane that the blade reaches. World units.
using BladeReach = std::function<bool(const btVector3&)>;

/// Cuts a soft body of tetrahedra: between tetrahedra on both sides of a plane, where the blade reaches the middle of
/// the face between them, projected onto the plane. No tetrahedron is divided. So the sides are as rough as the
/// tetrahedra, each part keeps a closed surface, and mass and momentum are kept. Both sides give way by a fiftieth of
/// the mean edge, as if the blade had a thickness. If the cut ends within the body, both sides stay joined there.
/// So does a part of a few tetrahedra.
/// Vertices may be pinned, but not driven. Stock Bullet may crash in a body that was cut. Returns true if anything was
/// cut.
bool cutSolid(Simulation& simulation, std::size_t body, const CuttingPlane& plane, const BladeReach& reaches);

}  // namespace pliant
