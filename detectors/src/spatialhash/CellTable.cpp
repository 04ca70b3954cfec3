#include "CellTable.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/memoryOf.h"

namespace pliant::detail {

std::size_t CellTable::partsFor(unsigned threads) {
  return threads > 1 ? std::min(std::bit_ceil(std::size_t{2} * threads), kMostParts) : 1;
}

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
  reserveCells(cellCount);
}

/// The cell kNowhere is empty and belongs to no block, since no block has its coordinates. findOrAdd() may write one
/// cell beyond the requested ones without using it.
void CellTable::reserveCells(std::size_t cellCount) {
  if (cells.size() < cellCount + 2) cells.resize(cellCount + 2);
  constexpr std::int32_t outside = std::numeric_limits<std::int32_t>::max();
  cells[kNowhere] = {outside, outside, outside, kNowhere, 0, 0, 0, 0};
}

Index CellTable::findOrAddInChain(Part& part, std::uint32_t bucket, std::int32_t i, std::int32_t j, std::int32_t k) {
  const auto head = static_cast<Index>(m_heads[bucket]);
  for (Index c = cells[head].next; c != kNowhere; c = cells[c].next) {
    const Cell& cell = cells[c];
    if (cell.i == i && cell.j == j && cell.k == k) return c;
  }
  const Index added = part.end++;
  cells[added] = {i, j, k, head, 0, 0, 0, 0};
  m_heads[bucket] = (static_cast<std::uint64_t>(m_stamp) << 32) | added;
  return added;
}

void CellTable::layOut(const Part& part, Index firstEntry) {
  for (Index c = part.begin; c < part.end; ++c) {
    cells[c].begin = cells[c].fill = firstEntry;
    firstEntry += cells[c].count;
  }
}

std::size_t CellTable::memory() const {
  return memoryOf(m_heads, cells, parts);
}

}  // namespace pliant::detail
