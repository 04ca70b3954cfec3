#pragma once

#include <span>
#include <vector>

#include "response/EdgeCrossings.h"

namespace pliant::detail {

/// Distinguishes the two sheets that pass through each other along a contour, even if both belong to one body. An edge
/// and the face that it crosses are on different sheets; a face and its own edges are on the same sheet.
class ContourSheets {
 public:
  /// Returns false if these rules contradict each other, or if they do not relate all pieces of the contour.
  bool find(const BodySet& bodies, std::span<const EdgeCrossing> contour);

  /// Returns true if the edge of a crossing is on the second sheet and its face on the first. The edge of the first
  /// crossing is on the first sheet.
  bool second(Index crossing) const { return m_second[crossing] != 0; }

 private:
  struct Node {
    Index parent;
    std::uint8_t other;  // 1 if it is not on the parent's sheet
  };
  Node root(Index node);
  bool relate(Index a, Index b, std::uint8_t other);

  std::vector<Index> m_faces, m_edges;  // sorted
  std::vector<Node> m_nodes;            // union-find: faces, then edges
  std::vector<std::uint8_t> m_second;
};

}  // namespace pliant::detail
