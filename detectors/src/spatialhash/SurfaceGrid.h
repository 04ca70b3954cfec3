#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/Csr.h"
#include "spatialhash/SurfaceKernels.h"
#include "surfaces/BoxSet.h"

namespace pliant::detail::surface {

/// Settings that a caller may fix; if 0, the grid chooses.
struct GridSettings {
  float cellSize = 0;
  std::uint32_t tableSize = 0;  ///< number of entries, rounded up to a power of two; if set, cells are always hashed
};

/// Boxes sorted into cells. Each box is in the cell of its minimum corner only, so no pair is found twice. A search
/// extends its own box at the minimum corner by the longest side of all stored boxes.
class BoxGrid {
 public:
  /// Reserves memory for `count` boxes at any positions: build() with at most this many boxes does not allocate.
  void reserve(std::size_t count);
  void build(const ElementBoxes& boxes, const GridSettings& settings);
  const Grid& grid() const { return m_grid; }
  ElementBoxes sorted() const { return m_sorted.view(); }
  std::size_t memory() const;

 private:
  void shape(const ElementBoxes& boxes, const GridSettings& settings);
  void findCells(const ElementBoxes& boxes);
  void sort(const ElementBoxes& boxes);

  Grid m_grid;
  BoxSet m_sorted;
  std::size_t m_entries = 0;
  std::vector<std::uint32_t> m_entry;  // per box
  Csr<std::uint32_t> m_order;          // boxes by cell or table entry
  std::vector<std::int32_t> m_cell[3], m_sortedCell[3];
};

}  // namespace pliant::detail::surface
