#pragma once

#include <cstddef>
#include <cstdint>

#include "surfaces/ElementBoxes.h"

// Inner loop of SurfaceHash; compiled once per instruction set and selected at run time.

namespace pliant::detail::surface {

/// Limit of the unbounded grid: cells beyond are clamped to it. A float of this value converts exactly.
inline constexpr float kLowestCell = -1073741824.f;
/// A box that covers more cells than this is tested against every box instead.
inline constexpr double kMostCells = 512;

/// Boxes sorted by the cell of their minimum corner. `dense`: an array of cells, x fastest. Otherwise: a hash table of
/// cells, unbounded in space.
struct Grid {
  ElementBoxes boxes;
  float origin[3] = {};
  float inverseCell[3] = {};
  float lift = 1;        ///< power of two that scales lengths first, so that inverseCell fits a float
  float extent[3] = {};  ///< upper bound on the sides of all boxes [length]
  std::int32_t cells[3] = {};
  bool dense = true;
  std::uint32_t mask = 0;                ///< hash: table size − 1
  const std::uint32_t* start = nullptr;  ///< first box of each cell or table entry, and the end
  const std::int32_t* cell[3] = {};      ///< hash: cell of each box
};

/// Adds all pairs of a walker in [begin, end) and a box of the grid that overlap. `own`: the walkers are the grid's
/// boxes; each pair is then found once.
void walkGrid(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters);

/// Returns the cell of a coordinate: floor((x − origin) · lift · inverse), clamped to [low, high] before the
/// conversion. The grid is exact because this function is monotone in x and the same everywhere.
inline std::int32_t cellOf(float x, float origin, float lift, float inverse, float low, float high) {
  const float cell = (x - origin) * lift * inverse;
  if (!(cell > low)) return static_cast<std::int32_t>(low);
  if (!(cell < high)) return static_cast<std::int32_t>(high);
  const auto i = static_cast<std::int32_t>(cell);
  return i - (static_cast<float>(i) > cell);
}

/// Returns the hash of a cell (Teschner 2003, 4.1), finished by a multiplication because the table size is a power of
/// two.
inline std::uint32_t hashCell(std::int32_t x, std::int32_t y, std::int32_t z) {
  std::uint32_t h = (static_cast<std::uint32_t>(x) * 73856093u) ^ (static_cast<std::uint32_t>(y) * 19349663u) ^
                    (static_cast<std::uint32_t>(z) * 83492791u);
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ (h >> 13);
}

}  // namespace pliant::detail::surface
