#pragma once

#include <cstdint>
#include <vector>

#include "regularitytree/SurfacePatches.h"
#include "surfaces/BoxSet.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// A body's faces, edges and vertices in tree order. Only elements of patches for which fill() was called have boxes.
class PatchElements {
 public:
  /// Call when the body's elements or their indices in the set have changed.
  void assign(const BodySet& bodies, const SurfacePatches& patches);

  /// Starts a round: all boxes are outdated.
  void begin() { ++m_round; }
  /// Returns true on the first call per round for a patch.
  bool mark(Index node);
  /// Computes the boxes of a patch's elements. `edges`: the body's edges in the body's order.
  void fill(const SurfacePatches& patches, Index node, const CandidateQuery& query,
            const surface::VertexBoxes& vertexBoxes, const surface::ElementCorners& edges);
  /// Prefetches the data that fill() uses for a patch's faces.
  void prefetch(const SurfacePatches& patches, Index node) const;
  /// Computes the boxes of isolated vertices.
  void fillIsolated(const SurfacePatches& patches, const surface::VertexBoxes& vertexBoxes);

  surface::ElementBoxes faces() const { return m_faces.view(); }
  surface::ElementBoxes edges() const { return m_edges.view(); }
  surface::ElementBoxes vertices() const { return m_vertices.view(); }

  std::size_t memory() const;

 private:
  void fillVertices(const SurfacePatches& patches, Index begin, Index end, const surface::VertexBoxes& vertexBoxes);

  surface::BoxSet m_faces, m_edges, m_vertices;
  std::vector<std::uint32_t> m_edgeOrder;  // edge indices of the body
  std::vector<std::uint64_t> m_marks;
  std::uint64_t m_round = 0;
};

}  // namespace pliant::detail
