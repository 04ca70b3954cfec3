#pragma once

#include <pliant/detectors/SpatialHash.h>
#include <pliant/pictures/Image.h>
#include <pliant/pictures/Renderer.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "MethodSet.h"
#include "rods.h"

namespace pliant::detail {

inline constexpr Colour kShared{0.85f, 0.03f, 0.02f}, kCellBlue{0.06f, 0.22f, 0.68f}, kEmptyEntry{0.80f, 0.81f, 0.83f};
inline constexpr double kCellRod = 0.045;  // [cells]

/// Integer coordinates of a cell or a block of cells, which is stored at an entry of the table.
using Cell = std::array<std::int32_t, 3>;

/// The table of a query: cells, or blocks of cells, with vertices, and the entries at which they are stored.
struct HashedCells {
  SpatialHash::Settings settings;
  double size = 0;                               ///< of a cell, or of a block [length]
  Index cellsAlong = 1;                          ///< cells along a side of a block; 1: single cells
  std::uint32_t entries = 1;                     ///< n
  std::map<Cell, std::size_t> cells;             ///< occupied cells with their numbers of vertices
  std::map<std::uint32_t, std::size_t> cellsAt;  ///< entry and its number of occupied cells

  HashedCells(MethodSet& method, const SpatialHash& hash) : settings(hash.settings()) {
    const SpatialHash::Load load = hash.load(method.set, method.workers);
    cellsAlong = load.cellsAlong;
    size = double{load.cellSize} * cellsAlong;
    entries = std::max<std::uint32_t>(load.buckets, 1);
    if (!(size > 0 && std::isfinite(size))) return;
    for (const PackedPosition& p : method.set.positions()) ++cells[cellOf(cornerOf(p))];
    for (const auto& [cell, vertices] : cells) ++cellsAt[entryOf(cell)];
  }

  /// Returns "cells", or "blocks" if these are hashed.
  std::string unit() const { return cellsAlong > 1 ? "blocks" : "cells"; }
  Cell cellOf(const Corner& p) const {
    constexpr double kMost = 1 << 30;
    Cell cell;
    for (std::size_t k = 0; k < 3; ++k)
      cell[k] = static_cast<std::int32_t>(std::clamp(std::floor(p[k] / size), -kMost, kMost));
    return cell;
  }
  /// The hash functions of the paper (4.1) and of SpatialHash.
  std::uint32_t entryOf(const Cell& cell) const {
    const auto term = [&](std::size_t k, std::uint32_t prime) { return static_cast<std::uint32_t>(cell[k]) * prime; };
    const std::uint32_t x = term(0, 73856093u), y = term(1, 19349663u), z = term(2, 83492791u);
    switch (settings.hash) {
      case SpatialHash::Hash::Additive:
        return (x + y + z) % entries;
      case SpatialHash::Hash::Rotating:
        return (std::rotl(term(0, 1), 10) ^ std::rotl(term(1, 1), 5) ^ term(2, 1)) % entries;
      case SpatialHash::Hash::Xor:
        break;
    }
    return (x ^ y ^ z) % entries;
  }
  /// Calls visit(entry) for each entry of a map by cells whose cell is in the box from `low` to `high`. Takes no more
  /// steps than there are entries, however large the box.
  template <typename Map, typename Visit>
  static void forEachIn(Map& map, const Cell& low, const Cell& high, Visit&& visit) {
    for (auto at = map.lower_bound(low); at != map.end() && at->first[0] <= high[0];) {
      const auto& [i, j, k] = at->first;
      if (j >= low[1] && j <= high[1] && k >= low[2] && k <= high[2])
        visit(*at++);
      else if (j < low[1])
        at = map.lower_bound({i, low[1], low[2]});
      else if (j > high[1])
        at = map.lower_bound({i + 1, low[1], low[2]});
      else
        at = map.lower_bound(k < low[2] ? Cell{i, j, low[2]} : Cell{i, j + 1, low[2]});
    }
  }
  std::size_t sharing() const {
    std::size_t cellsThatShare = 0;
    for (const auto& [entry, count] : cellsAt)
      if (count > 1) cellsThatShare += count;
    return cellsThatShare;
  }
  std::size_t mostVertices() const {
    std::size_t most = 0;
    for (const auto& [cell, vertices] : cells) most = std::max(most, vertices);
    return most;
  }
  void append(DrawnSurface& rods, const Cell& cell, const Colour& colour) const {
    Corner low, high;
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = size * cell[k];
      high[k] = low[k] + size;
    }
    appendBoxRods(rods, low, high, kCellRod * size, colour);
  }
};

/// Returns a square for each entry of the table: grey if it is empty, blue with one cell, red with several.
inline Image pictureOf(const HashedCells& table) {
  constexpr int kWidth = 640, kMostRows = 480;
  int side = 12;
  while (side > 1 && (table.entries / static_cast<unsigned>(kWidth / side) + 1) * static_cast<unsigned>(side) >
                         static_cast<unsigned>(kMostRows))
    --side;
  const auto columns = static_cast<unsigned>(kWidth / side);
  const unsigned rows = std::min((table.entries + columns - 1) / columns, static_cast<unsigned>(kMostRows / side));
  Image image(kWidth, static_cast<int>(rows) * side);
  const int drawn = side > 2 ? side - 1 : side;
  for (std::uint32_t entry = 0; entry < std::min(table.entries, columns * rows); ++entry) {
    const auto at = table.cellsAt.find(entry);
    const std::size_t cells = at == table.cellsAt.end() ? 0 : at->second;
    const Colour colour = cells == 0 ? kEmptyEntry : cells == 1 ? kCellBlue : kShared;
    image.fill(static_cast<int>(entry % columns) * side, static_cast<int>(entry / columns) * side, drawn, drawn,
               toRgb(colour));
  }
  return image;
}

}  // namespace pliant::detail
