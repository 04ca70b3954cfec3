#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>
#include <span>

namespace pliant::benchmarks {

/// Cloths of so many faces, flat, wrinkled and crumpled, that move from step to step: Bullet's own self-collision by
/// cones of normals beside the regularity tree and the spatial hash, medians of `repeats` steps, ms of thread CPU time,
/// all updates included; and how many pairs of faces each misses. All take turns in one process. Throws Error where
/// ours don't find the same.
Table clothPeers(std::span<const std::size_t> faces, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
