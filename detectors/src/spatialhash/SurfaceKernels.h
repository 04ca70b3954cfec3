#pragma once

#include <cstddef>
#include <cstdint>

#include "surfaces/ElementBoxes.h"

// The inner loop of SurfaceHash, compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// The unbounded grid ends here: farther cells are one. A float of this size converts exactly.
inline constexpr float kLowestCell = -1073741824.f;
/// A box over more cells than this is held against every box instead.
inline constexpr double kMostCells = 512;

/// Boxes sorted by the cell of their minimum corner. Dense: the cells of a block, x fastest. Else: a hash table of
/// cells, unbounded in space.
struct Grid {
  ElementBoxes boxes;
  float origin[3] = {};
  float inverseCell[3] = {};
  float lift = 1;        ///< a power of two by which lengths are multiplied first, so that no inverse is too large
  float extent[3] = {};  ///< no box is longer
  std::int32_t cells[3] = {};
  bool dense = true;
  std::uint32_t mask = 0;                ///< hash: table size − 1
  const std::uint32_t* start = nullptr;  ///< first box of each cell or table entry, and the end
  const std::int32_t* cell[3] = {};      ///< hash: the cell of each box
};

/// All pairs of walkers [begin, end) with boxes of the grid that meet. `own`: the walkers are the grid's boxes, and
/// each pair is found once.
void walkGrid(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters);

/// The cell of a coordinate: floor((x − origin) · lift · inverse), clamped to [low, high] before it is cast. Monotone
/// in x, and the same wherever it is asked, which is all that the grid's exactness rests on.
inline std::int32_t cellOf(float x, float origin, float lift, float inverse, float low, float high) {
  const float cell = (x - origin) * lift * inverse;
  if (!(cell > low)) return static_cast<std::int32_t>(low);
  if (!(cell < high)) return static_cast<std::int32_t>(high);
  const auto i = static_cast<std::int32_t>(cell);
  return i - (static_cast<float>(i) > cell);
}

/// Hash of a cell (Teschner 2003, 4.1), finished by a multiplication because the table size is a power of two.
inline std::uint32_t hashCell(std::int32_t x, std::int32_t y, std::int32_t z) {
  std::uint32_t h = (static_cast<std::uint32_t>(x) * 73856093u) ^ (static_cast<std::uint32_t>(y) * 19349663u) ^
                    (static_cast<std::uint32_t>(z) * 83492791u);
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ (h >> 13);
}

}  // namespace pliant::detail::surface
