#pragma once

#include <pliant/pictures/Image.h>

// The figures of Volino and Magnenat-Thalmann 1994 that explain the method. `samples`: per side of a pixel.
namespace pliant::benchmarks {

/// Figure 1: surfaces that meet themselves by curvature and by the shape of their contour.
Image selfCollisionCauses(int samples);
/// Figure 2: normals on one side, and the projected contour.
Image regularityConditions(int samples);
/// Figure 4: vertices of the adjacency lists.
Image adjacencyVertices(int samples);
/// Figure 5: sampled directions.
Image sampledDirections(int samples);
/// Figure 6: the directions of patches, of levels upwards.
Image combinedDirections(int samples);

}  // namespace pliant::benchmarks
