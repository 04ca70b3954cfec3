#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "CellTable.h"

namespace pliant::detail {

/// One-pass variant of Teschner 2003, section 7: stores tetrahedra in all cells that their boxes overlap.
///
/// Each chunk of tetrahedra groups its entries by the part of the table that they belong to; then each part takes its
/// entries from all chunks in order. So the tetrahedra of a cell are in ascending order for any number of threads.
class TetraTable {
 public:
  void build(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, const CellGrid& grid,
             CellHash::Kind kind, std::uint32_t buckets, Workers& workers);

  const CellTable& table() const { return m_table; }
  const Box& box(Index tetrahedron) const { return m_boxes[tetrahedron]; }
  /// Returns the tetrahedra of a cell.
  const Index* list(const CellTable::Cell& cell) const { return m_lists.data() + cell.begin; }
  /// Tetrahedra whose boxes overlap so many cells that they are stored in none; every vertex is tested against them.
  const std::vector<Index>& everywhere() const { return m_everywhere; }
  std::size_t memory() const;

 private:
  /// A tetrahedron in one of its cells. There are many entries, so the cell is stored in compact form, relative to the
  /// tetrahedron's range.
  struct Entry {
    Index place;  // bucket; later the cell
    Index tetrahedron;
    std::uint32_t within;  // 10 bits per axis
  };

  void measure(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, const CellGrid& grid,
               std::size_t chunk, std::size_t begin, std::size_t end);
  std::size_t admit(std::size_t chunks);
  void list(std::size_t parts, std::size_t chunk, std::size_t begin, std::size_t end);
  bool fillPart(std::size_t part, std::size_t parts);
  template <typename Take>
  void forCells(std::size_t begin, std::size_t end, const Take& take) const;

  CellTable m_table;
  std::vector<Box> m_boxes;
  std::vector<Index> m_cellCounts;    // one per tetrahedron; 0: not active, or in everywhere()
  std::vector<std::size_t> m_totals;  // number of entries of each chunk; later the index of its first one
  std::vector<Entry> m_entries;       // grouped by chunk, then by part
  std::vector<std::size_t> m_shares;  // for each chunk: first entry of each part, and the end
  std::vector<Index> m_room;          // capacity of each part in cells
  std::vector<std::uint8_t> m_fits;   // one per part
  std::vector<Index> m_lists, m_everywhere;
};

/// Returns the bounding box of a tetrahedron.
Box boxOf(std::span<const PackedPosition> positions, const Tetrahedron& tetrahedron);

}  // namespace pliant::detail
