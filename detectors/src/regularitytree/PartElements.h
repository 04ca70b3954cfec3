#pragma once

#include <cstdint>
#include <vector>

#include "regularitytree/SurfaceParts.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// A body's faces, edges and vertices in the order of its leaves, with boxes for those parts in which they are asked
/// for.
class PartElements {
 public:
  /// The body's elements have other flat indices, or are others.
  void assign(const BodySet& bodies, const SurfaceParts& parts);

  /// All boxes are out of date.
  void begin() { ++m_round; }
  /// True once per round for each part.
  bool mark(Index node);
  /// Makes the boxes of a part's elements. `edges`: the body's edges in their own order.
  void fill(const SurfaceParts& parts, Index node, const CandidateQuery& query, const surface::VertexBoxes& vertexBoxes,
            const surface::ElementCorners& edges);
  /// Asks for what fill() takes for a part's faces, ahead of it.
  void prefetch(const SurfaceParts& parts, Index node) const;
  /// Makes the boxes of the vertices of no face.
  void fillLoose(const SurfaceParts& parts, const surface::VertexBoxes& vertexBoxes);

  surface::ElementBoxes faces() const { return m_faces.view(); }
  surface::ElementBoxes edges() const { return m_edges.view(); }
  surface::ElementBoxes vertices() const { return m_vertices.view(); }

  std::size_t memory() const;

 private:
  struct Rows {
    std::vector<float> bound[6];
    std::vector<std::uint32_t> id, corner[3];

    void reset(std::size_t count, int corners);
    surface::ElementBoxes view() const;
    std::size_t memory() const;
  };
  void fillVertices(const SurfaceParts& parts, Index begin, Index end, const surface::VertexBoxes& vertexBoxes);

  Rows m_faces, m_edges, m_vertices;
  std::vector<std::uint32_t> m_edgeOrder;  // among the body's
  std::vector<std::uint64_t> m_marks;
  std::uint64_t m_round = 0;
};

}  // namespace pliant::detail
