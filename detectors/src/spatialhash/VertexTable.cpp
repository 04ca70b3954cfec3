#include "VertexTable.h"

#include <algorithm>
#include <bit>

namespace pliant::detail {
namespace {

constexpr std::size_t kTile = 256;
constexpr std::size_t kDealChunk = 16 * kTile;
constexpr std::size_t kAhead = 16;  // vertices between the request for a bucket and its use
constexpr std::size_t kMostParts = 16;
constexpr std::size_t kFewVertices = 4096;  // not worth dealing out
constexpr std::uint8_t kNoPart = 0xff;
constexpr std::uint32_t kBucketsToLine = 3;  // log2: neighbouring buckets share a cache line, hence a part

}  // namespace

/// Some vertices and where they belong.
struct VertexTable::Tile {
  PackedPosition points[kTile + kEntryPadding];
  std::int32_t i[kTile + kEntryPadding], j[kTile + kEntryPadding], k[kTile + kEntryPadding];
  std::uint32_t bucket[kTile + kEntryPadding];

  void locate(const CellTable& table, std::size_t count) {
    detail::locate(table.grid, table.hash, &points[0].x, count, i, j, k, bucket);
    if (table.hash.mask || table.hash.size == 1) {
      for (std::size_t v = 0; v < count; ++v) bucket[v] &= table.hash.mask;
    } else {
      for (std::size_t v = 0; v < count; ++v) bucket[v] %= table.hash.size;
    }
  }
};

void VertexTable::build(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
                        CellHash::Kind kind, std::uint32_t buckets, Workers& workers) {
  const std::size_t vertexCount = bodies.positions().size();
  m_table.begin(grid, kind, buckets, vertexCount);
  if (m_x.size() != vertexCount + kEntryPadding) {
    for (auto* coordinates : {&m_x, &m_y, &m_z}) coordinates->resize(vertexCount + kEntryPadding);
    m_vertex.resize(vertexCount + kEntryPadding);
    m_cellOf.resize(vertexCount);
  }
  std::size_t parts = 1;
  if (workers.threads() > 1 && vertexCount > kFewVertices) {
    parts = std::min(std::bit_ceil(std::size_t{2} * workers.threads()), kMostParts);
  }
  const bool all = std::find(activeSlots.begin(), activeSlots.end(), std::uint8_t{0}) == activeSlots.end();
  const bool dealt = parts > 1 || !all;
  m_table.parts.resize(parts);
  if (dealt) {
    deal(bodies, activeSlots, parts, workers);
  } else {
    m_table.parts[0] = {0, static_cast<Index>(vertexCount)};
  }
  workers.forChunks(parts, 1, [&](std::size_t p, std::size_t, std::size_t) {
    fillPart(m_table.parts[p], bodies.positions(), dealt);
  });
}

/// Deals the vertices out to the parts that their buckets belong to; leaves each part's range of ranks in
/// m_table.parts.
void VertexTable::deal(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, std::size_t parts,
                       Workers& workers) {
  const std::span<const PackedPosition> positions = bodies.positions();
  const std::span<const Index> slotOf = bodies.slotOfVertex();
  const std::size_t count = positions.size();
  const std::size_t chunks = (count + kDealChunk - 1) / kDealChunk;
  m_dealt.resize(count);
  m_partOf.resize(count);
  m_shares.assign(chunks * parts, 0);
  workers.forChunks(count, kDealChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Tile tile;
    for (std::size_t first = begin; first < end; first += kTile) {
      const std::size_t n = std::min(kTile, end - first);
      std::copy_n(positions.begin() + static_cast<std::ptrdiff_t>(first), n, tile.points);
      tile.locate(m_table, n);
      for (std::size_t v = 0; v < n; ++v) {
        std::size_t part = (tile.bucket[v] >> kBucketsToLine) & (parts - 1);
        if (!activeSlots[slotOf[first + v]]) part = kNoPart;
        m_partOf[first + v] = static_cast<std::uint8_t>(part);
        if (part != kNoPart) ++m_shares[chunk * parts + part];
      }
    }
  });
  Index sum = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    m_table.parts[part].begin = sum;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const Index share = m_shares[chunk * parts + part];
      m_shares[chunk * parts + part] = sum;
      sum += share;
    }
    m_table.parts[part].end = sum;
  }
  workers.forChunks(count, kDealChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Index* next = &m_shares[chunk * parts];
    for (std::size_t v = begin; v < end; ++v) {
      if (m_partOf[v] != kNoPart) m_dealt[next[m_partOf[v]]++] = static_cast<Index>(v);
    }
  });
}

/// `part` comes with its range of ranks and leaves with its range of cells, which starts where the ranks do.
void VertexTable::fillPart(CellTable::Part& part, std::span<const PackedPosition> points, bool dealt) {
  const Index firstRank = part.begin, lastRank = part.end;
  CellTable::Part filled{firstRank, firstRank};
  Tile tile;
  std::int32_t i = 0, j = 0, k = 0;
  Index cell = kNoIndex;
  for (std::size_t first = firstRank; first < lastRank; first += kTile) {
    const std::size_t n = std::min<std::size_t>(kTile, lastRank - first);
    for (std::size_t v = 0; v < n; ++v) tile.points[v] = points[dealt ? m_dealt[first + v] : first + v];
    tile.locate(m_table, n);
    for (std::size_t v = 0; v < n; ++v) {
      if (v + kAhead < n) m_table.prefetch(tile.bucket[v + kAhead]);
      if (cell == kNoIndex || tile.i[v] != i || tile.j[v] != j || tile.k[v] != k) {
        i = tile.i[v];
        j = tile.j[v];
        k = tile.k[v];
        cell = m_table.findOrAdd(filled, tile.bucket[v], i, j, k);
      }
      ++m_table.cells[cell].count;
      m_cellOf[first + v] = cell;
    }
  }
  m_table.layOut(filled, firstRank);
  for (std::size_t rank = firstRank; rank < lastRank; ++rank) {
    const Index vertex = dealt ? m_dealt[rank] : static_cast<Index>(rank);
    const Index at = m_table.cells[m_cellOf[rank]].fill++;
    const PackedPosition& p = points[vertex];
    m_x[at] = p.x;
    m_y[at] = p.y;
    m_z[at] = p.z;
    m_vertex[at] = vertex;
  }
  part = filled;
}

std::size_t VertexTable::memory() const {
  return m_table.memory() + (m_x.capacity() + m_y.capacity() + m_z.capacity()) * sizeof(Real) +
         m_vertex.capacity() * sizeof(LaneId) +
         (m_cellOf.capacity() + m_dealt.capacity() + m_shares.capacity()) * sizeof(Index) + m_partOf.capacity();
}

}  // namespace pliant::detail
