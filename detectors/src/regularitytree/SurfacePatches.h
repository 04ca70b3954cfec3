#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/DirectionSamples.h"
#include "regularitytree/FaceGroups.h"
#include "regularitytree/PatchKernels.h"
#include "regularitytree/SurfaceHierarchy.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

/// The hierarchy of one body, and the data that each update computes: boxes and normal masks of its patches.
///
/// A normal mask is a bit set of sampled directions: the bit of V is set only if n · V > 0 for the normal n of every
/// face of the patch.
///
/// Vertices and edges belong to the first face, in tree order, that has them, and are stored in the order of these
/// faces: the elements of a patch are consecutive. Isolated vertices (no face) come last.
class SurfacePatches {
 public:
  /// `leafPatch`: see setLeafPatchFaces(). `before`: the body's SurfacePatches before its faces changed, or null;
  /// unchanged patches are kept.
  SurfacePatches(const BodySet& bodies, Index body, unsigned children, Index leafPatch = 1,
                 const SurfacePatches* before = nullptr);

  /// Returns true if the body has the same faces as at construction.
  bool fits(const BodySet& bodies, Index body) const;
  /// Call when the indices of the body's elements in the set have changed.
  void renumber(const BodySet& bodies, Index body);

  const SurfaceHierarchy& tree() const { return m_tree; }
  bool empty() const { return m_tree.leafCount() == 0; }

  /// Sets the largest number of faces of a leaf patch (SurfaceHierarchy::isLeafPatch). Patches inside a leaf patch of
  /// at most kMostOfGroup faces have neither boxes nor masks. 1, the default: all patches have them.
  void setLeafPatchFaces(Index faces) { setLeafPatchFaces(faces, nullptr); }
  /// All patches with more faces than this have boxes and masks.
  Index most() const { return std::min(m_groups.most(), Index{kMostOfGroup}); }
  /// Returns true for a leaf patch, and for faces and patches inside one.
  bool isLeafPatch(Index node) const { return m_isLeafPatch[node] != 0; }

  /// Computes the boxes of patches. `vertexBoxes` is indexed by vertex index in the set.
  void bound(const surface::VertexBoxes& vertexBoxes, Workers& workers);
  /// Computes the normal masks at t1.
  void mask(const BodySet& bodies, Index body, const DirectionSamples& directions, Workers& workers);
  /// Returns true if boundAndMask() is available.
  bool quick() const { return sizeof(Real) == sizeof(float) && m_groups.most() > 1; }
  /// Computes normal masks and boxes of the positions at t1 in one pass. Faster than bound() and mask(); masks may lack
  /// a few more directions.
  void boundAndMask(const BodySet& bodies, Index body, const DirectionSamples& directions, Workers& workers);
  /// Computes normal masks for elements that must be farther apart than distance(), at t1 or during the whole motion
  /// from t0: if a direction is in the mask of a patch, then in the projection along it every corner of a face is
  /// farther than distance() from the opposite side. distance() is at least `least`; with motion it is at least a share
  /// of the mean edge length. `motions`: motion of each vertex, as points; null: no motion.
  void maskSeparated(const BodySet& bodies, Index body, double least, const surface::VertexBoxes* motions,
                     const DirectionSamples& directions, Workers& workers);
  /// Discards the masks: no patch is regular.
  void unmask() { m_masked = false; }
  /// Distance of the last maskSeparated() [length].
  double distance() const { return m_distance; }
  /// Returns an upper bound of the relative motion of any two vertices of the two patches [length].
  double motion(Index a, Index b) const;

  const float* box(Index node) const { return m_boxes.data() + std::size_t{8} * node; }
  std::uint64_t directions(Index node) const { return m_masked ? m_masks[node] : 0; }

  // Elements in tree order, as indices in the set.
  std::span<const Index> vertices() const { return m_vertices; }
  std::span<const Index> edges() const { return m_edges; }
  std::span<const Index> faces() const { return m_faces; }
  SurfaceHierarchy::Leaves verticesOf(Index node) const { return range(m_firstVertex, node); }
  SurfaceHierarchy::Leaves edgesOf(Index node) const { return range(m_firstEdge, node); }
  /// Position in vertices() of the first isolated vertex; the others follow.
  Index firstIsolated() const { return m_firstVertex.back(); }
  bool hasIsolated() const { return firstIsolated() < m_vertices.size(); }

  std::span<const Triangle> corners() const { return m_corners; }  ///< per leaf; vertex indices in the set
  // Indices in the set of the body's first vertex and first edge.
  Index firstVertexIndex() const { return m_vertexBegin; }
  Index firstEdgeIndex() const { return m_edgeBegin; }

  std::size_t memory() const;

 private:
  SurfaceHierarchy::Leaves range(const std::vector<Index>& first, Index node) const {
    const auto leaves = m_tree.leaves(node);
    return {first[leaves.begin], first[leaves.end]};
  }
  void setLeafPatchFaces(Index faces, const SurfacePatches* before);
  void listElements(const BodySet& bodies, Index body);
  void boundNodes(const surface::VertexBoxes& vertices, float* boxes, Workers& workers) const;
  void maskDegenerate(std::span<const PackedPosition> positions, const DirectionSamples& directions,
                      std::span<const std::uint32_t> degenerate);
  std::uint64_t maskOfLeaves(SurfaceHierarchy::Leaves leaves) const;
  void mergeMasks(Workers& workers);
  MaskInput maskInput(std::span<const PackedPosition> positions, const Box& box) const;

  SurfaceHierarchy m_tree;
  FaceGroups m_groups;
  Index m_vertexBegin = 0, m_edgeBegin = 0, m_faceBegin = 0;
  std::vector<Triangle> m_corners;                  // per leaf; vertex indices in the set
  std::vector<Index> m_vertices, m_edges, m_faces;  // indices in the set
  std::vector<Index> m_firstVertex, m_firstEdge;    // per leaf, and the end
  std::vector<float> m_boxes, m_motions;
  double m_distance = 0, m_meanEdge = 0;
  bool m_masked = false;
  std::vector<std::uint64_t> m_masks;
  std::vector<std::uint8_t> m_isLeafPatch;  // per node
  std::vector<std::uint32_t> m_degenerate, m_doubtful;
};

}  // namespace pliant::detail
