#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/ContourTest.h"
#include "regularitytree/DirectionSamples.h"
#include "regularitytree/SurfacePatches.h"

namespace pliant::detail {

/// Tests a patch of a surface, or the union of two, for regularity: no two faces without a common vertex intersect
/// (Volino 1994, 2.1; ContourTest states the condition and its proof). One instance per task; it keeps scratch memory.
///
/// Two elements without a common vertex (vertex and face, two edges, two faces) are farther apart than a distance d if,
/// in the projection along the view direction,
/// - (1) the set is regular,
/// - (2) every corner of a face is farther than d from the line of the opposite side (maskGroupsWithMargin), and
/// - (3) every end of a contour edge is farther than d from each contour edge that does not have this end
///   (ContourTest::separated).
///
/// Proof. Let v be a vertex, p the nearest point of a face g, and let the segment from v to p be no longer than d. If
/// the segment begins in a face at v, then by 2 it can leave this face only through the side opposite to v, which is
/// farther than d. So p is in that face, and as in ContourTest's proof g overlaps it or has v as a corner. If the
/// segment begins outside the set, it enters through a contour edge, which by 3 ends at v; but a segment from v cannot
/// return to such an edge. Two edges are nearest at an end of one of them; this end is not a vertex of the other edge's
/// face, or is opposite to that edge.
///
/// During a motion in which vertices move by at most m relative to each other, the same holds if 2 holds at all times,
/// and 1 and 3 hold at t0 with d + m: then contour edges never touch, and the winding numbers do not change. A pair
/// whose distance falls to a tenth thereby comes within m / 9. So with d above m / 8 no pair meets in the sense of
/// SurfaceNarrowTest.
class PatchTest {
 public:
  struct Settings {
    bool exact = true;  ///< true: contour test; false: leastShape
    double leastShape = 0;
    /// `separated`: elements without a common vertex must be farther apart than patches.distance(), with `swept` during
    /// their whole linear motion from t0. With `separated` the contour test is always exact.
    bool separated = false, swept = false;
  };

  /// Reserves memory for contours with this many edges; tests of such contours do not allocate.
  void reserve(std::size_t edges);

  /// Tests the union of two patches, or one patch (a = b).
  bool regular(const BodySet& bodies, const SurfacePatches& patches, Index a, Index b, const DirectionSamples& samples,
               const Settings& settings);

  /// Returns the bytes used for contours, without those of the contour test.
  std::size_t memory() const { return m_known.memory() + m_loops.memory() + memoryOf(m_edges, m_joined, m_runs); }

 private:
  struct Run {
    Index begin, end;
  };

  bool decide(const BodySet& bodies, const SurfacePatches& patches, Index a, Index b, const ViewDirection& along,
              const Settings& settings);
  static bool tooFast(const SurfacePatches& patches, Index a, Index b, const Settings& settings);

  void trace(const SurfaceHierarchy& tree, Index a, Index b);
  void take(const SurfaceHierarchy& tree, Index node, SurfaceHierarchy::Leaves other);
  void joinRuns();

  ContourTest m_test;
  ContourCache m_known;
  ContourLoopList m_loops;
  std::vector<ContourEdge> m_edges, m_joined;
  std::vector<Run> m_runs;
};

}  // namespace pliant::detail
