#include "VertexTable.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kRunsAhead = 8;       // runs between the prefetch of a bucket and its use
constexpr std::size_t kFewVertices = 4096;  // up to this many, one thread is used

}  // namespace

/// Resets the order: all vertices of active bodies, by index.
void VertexTable::orderAnew(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies,
                            std::span<const LaneId> home) {
  m_revision = 0;  // invalid until the end of this function
  m_hasHome = !home.empty();
  m_activeBodies = activeBodies;
  const std::size_t room = bodies.positions().size() + kEntryPadding;
  for (auto* coordinates : {&m_x, &m_y, &m_z, &m_fromX, &m_fromY, &m_fromZ}) coordinates->assign(room, 0);
  for (auto* indices : {&m_order, &m_vertex, &m_fromHome, &m_home}) indices->assign(room, 0);
  m_runs.resize(room);
  m_count = 0;
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!activeBodies[body]) continue;
    const BodySet::Range range = bodies.vertices(body);
    for (Index v = range.begin; v < range.end; ++v, ++m_count) {
      m_vertex[m_count] = v;
      m_home[m_count] = m_hasHome ? home[v] : 0;
    }
  }
  m_revision = bodies.revision();
}

void VertexTable::build(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, const CellGrid& grid,
                        CellHash::Kind kind, std::uint32_t buckets, std::span<const LaneId> home, Workers& all) {
  if (m_revision != bodies.revision() || m_activeBodies != activeBodies || m_hasHome == home.empty())
    orderAnew(bodies, activeBodies, home);
  m_table.begin(grid, kind, buckets, bodies.positions().size());
  std::swap(m_vertex, m_order);
  std::swap(m_home, m_fromHome);
  Workers alone;
  Workers& workers = m_count > kFewVertices ? all : alone;
  const std::size_t parts = CellTable::partsFor(workers.threads());
  const std::size_t chunks = (m_count + kLocateChunk - 1) / kLocateChunk;
  m_shares.resize(chunks * (parts + 1));
  workers.forChunks(m_count, kLocateChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    locate(bodies, parts, chunk, begin, end);
  });
  m_table.parts.resize(parts);
  m_firstEntry.resize(parts);
  Index cell = 1, entry = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    m_table.parts[part] = {cell, cell};
    m_firstEntry[part] = entry;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const Share* share = &m_shares[chunk * (parts + 1) + part];
      cell += share[1].firstRun - share[0].firstRun;
      entry += share->vertices;
    }
  }
  workers.forChunks(parts, 1, [&](std::size_t part, std::size_t, std::size_t) { fillPart(part); });
  const Entries from{m_fromX.data(), m_fromY.data(), m_fromZ.data(), m_order.data(), m_fromHome.data()};
  const EntryArrays to{m_x.data(), m_y.data(), m_z.data(), m_vertex.data(), m_home.data()};
  workers.forChunks(chunks, 1, [&](std::size_t chunk, std::size_t, std::size_t) {
    const Share* share = &m_shares[chunk * (parts + 1)];
    copyRuns(m_runs.data() + share[0].firstRun, share[parts].firstRun - share[0].firstRun, from, to);
  });
}

/// Finds the runs of a chunk, grouped by part.
void VertexTable::locate(const BodySet& bodies, std::size_t parts, std::size_t chunk, std::size_t begin,
                         std::size_t end) {
  std::array<VertexRun, kLocateChunk> mixed;
  VertexRun* const sorted = &m_runs[begin];
  VertexRun* const found = parts > 1 ? mixed.data() : sorted;
  const std::size_t count = locateRuns(m_table.grid, m_table.hash, &bodies.positions()[0].x, &m_order[begin],
                                       end - begin, &m_fromX[begin], &m_fromY[begin], &m_fromZ[begin], found);
  std::array<Index, CellTable::kMostParts> runs{}, vertices{};
  for (std::size_t r = 0; r < count; ++r) {
    found[r].begin += static_cast<Index>(begin);
    const std::size_t part = CellTable::partOf(found[r].bucket, parts);
    ++runs[part];
    vertices[part] += found[r].count;
  }
  Share* const shares = &m_shares[chunk * (parts + 1)];
  auto first = static_cast<Index>(begin);
  for (std::size_t part = 0; part < parts; ++part) {
    shares[part] = {first, vertices[part]};
    first += std::exchange(runs[part], first);
  }
  shares[parts] = {first, 0};
  if (parts == 1) return;
  for (std::size_t r = 0; r < count; ++r) m_runs[runs[CellTable::partOf(found[r].bucket, parts)]++] = found[r];
}

/// Assigns cells and entries to the part's runs. On entry, the part holds the range of cells that it may need; on
/// return, the range that it uses.
void VertexTable::fillPart(std::size_t part) {
  const std::size_t parts = m_table.parts.size();
  const auto forRuns = [&](const auto& take) {
    for (std::size_t share = part; share < m_shares.size(); share += parts + 1) {
      VertexRun* const begin = m_runs.data() + m_shares[share].firstRun;
      VertexRun* const end = m_runs.data() + m_shares[share + 1].firstRun;
      for (VertexRun* run = begin; run != end; ++run)
        take(*run, run + std::min<std::ptrdiff_t>(kRunsAhead, end - run - 1));
    }
  };
  CellTable::Part filled = m_table.parts[part];
  forRuns([&](VertexRun& run, const VertexRun* next) {
    m_table.prefetch(next->bucket);
    run.cell = m_table.findOrAdd(filled, run.bucket, run.i, run.j, run.k);
    m_table.cells[run.cell].count += run.count;
  });
  m_table.layOut(filled, m_firstEntry[part]);
  forRuns([&](VertexRun& run, const VertexRun*) {
    run.to = m_table.cells[run.cell].fill;
    m_table.cells[run.cell].fill += run.count;
  });
  m_table.parts[part] = filled;
}

std::size_t VertexTable::memory() const {
  return m_table.memory() + memoryOf(m_x, m_y, m_z, m_fromX, m_fromY, m_fromZ, m_vertex, m_order, m_home, m_fromHome,
                                     m_runs, m_shares, m_firstEntry, m_activeBodies);
}

}  // namespace pliant::detail
