#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/ContourTest.h"
#include "regularitytree/DirectionSamples.h"
#include "regularitytree/SurfaceParts.h"

namespace pliant::detail {

/// Whether a part of a surface, or two together, lie like a map above some plane, so that no two of their faces that
/// share no vertex meet (Volino 1994, 2.1; ContourTest has the condition and its proof). One per task; keeps scratch.
///
/// With a distance d, two elements that share no vertex (a vertex and a face, two edges, two faces) are farther apart
/// than d if, seen along the direction,
///   1. the set is regular,
///   2. no corner of a face is as near as d to the line of the opposite side (maskWithMargin), and
///   3. no end of a contour edge is as near as d to one that it is not an end of (ContourTest::apart).
/// Let v be a vertex, and the straight way to the nearest point p of a face g no longer than d. If it begins in a face
/// at v, it leaves this face only through the side opposite to v, by 2 farther than d; so p is in that face, and as in
/// ContourTest's proof g overlaps it, or has v for a corner. If it begins outside, it comes in through a contour edge,
/// by 3 one that ends at v; but a straight way from v does not come back to that. Two edges are nearest at an end of
/// one of them, which is a vertex that the other's face does not have, or that is opposite to it.
///
/// All along a motion in which vertices move by at most m relative to each other this holds if 2 does at all times, and
/// at its start 1 and 3 with d + m: then contour edges never touch, and the winding numbers stay as they are. A pair
/// whose distance falls to a tenth comes within m / 9 by that, so with d above m / 8 no pair meets as SurfaceNarrowTest
/// has it.
class PartTest {
 public:
  struct Settings {
    bool exact = true;  ///< the contour test; false: leastShape instead
    double leastShape = 0;
    /// Elements that share no vertex are to be farther apart than parts.distance(), or, `swept`, so far apart all along
    /// their linear motion from t0 on. The contour test is exact then, whatever is set above.
    bool apart = false, swept = false;
  };

  /// No allocation from here on for contours of so many edges.
  void reserve(std::size_t edges);

  /// All directions in which all faces of the part, or of both, look.
  static std::uint64_t directions(const SurfaceParts& parts, Index node) { return parts.directions(node); }
  static std::uint64_t directions(const SurfaceParts& parts, Index a, Index b) {
    return parts.directions(a) & parts.directions(b);
  }

  bool regular(const BodySet& bodies, const SurfaceParts& parts, Index node, const DirectionSamples& samples,
               const Settings& settings);
  bool regular(const BodySet& bodies, const SurfaceParts& parts, Index a, Index b, const DirectionSamples& samples,
               const Settings& settings);

  /// Of contours, what the test itself needs left out.
  std::size_t memory() const {
    return m_known.memory() + m_loops.memory() + (m_edges.capacity() + m_joined.capacity()) * sizeof(ContourEdge) +
           m_runs.capacity() * sizeof(Run);
  }

 private:
  struct Run {
    Index begin, end;
  };

  bool decide(const BodySet& bodies, const SurfaceParts& parts, Index a, Index b, const ViewDirection& along,
              const Settings& settings);
  static bool tooFast(const SurfaceParts& parts, Index a, Index b, const Settings& settings);

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
