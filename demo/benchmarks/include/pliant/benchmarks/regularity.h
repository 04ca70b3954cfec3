#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// A table by its name, measured when it is made.
struct TableMaker {
  std::string name;
  std::function<Table()> make;
};

/// Volino and Magnenat-Thalmann 1994, tables 1a, 1b, 2a and 2b, theirs beside ours: calls of the collision procedure
/// and tests of single faces on a sphere and on a strip that crosses itself, in up to `most` faces. And 3.3: body and
/// cloth. Then times beside the floor and other detectors, of settings, of faces that come and go, and of cloths beside
/// Bullet's own self-collision, all in steps in which surfaces move, medians of `repeats` steps or more. A maker throws
/// Error where methods don't find the same.
std::vector<TableMaker> regularityTables(std::size_t most, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
