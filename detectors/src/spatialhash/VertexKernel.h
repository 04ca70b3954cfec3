#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "CellTable.h"
#include "ClusterKernel.h"

namespace pliant::detail {

/// Maximum number of vertices that are located in one call. A multiple of kEntryPadding.
inline constexpr std::size_t kLocateChunk = 1024;

/// Consecutive vertices of the order that are in one block.
struct VertexRun {
  std::uint32_t bucket;
  std::int32_t i, j, k;
  Index begin, count;  ///< range in the order
  Index cell;
  Index to;  ///< first entry in the table
};

/// Coordinates and indices as separate arrays, with capacity for kEntryPadding more.
struct EntryArrays {
  Real *x, *y, *z;
  LaneId *vertex, *home;
};

/// Finds the blocks of `count` vertices, at most kLocateChunk. Writes one run for each piece of the order that is in
/// one block, and returns the number of runs. `order`: vertex indices in the set; their coordinates are written to x, y
/// and z in this order. All arrays except `runs` are read and written in whole vectors: they need capacity for
/// kEntryPadding more.
std::size_t locateRuns(const CellGrid& grid, const CellHash& hash, const Real* positions, const LaneId* order,
                       std::size_t count, Real* x, Real* y, Real* z, VertexRun* runs);

/// Copies the entries of each run from the order to the table.
void copyRuns(const VertexRun* runs, std::size_t count, const Entries& from, const EntryArrays& to);

}  // namespace pliant::detail
