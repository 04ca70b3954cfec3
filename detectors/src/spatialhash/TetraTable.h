#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "CellTable.h"

namespace pliant::detail {

/// The one-pass variant of Teschner 2003, section 7: tetrahedra in all cells that their boxes meet.
class TetraTable {
 public:
  void build(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
             CellHash::Kind kind, std::uint32_t buckets);

  const CellTable& table() const { return m_table; }
  const Box& box(Index tetrahedron) const { return m_boxes[tetrahedron]; }
  /// Tetrahedra of a cell.
  const Index* list(const CellTable::Cell& cell) const { return m_lists.data() + cell.begin; }
  /// Tetrahedra whose boxes meet so many cells that they are in none: they meet every vertex.
  const std::vector<Index>& everywhere() const { return m_everywhere; }
  std::size_t memory() const;

 private:
  CellTable m_table;
  std::vector<Box> m_boxes;
  std::vector<Index> m_lists, m_everywhere;
};

/// Box of a tetrahedron's corners.
Box boxOf(std::span<const PackedPosition> positions, const Tetrahedron& tetrahedron);

}  // namespace pliant::detail
