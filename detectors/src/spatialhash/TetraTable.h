#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "CellTable.h"

namespace pliant::detail {

/// The one-pass variant of Teschner 2003, section 7: tetrahedra in all cells that their boxes meet.
///
/// Chunks of tetrahedra list their entries by the part of the table that they belong to; then each part takes its
/// entries from all chunks in order. So a cell holds its tetrahedra in ascending order for any number of threads.
class TetraTable {
 public:
  void build(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
             CellHash::Kind kind, std::uint32_t buckets, Workers& workers);

  const CellTable& table() const { return m_table; }
  const Box& box(Index tetrahedron) const { return m_boxes[tetrahedron]; }
  /// Tetrahedra of a cell.
  const Index* list(const CellTable::Cell& cell) const { return m_lists.data() + cell.begin; }
  /// Tetrahedra whose boxes meet so many cells that they are in none: they meet every vertex.
  const std::vector<Index>& everywhere() const { return m_everywhere; }
  std::size_t memory() const;

 private:
  /// A tetrahedron in one of its cells. As there are many, the cell is told by its place in the tetrahedron's range.
  struct Entry {
    Index place;  // bucket, and once that is known, cell
    Index tetrahedron;
    std::uint32_t within;  // 10 bits an axis
  };

  void measure(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
               std::size_t chunk, std::size_t begin, std::size_t end);
  std::size_t admit(std::size_t chunks);
  void list(std::size_t parts, std::size_t chunk, std::size_t begin, std::size_t end);
  bool fillPart(std::size_t part, std::size_t parts);
  template <typename Take>
  void forCells(std::size_t begin, std::size_t end, const Take& take) const;

  CellTable m_table;
  std::vector<Box> m_boxes;
  std::vector<Index> m_cellCounts;    // of each tetrahedron; 0: none, it is not active or everywhere
  std::vector<std::size_t> m_totals;  // entries of each chunk, then where its first one is
  std::vector<Entry> m_entries;       // by chunk, in it by part
  std::vector<std::size_t> m_shares;  // first entry of each part, and the end, of each chunk
  std::vector<Index> m_room;          // cells that each part may have
  std::vector<std::uint8_t> m_fits;   // by part
  std::vector<Index> m_lists, m_everywhere;
};

/// Box of a tetrahedron's corners.
Box boxOf(std::span<const PackedPosition> positions, const Tetrahedron& tetrahedron);

}  // namespace pliant::detail
