#pragma once

#include <array>
#include <span>
#include <vector>

#include "regularitytree/ProjectedPoints.h"
#include "regularitytree/SweepStatus.h"

namespace pliant::detail {

/// Directed edge of a contour, by indices of vertices; its face lies to the left of it.
struct ContourEdge {
  Index from, to;
};

/// Whether edges seen in the plane meet at common ends alone and have winding numbers 0 and 1 beside them, by a line
/// that sweeps over the plane from left to right, O(n log n) (after Shamos and Hoey 1976).
///
/// Between two ends the line meets edges in an order from bottom to top. The order is changed at ends only, and asked
/// there: an end must lie strictly above the edge below it and strictly below the edge above it, unless it is their own
/// end, and edges that begin there are ordered by their slopes, no two equal. So of two edges that are next to each
/// other for a while, the one is below the other both where that begins and where it ends, hence in between; all that
/// the line meets at one moment is ordered strictly, and edges meet nowhere but at common ends. Where they do meet
/// elsewhere, such an order can't exist, so a question fails.
/// In that order directions must alternate, to the right first: going up, the winding number of what is left of edges
/// grows by one at an edge to the right, and falls by one at an edge to the left.
class ContourSweep {
 public:
  void reserve(std::size_t edges);
  /// `edges` by the indices of points, each at a different vertex.
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
  std::vector<Index> m_points, m_ranks;                // points from left to right, and the place of each
  std::vector<Index> m_beginning, m_ending;            // edges by the ranks of their left and right ends
  std::vector<Index> m_firstBeginning, m_firstEnding;  // first of each rank, and an end
  std::vector<SweepStatus::Node> m_nodeOf;             // by edge, while the line meets it
  std::vector<Index> m_endsAt;                         // by node: rank at which its edge is known to end
};

}  // namespace pliant::detail
