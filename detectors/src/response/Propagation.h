#pragma once

#include <pliant/detectors/response/Penetration.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"
#include "response/VertexGraph.h"

namespace pliant::detail {

/// Depth and direction of the vertices of one body inside another (Heidelberger 2004): the border first, then layer by
/// layer inward, and what the border does not reach.
class Propagation {
 public:
  /// Flat vertices of one body, each once, and the slot of the body they are in. Fills one entry per vertex, in their
  /// order.
  void run(const BodySet& bodies, const VertexGraph& graph, PenetratedSurfaces& surfaces,
           std::span<const Index> vertices, Index volumeSlot);

  struct Entry {
    Penetration::Kind kind;
    bool done;
    double depth;
    Eigen::Vector3d direction;
  };
  std::span<const Entry> entries() const { return m_entries; }

 private:
  /// A share of a weighted mean: at `offset` from the vertex the surface is `depth` away along `direction`.
  struct Sample {
    Eigen::Vector3d offset;
    double depth;
    Eigen::Vector3d direction;
  };

  Index local(Index vertex) const { return vertex < m_local.size() ? m_local[vertex] : kNoIndex; }
  void sampleBorder(Index vertex, std::span<const Index> neighbours, PenetratedSurfaces& surfaces, Index volumeSlot);
  void sampleNeighbours(const BodySet& bodies, Index vertex, std::span<const Index> neighbours);
  void settle(Index i, Penetration::Kind kind);
  void propagate(const BodySet& bodies, const VertexGraph& graph, std::span<const Index> vertices);
  void settleEnclosed(const BodySet& bodies, const VertexGraph& graph, PenetratedSurfaces& surfaces,
                      std::span<const Index> vertices, Index volumeSlot, Index first);

  std::vector<Entry> m_entries;
  std::vector<Index> m_local;  // by flat vertex: index into m_entries during run, else kNoIndex
  std::vector<std::uint8_t> m_queued;
  std::vector<Index> m_front, m_next;
  std::vector<SurfaceCrossing> m_crossings;
  std::vector<Sample> m_samples;
};

}  // namespace pliant::detail
