#pragma once

#include <pliant/models/ImplicitShape.h>

namespace pliant::models {

/// The shape's surface with exactly so many faces (an even number, some hundreds at the least): tetrahedra of a
/// body-centred lattice are cut where the value changes its sign, so the surface is closed and manifold and does not
/// pass through itself; then it is smoothed. One piece, the largest. Fitted. The same bits for the same shape. Throws
/// Error where there is no such number of faces.
ClosedModel polygonise(const ImplicitShape& shape, std::size_t faces);

}  // namespace pliant::models
