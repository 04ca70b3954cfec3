#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstddef>

namespace pliant::models {

// The surfaces of Volino and Magnenat-Thalmann 1994, 3.1 and 3.2, divided as there: by incremental Delaunay
// subdivision. A new point lies near the middle of the longest edge, and edges are flipped until each triangle's
// circle has no other vertex inside. The pattern is irregular; the shapes are those of foldingSurfaces.h.

/// Returns a sphere of radius 1/2. The number of faces is even, `faces` or one more, at least 8.
ClosedModel delaunaySphere(std::size_t faces);

/// Returns the strip of loopSurface(). The number of faces is `faces` or one more, at least 2. Triangles are those of
/// the flat strip, 2 long and 1 wide.
SurfaceModel delaunayLoop(std::size_t faces);

}  // namespace pliant::models
