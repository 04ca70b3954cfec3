#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <vector>

#include "HitList.h"
#include "TetraClusters.h"
#include "TetraTable.h"
#include "VertexTable.h"

namespace pliant::detail {

/// Hash of Teschner et al. 2003: vertices of all bodies against tetrahedra of all bodies.
class TetraHash {
 public:
  void setSettings(const SpatialHash::Settings& settings);

  /// First pass: inserts the vertices of the set's last update into the table (Passes::One: the tetrahedra).
  void update(const BodySet& bodies, Workers& workers);

  /// Second pass: fills results.vertexTetrahedron, sorted; adds to results.counters.
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers);

  /// See SpatialHash::load.
  SpatialHash::Load load(const BodySet& bodies, Workers& workers) const;

  std::size_t memory() const;

 private:
  class Sink;
  struct BodyInfo {
    Index id, firstVertex, firstTetrahedron;
  };

  CellGrid gridFor(const BodySet& bodies) const;
  std::uint32_t bucketsFor(const BodySet& bodies) const;
  void build(const BodySet& bodies, Workers& workers);
  template <typename BuildTable>
  void buildAndTestShapes(const BodySet& bodies, const BuildTable& buildTable, Workers& workers);
  template <typename Test>
  void walkTetrahedra(const BodySet& bodies, std::size_t begin, std::size_t end, Sink& sink, Counters& counters) const;
  template <typename Test>
  void walkVertices(const BodySet& bodies, std::size_t begin, std::size_t end, Sink& sink, Counters& counters) const;
  void report(const BodySet& bodies, const Query& query, const std::vector<std::uint64_t>& hits, Results& results,
              Workers& workers) const;

  SpatialHash::Settings m_settings;
  bool m_stale = true;
  const BodySet* m_bodies = nullptr;
  std::uint64_t m_revision = 0, m_updates = 0;
  std::vector<std::uint8_t> m_active;
  std::vector<BodyInfo> m_infos;
  TetraClusters m_clusters;
  VertexTable m_vertices;
  TetraTable m_tetrahedra;
  HitList m_hits;
  std::vector<Counters> m_chunkCounters;
};

}  // namespace pliant::detail
