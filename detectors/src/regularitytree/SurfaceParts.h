#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/DirectionSamples.h"
#include "regularitytree/PartGroups.h"
#include "regularitytree/PartKernels.h"
#include "regularitytree/SurfaceHierarchy.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

/// One body's hierarchy, and what each update makes of it: boxes and direction masks of all parts.
///
/// Vertices and edges belong to the first leaf that they are a corner or a side of, and stand in the order of their
/// leaves, so those of a part stand side by side. Vertices of no face come behind all others, in blocks.
class PLIANT_DETECTORS_EXPORT SurfaceParts {
 public:
  /// `bottom`: as setBottom(). `before`: the body's parts when it had other faces, or null: what is left of them stays.
  SurfaceParts(const BodySet& bodies, Index slot, unsigned children, Index bottom = 1,
               const SurfaceParts* before = nullptr);

  /// Whether the body has the same faces as when this was made.
  bool fits(const BodySet& bodies, Index slot) const;
  /// The body's elements have other flat indices now.
  void renumber(const BodySet& bodies, Index slot);

  const SurfaceHierarchy& tree() const { return m_tree; }
  bool empty() const { return m_tree.leafCount() == 0; }

  /// Boxes and masks are of those parts only that are not within one of at most so many faces, or of single ones; 1,
  /// the default: of all.
  void setBottom(Index faces) { setBottom(faces, nullptr); }
  /// Parts of more faces than this have boxes and masks.
  Index most() const { return std::min(m_groups.most(), Index{kMostOfGroup}); }
  /// Whether a part ends the hierarchy, as it was set.
  bool isBottom(Index node) const { return m_isBottom[node] != 0; }

  /// Boxes, given those of vertices by flat index.
  void bound(const surface::VertexBoxes& vertexBoxes, Workers& workers);
  /// Direction masks at t1.
  void mask(const BodySet& bodies, Index slot, const DirectionSamples& directions, Workers& workers);
  /// Whether boundAndMask() can be had.
  bool quick() const { return sizeof(Real) == sizeof(float) && m_groups.most() > 1; }
  /// Both, the boxes being those of positions at t1, in less time; some more directions may be missing.
  void boundAndMask(const BodySet& bodies, Index slot, const DirectionSamples& directions, Workers& workers);
  /// Direction masks for elements that are to be farther apart than a distance, at t1 or all along the motion from t0
  /// on: in a direction of a mask no corner of a face is seen as near to the opposite side. The distance is at least
  /// `least`, so long that motions make use of it. `motions`: those of vertices, as points; none: nothing moves.
  void maskApart(const BodySet& bodies, Index slot, double least, const surface::VertexBoxes* motions,
                 const DirectionSamples& directions, Workers& workers);
  /// There are no masks: nothing is regular.
  void unmask() { m_masked = false; }
  /// Of the last maskApart, world units.
  double distance() const { return m_distance; }
  /// Bound of how far vertices of the parts have moved relative to each other.
  double motion(Index a, Index b) const;

  const float* box(Index node) const { return m_boxes.data() + std::size_t{8} * node; }
  std::uint64_t directions(Index node) const { return m_masked ? m_masks[node] : 0; }

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
  void setBottom(Index faces, const SurfaceParts* before);
  void listElements(const BodySet& bodies, Index slot);
  void boundNodes(const surface::VertexBoxes& vertices, float* boxes, Workers& workers) const;
  void maskThin(std::span<const PackedPosition> positions, const DirectionSamples& directions,
                std::span<const std::uint32_t> thin);
  std::uint64_t maskOfLeaves(SurfaceHierarchy::Leaves leaves) const;
  void mergeMasks(Workers& workers);
  MaskInput maskInput(std::span<const PackedPosition> positions, const Box& box) const;

  SurfaceHierarchy m_tree;
  PartGroups m_groups;
  Index m_vertexBegin = 0, m_edgeBegin = 0, m_faceBegin = 0;
  std::vector<Triangle> m_corners;                  // flat, by leaf
  std::vector<Index> m_vertices, m_edges, m_faces;  // flat
  std::vector<Index> m_firstVertex, m_firstEdge;    // by leaf, and the end
  std::vector<float> m_boxes, m_motions;
  double m_distance = 0, m_meanEdge = 0;
  bool m_masked = false;
  std::vector<std::uint64_t> m_masks;
  std::vector<std::uint8_t> m_isBottom;  // by node
  std::vector<std::uint32_t> m_thin, m_doubtful;
};

}  // namespace pliant::detail
