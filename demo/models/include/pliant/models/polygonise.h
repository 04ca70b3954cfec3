#pragma once

#include <pliant/models/ImplicitShape.h>

namespace pliant::models {

/// Returns the fitted surface of the shape with exactly `faces` faces (an even number, at least some hundreds).
/// Tetrahedra of a body-centred lattice are cut where the value changes its sign. So the surface is closed, manifold
/// and without self-intersections. Then it is smoothed. Only the largest connected piece is kept. The same shape gives
/// the same bits. Throws Error if no lattice gives that number of faces.
ClosedModel polygonise(const ImplicitShape& shape, std::size_t faces);

}  // namespace pliant::models
