#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <vector>

/// Benchmarks of the bucket tree, after Ganovelli 2000. Thread CPU time, medians; what is compared takes turns, frame
/// by frame.
namespace pliant::benchmarks {

/// Two deforming surfaces that touch, of 12,000, 50,000 and 500,000 faces each: intersecting face pairs by the bucket
/// tree, the spatial hash and Bullet's face trees, beside the floor, one pass that stores the boxes of all faces. The
/// largest takes a tenth of the steps, at least 3. Throws Error where they don't find the same number.
Table touchingSurfaces(int steps, const Progress& progress);

}  // namespace pliant::benchmarks
