#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "CellTable.h"
#include "ClusterKernel.h"

namespace pliant::detail {

/// First pass of Teschner 2003: all vertices in the cells of a hash table, coordinates copied into the cells' order.
///
/// With several threads the buckets are split into parts; vertices are dealt out to the parts, and each part is filled
/// by one thread.
class VertexTable {
 public:
  /// Vertices of inactive bodies are left out.
  void build(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, const CellGrid& grid,
             CellHash::Kind kind, std::uint32_t buckets, Workers& workers);

  const CellTable& table() const { return m_table; }
  Entries entries() const { return {m_x.data(), m_y.data(), m_z.data(), m_vertex.data()}; }
  std::size_t memory() const;

 private:
  struct Tile;
  void deal(const BodySet& bodies, const std::vector<std::uint8_t>& activeSlots, std::size_t parts, Workers& workers);
  void fillPart(CellTable::Part& part, std::span<const PackedPosition> points, std::span<const Index> vertices);

  CellTable m_table;
  std::vector<Real> m_x, m_y, m_z;
  std::vector<LaneId> m_vertex;
  std::vector<Index> m_cellOf;         // by rank among the dealt vertices
  std::vector<Index> m_dealt;          // vertices by part
  std::vector<std::uint8_t> m_partOf;  // by vertex
  std::vector<Index> m_shares;         // by chunk and part: first rank
};

}  // namespace pliant::detail
