#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/Csr.h"
#include "regularitytree/ProjectedPoints.h"
#include "regularitytree/SweepStatus.h"

namespace pliant::detail {

/// Directed edge of a contour, between two vertex indices; its face is on its left.
struct ContourEdge {
  Index from, to;
};

/// Plane sweep from left to right (after Shamos and Hoey 1976), O(n log n). It decides if projected edges meet at
/// common ends only and have winding numbers 0 and 1 on their two sides.
///
/// Between two ends, the sweep line intersects edges in an order from bottom to top. This order changes at ends
/// only, and is tested there: an end must be strictly above the edge below it and strictly below the edge above it,
/// unless it is an end of this edge. Edges that start there are ordered by slope, no two slopes equal. So of two edges
/// that are neighbours for a while, one is below the other where this begins and where this ends, hence in between. All
/// edges on the sweep line are then strictly ordered, so edges meet at common ends only. If edges meet elsewhere, no
/// such order exists, and a test fails.
///
/// In this order, edges to the right and to the left must alternate, starting with one to the right: going upwards, the
/// winding number rises by one at an edge to the right and falls by one at an edge to the left.
class ContourSweep {
 public:
  void reserve(std::size_t edges);
  /// `edges` holds indices of points; each point is a different vertex.
  bool regular(const ProjectedPoints& points, std::span<const ContourEdge> edges);

 private:
  bool order(const ProjectedPoints& points);
  void list(std::span<const ContourEdge> edges);
  bool pass(const ProjectedPoints& points, std::span<const ContourEdge> edges, Index rank);
  bool findEnding(std::span<const Index> ending, Index rank);
  bool alternate(std::span<const ContourEdge> edges, std::span<const Index> beginning) const;
  void replace(std::span<const Index> ending, std::span<const Index> beginning);
  bool toRight(std::span<const ContourEdge> edges, Index edge) const;

  SweepStatus m_status;
  SweepStatus::Node m_below = kNoIndex, m_above = kNoIndex;
  std::vector<Index> m_points, m_ranks;     // points from left to right; position of each
  Csr<Index> m_beginning, m_ending;         // edges by rank of left end, of right end
  std::vector<SweepStatus::Node> m_nodeOf;  // per edge on the sweep line
  std::vector<Index> m_endsAt;              // per node: rank at which its edge ends, once reached
};

}  // namespace pliant::detail
