#pragma once

#include <pliant/detectors/Workers.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/GroupKernels.h"
#include "regularitytree/SurfaceHierarchy.h"

namespace pliant::detail {

/// Face groups: the patches whose boxes and masks are computed directly from their vertices and faces. Patches inside a
/// group have neither. Patches above the groups get them from their children.
class FaceGroups {
 public:
  /// Selects the largest patches that are leaf patches for this limit (SurfaceHierarchy::isLeafPatch), clamped to 1 to
  /// kMostOfGroup; 1: all faces.
  void assign(const SurfaceHierarchy& tree, Index most);
  /// Limit of the last assign(); 0 before.
  Index most() const { return m_most; }

  std::size_t count() const { return m_node.size(); }
  Index node(std::size_t group) const { return m_node[group]; }
  SurfaceHierarchy::Leaves leaves(std::size_t group) const { return {m_firstLeaf[group], m_firstLeaf[group + 1]}; }
  LeafPatchGroups lists() const;
  /// Number of groups per work item: all groups if waking a second thread would take longer.
  std::size_t perChunk() const { return count() <= 512 ? count() : 256; }

  /// Computes the boxes of groups and of patches above, indexed by node. `vertices` starts at the body's first vertex.
  void bound(const surface::VertexBoxes& vertices, float* boxes, Workers& workers) const;
  // Compute the boxes or masks of the patches above the groups.
  void mergeBoxes(float* boxes, Workers& workers) const;
  void mergeMasks(std::uint64_t* masks, Workers& workers) const;

  std::size_t memory() const;

 private:
  void listVertices(const SurfaceHierarchy& tree);
  void listAbove(const SurfaceHierarchy& tree);
  ChildLists above() const { return {m_above.data(), m_firstChild.data(), m_endChild.data()}; }

  Index m_most = 0;
  std::vector<Index> m_node, m_firstLeaf;                // per group, in tree order
  std::vector<Index> m_vertices, m_firstVertex;          // per group; padded with its last vertex
  std::vector<std::uint8_t> m_corner[3];                 // per leaf
  std::vector<Index> m_above, m_firstChild, m_endChild;  // children before parents
  std::vector<Index> m_levels;                           // first entry of each level in m_above, and the end
};

}  // namespace pliant::detail
