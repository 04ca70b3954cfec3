#include "TetraTable.h"

#include <algorithm>
#include <utility>

#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

constexpr double kMostCellsOfOne = 4096;  // cells of one tetrahedron
constexpr unsigned kAxisBits = 10;        // bits of Entry::within per axis
constexpr std::uint32_t kMostAlong = 1u << kAxisBits;
constexpr Index kTooMany = ~Index{0};                    // marks larger counts until admit() handles them
constexpr std::size_t kMostEntriesPerTetrahedron = 128;  // on average over all tetrahedra
constexpr std::size_t kEntriesAtLeast = 65536;
constexpr std::size_t kChunk = 512;
constexpr std::size_t kFewTetrahedra = 2048;  // up to this many, one part is used
constexpr std::size_t kEntriesAhead = 8;      // entries between the prefetch of a bucket and its use
constexpr Index kRoomAtLeast = 64;

/// Resizes a list that is too small to a quarter more than `count`: the number of entries varies with the motion.
template <typename T>
void resizeWithRoom(std::vector<T>& list, std::size_t count) {
  if (list.size() < count) list.resize(count + count / 4);
}

}  // namespace

Box boxOf(std::span<const PackedPosition> positions, const Tetrahedron& tetrahedron) {
  const PackedPosition &a = positions[tetrahedron[0]], &b = positions[tetrahedron[1]], &c = positions[tetrahedron[2]],
                       &d = positions[tetrahedron[3]];
  return {{std::min(std::min(a.x, b.x), std::min(c.x, d.x)), std::min(std::min(a.y, b.y), std::min(c.y, d.y)),
           std::min(std::min(a.z, b.z), std::min(c.z, d.z))},
          {std::max(std::max(a.x, b.x), std::max(c.x, d.x)), std::max(std::max(a.y, b.y), std::max(c.y, d.y)),
           std::max(std::max(a.z, b.z), std::max(c.z, d.z))}};
}

void TetraTable::build(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, const CellGrid& grid,
                       CellHash::Kind kind, std::uint32_t buckets, Workers& workers) {
  const std::size_t count = bodies.tetrahedra().size(), chunks = (count + kChunk - 1) / kChunk;
  m_boxes.resize(count);
  m_cellCounts.resize(count);
  m_totals.resize(chunks);
  m_everywhere.clear();
  m_everywhere.reserve(count);
  workers.forChunks(count, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    measure(bodies, activeBodies, grid, chunk, begin, end);
  });
  const std::size_t entries = admit(chunks);
  resizeWithRoom(m_entries, entries);
  resizeWithRoom(m_lists, entries);
  const std::size_t parts = count > kFewTetrahedra ? CellTable::partsFor(workers.threads()) : 1;
  m_shares.resize(chunks * (parts + 1));
  m_fits.resize(parts);
  if (m_room.size() != parts)
    m_room.assign(parts, static_cast<Index>(bodies.positions().size() / parts) + kRoomAtLeast);
  while (true) {
    m_table.parts.clear();
    Index cells = 1;
    for (const Index room : m_room) {
      m_table.parts.push_back({cells, cells});
      cells += room;
    }
    m_table.begin(grid, kind, buckets, cells);
    workers.forChunks(count, kChunk,
                      [&](std::size_t chunk, std::size_t begin, std::size_t end) { list(parts, chunk, begin, end); });
    workers.forChunks(parts, 1,
                      [&](std::size_t part, std::size_t, std::size_t) { m_fits[part] = fillPart(part, parts); });
    if (std::find(m_fits.begin(), m_fits.end(), 0) == m_fits.end()) return;
    // The number of occupied cells is not known in advance. Repeats with twice the capacity for the parts that are
    // full.
    for (std::size_t part = 0; part < parts; ++part)
      if (!m_fits[part]) m_room[part] *= 2;
  }
}

/// Computes the boxes of a chunk's tetrahedra, and the numbers of cells that they overlap.
void TetraTable::measure(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, const CellGrid& grid,
                         std::size_t chunk, std::size_t begin, std::size_t end) {
  const std::span<const Index> bodyOf = bodies.bodyOfTetrahedron();
  std::size_t total = 0;
  for (std::size_t t = begin; t < end; ++t) {
    m_cellCounts[t] = 0;
    if (!activeBodies[bodyOf[t]]) continue;
    m_boxes[t] = boxOf(bodies.positions(), bodies.tetrahedra()[t]);
    const BlockRange range = BlockRange::of(grid, m_boxes[t].min.data(), m_boxes[t].max.data());
    const double cells = range.count();
    m_cellCounts[t] = cells > kMostCellsOfOne || range.longest() > kMostAlong ? kTooMany : static_cast<Index>(cells);
    total += m_cellCounts[t];
  }
  m_totals[chunk] = total;
}

/// Computes the first entry of each chunk. Moves tetrahedra to m_everywhere that overlap too many cells, or for which
/// the total number of entries is too large. Returns the number of entries.
std::size_t TetraTable::admit(std::size_t chunks) {
  const std::size_t count = m_cellCounts.size();
  const std::size_t most = kMostEntriesPerTetrahedron * count + kEntriesAtLeast;
  std::size_t entries = 0;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const std::size_t first = entries, total = std::exchange(m_totals[chunk], first);
    // A tetrahedron that is too large by itself makes the chunk's total too large as well.
    if (total < kTooMany && entries + total <= most) {
      entries += total;
      continue;
    }
    for (std::size_t t = chunk * kChunk; t < std::min(count, (chunk + 1) * kChunk); ++t) {
      if (m_cellCounts[t] == kTooMany || entries + m_cellCounts[t] > most) {
        m_everywhere.push_back(static_cast<Index>(t));
        m_cellCounts[t] = 0;
      }
      entries += m_cellCounts[t];
    }
  }
  return entries;
}

template <typename Take>
void TetraTable::forCells(std::size_t begin, std::size_t end, const Take& take) const {
  for (std::size_t t = begin; t < end; ++t) {
    if (m_cellCounts[t] == 0) continue;
    const BlockRange range = BlockRange::of(m_table.grid, m_boxes[t].min.data(), m_boxes[t].max.data());
    range.forEach([&](std::int32_t i, std::int32_t j, std::int32_t k) {
      const std::int32_t within =
          (i - range.min[0]) | (j - range.min[1]) << kAxisBits | (k - range.min[2]) << (2 * kAxisBits);
      take(Entry{m_table.hash.bucketOf(m_table.hash.mix(i, j, k)), static_cast<Index>(t),
                 static_cast<std::uint32_t>(within)});
    });
  }
}

/// Writes a chunk's entries, grouped by part. They are counted first if there are several parts.
void TetraTable::list(std::size_t parts, std::size_t chunk, std::size_t begin, std::size_t end) {
  std::array<std::size_t, CellTable::kMostParts> next{};
  std::size_t* const shares = &m_shares[chunk * (parts + 1)];
  std::size_t first = m_totals[chunk];
  if (parts == 1) {
    shares[0] = first;
    forCells(begin, end, [&](const Entry& entry) { m_entries[first++] = entry; });
    shares[1] = first;
    return;
  }
  forCells(begin, end, [&](const Entry& entry) { ++next[CellTable::partOf(entry.place, parts)]; });
  for (std::size_t part = 0; part < parts; ++part) {
    shares[part] = first;
    first += std::exchange(next[part], first);
  }
  shares[parts] = first;
  forCells(begin, end, [&](const Entry& entry) { m_entries[next[CellTable::partOf(entry.place, parts)]++] = entry; });
}

/// Assigns cells and list positions to the part's entries, after those of the previous parts. Returns false if they
/// need more cells than the part's capacity.
bool TetraTable::fillPart(std::size_t part, std::size_t parts) {
  CellTable::Part filled = m_table.parts[part];
  const Index limit = filled.begin + m_room[part];
  std::size_t before = 0;
  for (std::size_t share = 0; share < m_shares.size(); share += parts + 1)
    before += m_shares[share + part] - m_shares[share];
  Index last = kNoIndex;  // tetrahedron to which `least` belongs
  std::int32_t least[3] = {};
  for (std::size_t share = part; share < m_shares.size(); share += parts + 1) {
    for (std::size_t e = m_shares[share], end = m_shares[share + 1]; e < end; ++e) {
      if (filled.end == limit) return false;
      Entry& entry = m_entries[e];
      if (entry.tetrahedron != last) {
        last = entry.tetrahedron;
        for (std::size_t a = 0; a < 3; ++a) least[a] = m_table.grid.block(m_boxes[last].min[a]);
      }
      m_table.prefetch(m_entries[std::min(e + kEntriesAhead, end - 1)].place);
      const auto along = [&](std::size_t axis) {
        return least[axis] + static_cast<std::int32_t>(entry.within >> (axis * kAxisBits) & (kMostAlong - 1));
      };
      entry.place = m_table.findOrAdd(filled, entry.place, along(0), along(1), along(2));
      ++m_table.cells[entry.place].count;
    }
  }
  m_table.layOut(filled, static_cast<Index>(before));
  for (std::size_t share = part; share < m_shares.size(); share += parts + 1) {
    for (std::size_t e = m_shares[share]; e < m_shares[share + 1]; ++e)
      m_lists[m_table.cells[m_entries[e].place].fill++] = m_entries[e].tetrahedron;
  }
  m_table.parts[part] = filled;
  return true;
}

std::size_t TetraTable::memory() const {
  return m_table.memory() +
         memoryOf(m_boxes, m_entries, m_totals, m_shares, m_fits, m_lists, m_everywhere, m_cellCounts, m_room);
}

}  // namespace pliant::detail
