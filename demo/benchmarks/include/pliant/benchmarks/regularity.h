#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>
#include <vector>

namespace pliant::benchmarks {

/// Volino and Magnenat-Thalmann 1994, tables 1a, 1b, 2a and 2b, theirs beside ours: calls of the collision procedure
/// and tests of single faces on a sphere and on a strip that crosses itself, in up to `most` faces. And 3.3: body and
/// cloth. Then times beside the floor and the spatial hash, medians of `repeats` steps. Throws Error where methods
/// don't find the same.
std::vector<Table> regularityTables(std::size_t most, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
