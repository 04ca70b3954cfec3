#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "CellTable.h"
#include "ClusterKernel.h"

namespace pliant::detail {

/// Vertices that are located in one go. A multiple of kEntryPadding.
inline constexpr std::size_t kLocateChunk = 1024;

/// Vertices that follow each other in the order and share a block.
struct VertexRun {
  std::uint32_t bucket;
  std::int32_t i, j, k;
  Index begin, count;  ///< in the order
  Index cell;
  Index to;  ///< first entry
};

/// Coordinates and indices side by side, with room for kEntryPadding more.
struct EntryArrays {
  Real *x, *y, *z;
  LaneId *vertex, *home;
};

/// Blocks of `count` vertices, up to kLocateChunk: writes one run for each piece of the order that shares a block, and
/// returns how many. `order` are flat indices; their coordinates go to x, y and z in that order. All arrays but `runs`
/// are read and written in whole vectors: room for kEntryPadding more is needed.
std::size_t locateRuns(const CellGrid& grid, const CellHash& hash, const Real* positions, const LaneId* order,
                       std::size_t count, Real* x, Real* y, Real* z, VertexRun* runs);

/// Copies the entries of each run from its place in the order to its place in the table.
void copyRuns(const VertexRun* runs, std::size_t count, const Entries& from, const EntryArrays& to);

}  // namespace pliant::detail
