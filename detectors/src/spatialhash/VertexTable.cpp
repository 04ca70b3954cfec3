#include "VertexTable.h"

#include <algorithm>
#include <bit>
#include <cstring>

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
  alignas(64) Real points[4 * (kTile + kEntryPadding)];
  std::int32_t i[kTile + kEntryPadding], j[kTile + kEntryPadding], k[kTile + kEntryPadding];
  std::uint32_t bucket[kTile + kEntryPadding];
  // Neighbours of one block are looked up together.
  std::uint32_t runBegin[kTile + 1], runOf[kTile];
  Index runCell[kTile];

  /// Vertices [first, first + count) of the order, or by their own index.
  void take(std::span<const PackedPosition> positions, std::span<const Index> order, std::size_t first,
            std::size_t count) {
    for (std::size_t v = 0; v < count; ++v) {
      const PackedPosition& p = positions[order.empty() ? first + v : order[first + v]];
      std::memcpy(points + 4 * v, &p, sizeof p);
    }
    if (const std::size_t padding = count % kEntryPadding; padding != 0) {
      std::fill_n(points + 4 * count, 4 * (kEntryPadding - padding), Real(0));
    }
  }

  /// Returns the number of runs of vertices that share a block. No branches: where a block ends can't be foretold.
  std::size_t findRuns(std::size_t count) {
    std::uint32_t runs = 1;
    runBegin[0] = runOf[0] = 0;
    for (std::uint32_t v = 1; v < count; ++v) {
      runBegin[runs] = v;
      runs += ((i[v] ^ i[v - 1]) | (j[v] ^ j[v - 1]) | (k[v] ^ k[v - 1])) != 0 ? 1 : 0;
      runOf[v] = runs - 1;
    }
    runBegin[runs] = static_cast<std::uint32_t>(count);
    return runs;
  }

  void locate(const CellTable& table, std::size_t count) {
    detail::locate(table.grid, table.hash, points, count, i, j, k, bucket);
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
    fillPart(m_table.parts[p], bodies.positions(), dealt ? std::span<const Index>(m_dealt) : std::span<const Index>());
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
      tile.take(positions, {}, first, n);
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
void VertexTable::fillPart(CellTable::Part& part, std::span<const PackedPosition> points,
                           std::span<const Index> vertices) {
  const Index firstRank = part.begin, lastRank = part.end;
  CellTable::Part filled{firstRank + 1, firstRank + 1};
  Tile tile;
  for (std::size_t first = firstRank; first < lastRank; first += kTile) {
    const std::size_t n = std::min<std::size_t>(kTile, lastRank - first);
    tile.take(points, vertices, first, n);
    tile.locate(m_table, n);
    const std::size_t runs = tile.findRuns(n);
    for (std::size_t r = 0; r < runs; ++r) {
      m_table.prefetch(tile.bucket[tile.runBegin[std::min(r + kAhead, runs - 1)]]);
      const std::size_t v = tile.runBegin[r];
      const Index cell = m_table.findOrAdd(filled, tile.bucket[v], tile.i[v], tile.j[v], tile.k[v]);
      m_table.cells[cell].count += tile.runBegin[r + 1] - tile.runBegin[r];
      tile.runCell[r] = cell;
    }
    for (std::size_t v = 0; v < n; ++v) m_cellOf[first + v] = tile.runCell[tile.runOf[v]];
  }
  m_table.layOut(filled, firstRank);
  for (std::size_t rank = firstRank; rank < lastRank; ++rank) {
    const Index vertex = vertices.empty() ? static_cast<Index>(rank) : vertices[rank];
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
