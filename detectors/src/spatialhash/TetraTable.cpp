#include "TetraTable.h"

#include <algorithm>

namespace pliant::detail {
namespace {

constexpr double kMostCells = 4096;                      // of one tetrahedron
constexpr std::size_t kMostEntriesPerTetrahedron = 128;  // on average
constexpr std::size_t kEntriesAtLeast = 65536;

}  // namespace

Box boxOf(std::span<const PackedPosition> positions, const Tetrahedron& tetrahedron) {
  const PackedPosition &a = positions[tetrahedron[0]], &b = positions[tetrahedron[1]], &c = positions[tetrahedron[2]],
                       &d = positions[tetrahedron[3]];
  return {{std::min(std::min(a.x, b.x), std::min(c.x, d.x)), std::min(std::min(a.y, b.y), std::min(c.y, d.y)),
           std::min(std::min(a.z, b.z), std::min(c.z, d.z))},
          {std::max(std::max(a.x, b.x), std::max(c.x, d.x)), std::max(std::max(a.y, b.y), std::max(c.y, d.y)),
           std::max(std::max(a.z, b.z), std::max(c.z, d.z))}};
}

void TetraTable::build(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
                       CellHash::Kind kind, std::uint32_t buckets) {
  const std::size_t count = bodies.tetrahedra().size();
  const std::span<const Index> slotOf = bodies.slotOfTetrahedron();
  m_boxes.resize(count);
  m_everywhere.clear();
  m_everywhere.reserve(count);
  m_table.begin(grid, kind, buckets, bodies.positions().size());
  m_table.parts.assign(1, {1, 1});
  CellTable::Part& part = m_table.parts[0];
  const std::size_t mostEntries = kMostEntriesPerTetrahedron * count + kEntriesAtLeast;
  std::size_t entries = 0;
  const auto forCells = [&](Index t, auto&& visit) {
    const BlockRange range = BlockRange::of(grid, m_boxes[t].min.data(), m_boxes[t].max.data());
    for (std::int32_t k = range.min[2]; k <= range.max[2]; ++k) {
      for (std::int32_t j = range.min[1]; j <= range.max[1]; ++j) {
        for (std::int32_t i = range.min[0]; i <= range.max[0]; ++i) visit(i, j, k);
      }
    }
  };
  for (Index t = 0; t < count; ++t) {
    if (!activeSlots[slotOf[t]]) continue;
    m_boxes[t] = boxOf(bodies.positions(), bodies.tetrahedra()[t]);
    const double cells = BlockRange::of(grid, m_boxes[t].min.data(), m_boxes[t].max.data()).count();
    if (cells > kMostCells || static_cast<double>(entries) + cells > static_cast<double>(mostEntries)) {
      m_everywhere.push_back(t);
      continue;
    }
    entries += static_cast<std::size_t>(cells);
    const std::size_t needed = part.end + static_cast<std::size_t>(cells);
    if (m_table.cells.size() < needed + 2) m_table.reserveCells(needed + needed / 2);
    forCells(t, [&](std::int32_t i, std::int32_t j, std::int32_t k) {
      const std::uint32_t bucket = m_table.hash.bucketOf(m_table.hash.mix(i, j, k));
      ++m_table.cells[m_table.findOrAdd(part, bucket, i, j, k)].count;
    });
  }
  m_table.layOut(part, 0);
  if (m_lists.size() < entries) m_lists.resize(entries);
  std::uint64_t collisions = 0;
  std::size_t skipped = 0;
  for (Index t = 0; t < count; ++t) {
    if (!activeSlots[slotOf[t]]) continue;
    if (skipped < m_everywhere.size() && m_everywhere[skipped] == t) {
      ++skipped;
      continue;
    }
    forCells(t, [&](std::int32_t i, std::int32_t j, std::int32_t k) {
      m_lists[m_table.cells[m_table.find(i, j, k, collisions)].fill++] = t;
    });
  }
}

std::size_t TetraTable::memory() const {
  return m_table.memory() + m_boxes.capacity() * sizeof(Box) +
         (m_lists.capacity() + m_everywhere.capacity()) * sizeof(Index);
}

}  // namespace pliant::detail
