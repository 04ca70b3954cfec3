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

/// First pass of Teschner 2003: all vertices in the cells of a hash table, coordinates copied into the order of the
/// cells.
///
/// The vertices are processed in the order of the previous update. Few of them have changed their cell since, so they
/// form long runs of one cell each; runs are looked up and copied as a whole. With several threads the buckets are
/// split into parts, and one thread looks up the runs of each part.
class VertexTable {
 public:
  /// Omits vertices of inactive bodies. `home` is copied into the entries: one per vertex of the set, or empty; it may
  /// change with the set's revision only.
  void build(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, const CellGrid& grid,
             CellHash::Kind kind, std::uint32_t buckets, std::span<const LaneId> home, Workers& workers);

  const CellTable& table() const { return m_table; }
  Entries entries() const { return {m_x.data(), m_y.data(), m_z.data(), m_vertex.data(), m_home.data()}; }
  std::size_t memory() const;

 private:
  void orderAnew(const BodySet& bodies, const std::vector<std::uint8_t>& activeBodies, std::span<const LaneId> home);
  void locate(const BodySet& bodies, std::size_t parts, std::size_t chunk, std::size_t begin, std::size_t end);
  void fillPart(std::size_t part);

  CellTable m_table;
  std::vector<Real> m_x, m_y, m_z;
  std::vector<LaneId> m_vertex, m_home;
  std::size_t m_count = 0;  // number of vertices in the table
  // Indexed by rank in the order of the previous update.
  std::vector<Real> m_fromX, m_fromY, m_fromZ;
  std::vector<LaneId> m_order, m_fromHome;
  std::vector<VertexRun> m_runs;  // runs of each chunk start at the rank of its first vertex, grouped by part
  struct Share {
    Index firstRun, vertices;
  };
  std::vector<Share> m_shares;  // by chunk and part; each chunk has one more at its end
  std::vector<Index> m_firstEntry;
  std::uint64_t m_revision = 0;
  bool m_hasHome = false;
  std::vector<std::uint8_t> m_activeBodies;
};

}  // namespace pliant::detail
