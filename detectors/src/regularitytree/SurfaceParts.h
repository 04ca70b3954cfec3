#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/DirectionSamples.h"
#include "regularitytree/SurfaceHierarchy.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

/// One body's hierarchy, and what each update makes of it: boxes and direction masks of all parts.
///
/// Vertices and edges belong to the first leaf that they are a corner or a side of, and stand in the order of their
/// leaves, so those of a part stand side by side. Vertices of no face come behind all others, in blocks.
class PLIANT_DETECTORS_EXPORT SurfaceParts {
 public:
  SurfaceParts(const BodySet& bodies, Index slot, unsigned children);

  /// Whether the body has the same faces as when this was made.
  bool fits(const BodySet& bodies, Index slot) const;
  /// The body's elements have other flat indices now.
  void renumber(const BodySet& bodies, Index slot);

  const SurfaceHierarchy& tree() const { return m_tree; }
  bool empty() const { return m_tree.leafCount() == 0; }

  /// Boxes of all parts, or all but leaves, given those of vertices by flat index.
  void bound(const surface::VertexBoxes& vertexBoxes, bool leaves, Workers& workers);
  /// Direction masks of all parts at t1.
  void mask(const BodySet& bodies, Index slot, const DirectionSamples& directions, Workers& workers);

  const float* box(Index node) const { return m_boxes.data() + std::size_t{8} * node; }
  std::uint64_t directions(Index node) const { return m_masks[node]; }

  // Elements in the order of the leaves, by flat index.
  std::span<const Index> vertices() const { return m_vertices; }
  std::span<const Index> edges() const { return m_edges; }
  std::span<const Index> faces() const { return m_faces; }
  SurfaceHierarchy::Leaves verticesOf(Index node) const { return range(m_firstVertex, node); }
  SurfaceHierarchy::Leaves edgesOf(Index node) const { return range(m_firstEdge, node); }
  /// Vertices of no face: those behind this one.
  Index firstLoose() const { return m_firstVertex.back(); }
  bool hasLoose() const { return firstLoose() < m_vertices.size(); }

  std::span<const Triangle> corners() const { return m_corners; }  ///< by leaf, flat
  // Flat indices of the body's first vertex and edge.
  Index firstVertexIndex() const { return m_vertexBegin; }
  Index firstEdgeIndex() const { return m_edgeBegin; }

  std::size_t memory() const;

 private:
  SurfaceHierarchy::Leaves range(const std::vector<Index>& first, Index node) const {
    const auto leaves = m_tree.leaves(node);
    return {first[leaves.begin], first[leaves.end]};
  }
  void listElements(const BodySet& bodies, Index slot);

  SurfaceHierarchy m_tree;
  Index m_vertexBegin = 0, m_edgeBegin = 0, m_faceBegin = 0;
  std::vector<Triangle> m_corners;                     // flat, by leaf
  std::vector<Index> m_groupVertices, m_firstOfGroup;  // different corners of the lowest nodes that are no leaves
  std::vector<Index> m_vertices, m_edges, m_faces;     // flat
  std::vector<Index> m_firstVertex, m_firstEdge;       // by leaf, and the end
  std::vector<float> m_boxes;
  std::vector<std::uint64_t> m_masks;
  std::vector<std::uint32_t> m_thin;
};

}  // namespace pliant::detail
