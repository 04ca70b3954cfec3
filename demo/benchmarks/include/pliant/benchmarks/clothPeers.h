#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>
#include <span>

namespace pliant::benchmarks {

/// Self-collision of moving cloths of `faces` faces each: flat, wrinkled, wound and crumpled.
/// Compares Bullet's own method, cones of normals, with the regularity tree and the spatial hash: medians over
/// `repeats` steps, thread CPU time with all updates [ms], and the number of face pairs that each method misses.
/// All methods are measured alternately in one process.
/// Throws Error if the regularity tree and the spatial hash do not find the same pairs.
Table clothPeers(std::span<const std::size_t> faces, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
