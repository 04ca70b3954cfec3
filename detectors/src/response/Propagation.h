#pragma once

#include <pliant/detectors/response/Penetration.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"
#include "response/VertexGraph.h"

namespace pliant::detail {

/// Depth and direction of the vertices of one body inside another (Heidelberger 2004): first at the border, then layer
/// by layer inward, last for the vertices that the border does not reach.
class Propagation {
 public:
  /// Computes one entry per vertex, in the order of `vertices`: vertex indices in the set, of one body, each once.
  /// `volumeBody` is the body index of the body in which they are.
  void run(const BodySet& bodies, const VertexGraph& graph, PenetratedSurfaces& surfaces,
           std::span<const Index> vertices, Index volumeBody);

  struct Entry {
    Penetration::Kind kind;
    bool done;
    double depth;
    Eigen::Vector3d direction;
  };
  std::span<const Entry> entries() const { return m_entries; }

 private:
  /// Term of a weighted mean: at `offset` from the vertex the surface is `depth` away along `direction`.
  struct Sample {
    Eigen::Vector3d offset;
    double depth;
    Eigen::Vector3d direction;
  };

  Index local(Index vertex) const { return vertex < m_local.size() ? m_local[vertex] : kNoIndex; }
  void sampleBorder(Index vertex, std::span<const Index> neighbours, PenetratedSurfaces& surfaces, Index volumeBody);
  void sampleNeighbours(const BodySet& bodies, Index vertex, std::span<const Index> neighbours);
  void settle(Index i, Penetration::Kind kind);
  void propagate(const BodySet& bodies, const VertexGraph& graph, std::span<const Index> vertices);
  void settleEnclosed(const BodySet& bodies, const VertexGraph& graph, PenetratedSurfaces& surfaces,
                      std::span<const Index> vertices, Index volumeBody, Index first);

  std::vector<Entry> m_entries;
  // One per vertex of the set: index into m_entries during run(), otherwise kNoIndex.
  std::vector<Index> m_local;
  std::vector<std::uint8_t> m_queued;
  std::vector<Index> m_front, m_next;
  std::vector<SurfaceCrossing> m_crossings;
  std::vector<Sample> m_samples;
};

}  // namespace pliant::detail
