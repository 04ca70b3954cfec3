#pragma once

#include <pliant/detectors/Workers.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/GroupKernels.h"
#include "regularitytree/SurfaceHierarchy.h"

namespace pliant::detail {

/// Those parts of a hierarchy that boxes and masks are made of from their vertices and faces, so that no others below
/// them have any; and all parts above them, which have them from their children.
class PartGroups {
 public:
  /// The largest parts of at most so many faces, or of single ones; 1: all faces.
  void assign(const SurfaceHierarchy& tree, Index most);
  /// As it was asked for; 0 before.
  Index most() const { return m_most; }

  std::size_t count() const { return m_node.size(); }
  Index node(std::size_t group) const { return m_node[group]; }
  SurfaceHierarchy::Leaves leaves(std::size_t group) const { return {m_firstLeaf[group], m_firstLeaf[group + 1]}; }
  LeafGroups lists() const;
  /// How many one thread takes at a time: all, where that is sooner done than another is awake.
  std::size_t perChunk() const { return count() <= 512 ? count() : 256; }

  /// Boxes of all these parts, by node, given those of the body's own vertices.
  void bound(const surface::VertexBoxes& vertices, float* boxes, Workers& workers) const;
  // The parts above.
  void mergeBoxes(float* boxes, Workers& workers) const;
  void mergeMasks(std::uint64_t* masks, Workers& workers) const;

  std::size_t memory() const;

 private:
  void listVertices(const SurfaceHierarchy& tree);
  void listAbove(const SurfaceHierarchy& tree);
  ChildLists above() const { return {m_above.data(), m_firstChild.data(), m_endChild.data()}; }

  Index m_most = 0;
  std::vector<Index> m_node, m_firstLeaf;                // in the order of leaves
  std::vector<Index> m_vertices, m_firstVertex;          // of each group, and again the last one
  std::vector<std::uint8_t> m_corner[3];                 // by leaf
  std::vector<Index> m_above, m_firstChild, m_endChild;  // children before parents
  std::vector<Index> m_levels;                           // of those above, and the end
};

}  // namespace pliant::detail
