#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>

namespace pliant::benchmarks {

/// The spatial hash on lattices of surfaces with about 1,000, 10,000 and 100,000 faces: thread CPU time per face [ns].
/// Measures the candidates of a step and their narrow test, intersecting face pairs, and pairs of boxes compared with
/// Bullet's face trees. Brute force is measured with 1,000 faces only.
/// The largest lattice runs for a tenth of the steps, at least 3.
/// Throws Error if the methods do not find the same pairs.
Table surface(int steps, const Progress& progress);

/// Like threads() of spatialHash.h, for the regularity tree on cloths and the bucket tree on two surfaces that touch.
/// They have 10,000 and 50,000 faces, if at most `most`; 1,000 if `most` is below 10,000.
Table surfaceThreads(std::size_t most, int steps, const Progress& progress);

}  // namespace pliant::benchmarks
