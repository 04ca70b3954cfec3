#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>

namespace pliant::benchmarks {

/// The surface side of the spatial hash in crowds of about 1,000, 10,000 and 100,000 faces, ns of thread CPU time per
/// face: candidates of a step and their narrow test, intersecting face pairs, and pairs of boxes beside Bullet's own
/// face trees. Brute force takes part at 1,000. The largest takes a tenth of the steps, at least 3. Throws Error where
/// the methods don't find the same.
Table surface(int steps, const Progress& progress);

/// As threads(), of spatialHash.h: the regularity tree on cloths and the bucket tree on two surfaces that touch, of
/// 10,000 and 50,000 faces, as far as `most` allows; of 1,000 where it allows no others.
Table surfaceThreads(std::size_t most, int steps, const Progress& progress);

}  // namespace pliant::benchmarks
