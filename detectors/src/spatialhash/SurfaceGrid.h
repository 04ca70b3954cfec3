#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spatialhash/SurfaceKernels.h"
#include "surfaces/BoxSet.h"

namespace pliant::detail::surface {

/// What a caller may fix; 0 leaves the choice to the grid.
struct GridSettings {
  float cellSize = 0;
  std::uint32_t tableSize = 0;  ///< entries; rounded up to a power of two, and a hash is used whatever the space
};

/// Boxes sorted into cells: each lies in the cell of its minimum corner alone, so no pair is met twice, and whoever
/// looks for boxes starts as far before its own box as the longest of them reaches.
class BoxGrid {
 public:
  /// Makes room for `count` boxes, wherever they are: building with no more allocates nothing.
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
  std::vector<std::uint32_t> m_start, m_entry, m_order;
  std::vector<std::int32_t> m_cell[3], m_sortedCell[3];
};

}  // namespace pliant::detail::surface
