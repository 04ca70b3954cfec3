#include "CellTable.h"

#include <algorithm>

namespace pliant::detail {

void CellTable::begin(const CellGrid& newGrid, CellHash::Kind kind, std::uint32_t buckets, std::size_t cellCount) {
  grid = newGrid;
  hash.kind = kind;
  if (hash.size != buckets || m_heads.size() != buckets) {
    hash.setSize(buckets);
    m_heads.assign(buckets, 0);
    m_stamp = 0;
  }
  if (m_stamp == kLastStamp) {
    std::fill(m_heads.begin(), m_heads.end(), 0);
    m_stamp = 0;
  }
  ++m_stamp;
  if (cells.size() < cellCount) cells.resize(cellCount);
}

void CellTable::layOut(const Part& part, Index firstEntry) {
  for (Index c = part.begin; c < part.end; ++c) {
    cells[c].begin = cells[c].fill = firstEntry;
    firstEntry += cells[c].count;
  }
}

std::size_t CellTable::memory() const {
  return m_heads.capacity() * sizeof(std::uint64_t) + cells.capacity() * sizeof(Cell) + parts.capacity() * sizeof(Part);
}

}  // namespace pliant::detail
