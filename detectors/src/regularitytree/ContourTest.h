#pragma once

#include <pliant/detectors/Export.h>

#include <span>
#include <vector>

#include "regularitytree/ContourSweep.h"
#include "regularitytree/MonotoneChains.h"

namespace pliant::detail {

/// Whether the contours of a set of faces, all of which face an eye, let it see each place of the set at most once
/// (Volino and Magnenat-Thalmann 1994, section 2.1, with what its condition lacks): then no two faces of the set that
/// share no vertex have a point in common.
///
/// Let F be faces with facing(…, V) = 1 each, C the directed edges of F left after each has been cancelled with one of
/// its reverses, all seen along V. The answer is "regular" exactly if C is not empty and
///   1. no edge of C is seen as a point, and two edges of C meet nowhere but at a vertex that is an end of both;
///   2. the winding numbers of C are 0 or 1 everywhere beside its edges.
/// How many faces of F cover a point beside their edges is the winding number of C around it: each face is seen
/// counter-clockwise and counts 1, and cancelled edges add nothing. By 2, the open faces don't overlap.
/// Assume that faces A and B have no vertex in common, but a point of space, seen at p.
///   - Neither holds p in its interior: if A did, what B has around p would overlap A. So p is on edges of both.
///   - If p is inside an edge of A that is not in C, then another face A' lies beyond that edge; A and A' cover all
///     around p, so B would overlap A or A', or is A', which has two of A's vertices. Likewise if p is a vertex of A
///     that no edge of C ends at: the faces around it cover all around p, so B would overlap one of them, or is one and
///     has that vertex in common with A. The same holds with A and B exchanged.
///   - So p is on C's edges or their ends, by A and by B. By 1, both are the same edge, or edges with a common end that
///     is seen at p. An edge of C is one face's, by 2, so in the first case A = B; in the second A and B have that
///     vertex in common.
/// Nothing is asked of C's being connected, nor of F's genus. At a branch vertex, where several fans of faces have
/// their corner, C has an edge out and one in for each fan; by 2 they alternate around it, which is to say that the
/// fans don't overlap: a folded-over flap or a fan of more than a turn is not regular. Contours that touch in a common
/// vertex are, those that touch anywhere else, along a seam of double vertices for instance, are not.
class PLIANT_DETECTORS_EXPORT ContourTest {
 public:
  struct Counters {
    std::uint64_t calls = 0, edges = 0;
    std::uint64_t swept = 0;  ///< calls that the quick way could not answer
  };

  /// `edges` is C: indices into positions, any order; the order of ContourOrder is the quickest. Edges that have not
  /// been cancelled make the answer false. O(n log n), linear as a rule. No allocation once as many edges were seen.
  bool regular(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges,
               const ViewDirection& along);
  /// The same of loops.
  bool regular(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along);

  /// Whether every end of an edge is farther than `distance` (≥ 0) from every edge that it is not an end of, distances
  /// taken across the direction of sight. May be false where that is hardly so, or hard to tell.
  bool apart(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along,
             double distance);
  /// Of edges in loops; others are not apart.
  bool apart(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges, const ViewDirection& along,
             double distance);

  /// Room for contours of as many edges.
  void reserve(std::size_t edges);

  const Counters& counters() const { return m_counters; }
  void clearCounters() { m_counters = {}; }
  /// Whether loops are first tried the quick way (default); the answers are the same.
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
