#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/detectors/Types.h>

#include <vector>

/// Benchmarks of the bucket tree, after Ganovelli 2000. Thread CPU time, medians; what is compared takes turns, frame
/// by frame.
namespace pliant::benchmarks {

/// Two deforming surfaces that touch, of 12,000, 50,000 and 500,000 faces each: intersecting face pairs by the bucket
/// tree, the spatial hash and Bullet's face trees, beside the floor, one pass that stores the boxes of all faces. The
/// largest takes a tenth of the steps, at least 3; surfaces of more than `most` faces are left out. Throws Error where
/// they don't find the same number.
Table touchingSurfaces(int steps, const Progress& progress, Index most = 500'000);

/// Figure 3: ms for each update of a soup of particles with 4 levels, by both algorithms, where particles keep their
/// order more or less: they move aside from a common direction by at most an angle.
Figure bucketAlgorithms(int steps);

/// Figure 4: ms for each update of 15,000 particles against the number of levels.
Figure bucketLevels(int steps);

/// Table 1: time to find 1,000 pairs of overlapping buckets of two soups, on 3, 4 and 5 levels.
Table bucketPairs(int steps);

/// Section 4: soups of triangles that turn and deform, pairs whose boxes overlap: by buckets, by a tree of boxes that
/// is refitted, and by one that is built anew in each step. Throws Error where they don't find the same number.
Table bucketsAndBoxTrees(int steps);

}  // namespace pliant::benchmarks
