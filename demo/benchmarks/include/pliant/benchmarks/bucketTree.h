#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/detectors/Types.h>

#include <vector>

/// Benchmarks of the bucket tree, after Ganovelli 2000. Times are medians of thread CPU time.
/// Methods that are compared are measured alternately, frame by frame.
namespace pliant::benchmarks {

/// Intersecting face pairs of two deforming surfaces that touch, of 12,000, 50,000 and 500,000 faces each.
/// Compares the bucket tree, the spatial hash and Bullet's face trees with the floor, one pass that stores the boxes of
/// all faces.
/// The largest surfaces run for a tenth of the steps, at least 3. Surfaces of more than `most` faces are left out.
/// Throws Error if the methods do not find the same number of pairs.
Table touchingSurfaces(int steps, const Progress& progress, Index most = 500'000);

/// Figure 3: time of an update of a particle soup with 4 levels, for both algorithms [ms].
/// The order of the particles is more or less stable: each deviates from a common direction by at most an angle.
Figure bucketAlgorithms(int steps);

/// Figure 4: time of an update of 15,000 particles against the number of levels [ms].
Figure bucketLevels(int steps);

/// Table 1: time to find 1,000 pairs of overlapping buckets of two soups, with 3, 4 and 5 levels.
Table bucketPairs(int steps);

/// Section 4: pairs with overlapping boxes of two triangle soups that turn and deform.
/// Compares buckets, a box tree that is refitted, and a box tree that is rebuilt in each step.
/// Throws Error if they do not find the same number of pairs.
Table bucketsAndBoxTrees(int steps);

}  // namespace pliant::benchmarks
