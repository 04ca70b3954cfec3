#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "CellTable.h"
#include "ClusterKernel.h"
#include "VertexKernel.h"

namespace pliant::detail {

/// First pass of Teschner 2003: all vertices in the cells of a hash table, coordinates copied into the cells' order.
///
/// Vertices are taken in the order in which the update before left them. As few have gone to another cell since, they
/// come in long runs that share a cell, and it is runs that are looked up and copied. With several threads the buckets
/// are split into parts, and each part's runs are looked up by one thread.
class VertexTable {
 public:
  /// Vertices of inactive bodies are left out. `home` is copied into the entries: by flat vertex index, or empty; it
  /// may change with the set's revision only.
  void build(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
             CellHash::Kind kind, std::uint32_t buckets, std::span<const LaneId> home, Workers& workers);

  const CellTable& table() const { return m_table; }
  Entries entries() const { return {m_x.data(), m_y.data(), m_z.data(), m_vertex.data(), m_home.data()}; }
  std::size_t memory() const;

 private:
  void orderAnew(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, std::span<const LaneId> home);
  void locate(const BodySet& bodies, std::size_t parts, std::size_t chunk, std::size_t begin, std::size_t end);
  void fillPart(std::size_t part);

  CellTable m_table;
  std::vector<Real> m_x, m_y, m_z;
  std::vector<LaneId> m_vertex, m_home;
  std::size_t m_count = 0;  // vertices in the table
  // By rank in the order of the update before.
  std::vector<Real> m_fromX, m_fromY, m_fromZ;
  std::vector<LaneId> m_order, m_fromHome;
  std::vector<VertexRun> m_runs;  // each chunk's from the rank of its first vertex on, grouped by part
  struct Share {
    Index firstRun, vertices;
  };
  std::vector<Share> m_shares;  // by chunk and part; one more at each chunk's end
  std::vector<Index> m_firstEntry;
  std::uint64_t m_revision = 0;
  bool m_hasHome = false;
  std::vector<std::uint8_t> m_activeSlots;
};

}  // namespace pliant::detail
