#pragma once

#include <span>
#include <vector>

#include "response/EdgeCrossings.h"

namespace pliant::detail {

/// Tells the two sheets that pass through each other along a contour apart, also where both are of one body: an edge
/// and the face that it crosses are of different ones, a face and its own edges of the same.
class ContourSheets {
 public:
  /// False where that leads to a contradiction, or to several pieces that nothing relates.
  bool find(const BodySet& bodies, std::span<const EdgeCrossing> contour);

  /// Whether the edge of a crossing is of the second sheet, and its face of the first. That of the first crossing's
  /// edge is the first sheet.
  bool second(Index crossing) const { return m_second[crossing] != 0; }

 private:
  struct Node {
    Index parent;
    std::uint8_t other;  // not of the parent's sheet
  };
  Node root(Index node);
  bool relate(Index a, Index b, std::uint8_t other);

  std::vector<Index> m_faces, m_edges;  // sorted
  std::vector<Node> m_nodes;            // faces, then edges
  std::vector<std::uint8_t> m_second;
};

}  // namespace pliant::detail
