#pragma once

#include <span>
#include <vector>

#include "regularitytree/ContourSweep.h"
#include "regularitytree/MonotoneChains.h"

namespace pliant::detail {

/// Tests the contours of a set of faces, all counter-clockwise in the projection along V: "regular" means that no place
/// of the projection is covered twice (Volino and Magnenat-Thalmann 1994, section 2.1, with a stronger condition). Then
/// no two faces of the set without a common vertex have a common point.
///
/// Let F be faces with facing(…, V) = 1 each, and C the directed edges of F that remain after each has been cancelled
/// with one of its reverses; all in the projection along V. The answer is "regular" exactly if C is not empty and
/// - (1) no edge of C is projected to a point, and two edges of C meet only at a vertex that is an end of both;
/// - (2) the winding number of C is 0 or 1 at all places beside its edges.
///
/// The number of faces of F that cover a place beside their edges is the winding number of C around it: each face is
/// counter-clockwise and counts 1, and cancelled edges add nothing. So by 2 the open faces do not overlap.
///
/// Assume that faces A and B without a common vertex have a common point in space, projected to p.
/// - Neither contains p in its interior: if A does, then B overlaps A near p. So p is on edges of both.
/// - Let p be inside an edge of A that is not in C. Then another face A' is on the other side of this edge, and A and
///   A' cover all places around p. So B overlaps A or A', or B is A', which has two of A's vertices. The same holds if
///   p is a vertex of A at which no edge of C ends: the faces at this vertex cover all places around p, so B overlaps
///   one of them, or is one of them and has this vertex in common with A. The same holds with A and B exchanged.
/// - So for A and for B, p is on edges of C or their ends. By 1 these are the same edge, or two edges with a common end
///   projected to p. By 2 an edge of C belongs to one face, so in the first case A = B. In the second case A and B have
///   this vertex in common.
///
/// C need not be connected, and F may have any genus. At a vertex with several fans of faces, C has one outgoing and
/// one incoming edge per fan. By 2 they alternate around the vertex: the fans do not overlap. So a flap that is folded
/// over, or a fan of more than one turn, is not regular. Contours may touch at a common vertex. Contours that touch
/// elsewhere are not regular, for example along a seam of coincident vertices.
class ContourTest {
 public:
  struct Counters {
    std::uint64_t calls = 0, edges = 0;
    std::uint64_t swept = 0;  ///< calls decided by ContourSweep
  };

  /// Returns true if C is regular. `edges` is C, as indices into positions, in any order; closed loops one after
  /// another are the fastest. Edges that have not been cancelled make the answer false. O(n log n), mostly linear. Does
  /// not allocate if as many edges have been tested before.
  bool regular(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges,
               const ViewDirection& along);
  /// Overload for C as loops.
  bool regular(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along);

  /// Returns true if every end of an edge is farther than `distance` (≥ 0) from every edge that does not have this end,
  /// measured perpendicular to the view direction. May return false if the distances are only slightly larger, or
  /// uncertain.
  bool separated(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along,
                 double distance);
  /// Overload for edges; returns false if they do not form loops.
  bool separated(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges,
                 const ViewDirection& along, double distance);

  /// Reserves memory for contours with this many edges.
  void reserve(std::size_t edges);

  const Counters& counters() const { return m_counters; }
  void clearCounters() { m_counters = {}; }
  /// Enables the fast path for loops (default). Answers are the same without it.
  void setQuick(bool enabled) { m_quick = enabled; }

 private:
  bool sweep(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges, const ViewDirection& along);

  ProjectedPoints m_points;
  MonotoneChains m_chains;
  ContourLoopList m_loops;
  ContourSweep m_sweep;
  std::vector<Index> m_vertices;
  std::vector<ContourEdge> m_edges, m_local;
  Counters m_counters;
  bool m_quick = true;
};

}  // namespace pliant::detail
