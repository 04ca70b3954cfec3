#pragma once

#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/spatialHash.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// A named table. `make` measures it.
struct TableMaker {
  std::string name;
  std::function<Table()> make;
};

/// Tables of the regularity tree, medians of `repeats` steps or more.
/// - Volino and Magnenat-Thalmann 1994, tables 1a, 1b, 2a and 2b, with the paper's values: calls of the collision
///   procedure and tests of single faces, on a sphere and on a strip that intersects itself, with up to `most` faces.
/// - Section 3.3 of the paper: body and cloth.
/// - Times compared with the floor and with other detectors, for several settings, for faces that are removed and
///   added, and for cloths compared with Bullet's own self-collision. Surfaces move in each step.
///
/// A maker throws Error if methods do not find the same pairs.
std::vector<TableMaker> regularityTables(std::size_t most, int repeats, const Progress& progress);

}  // namespace pliant::benchmarks
