#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>

#include "core/Vec3d.h"

namespace pliant::detail {

inline Vec3d toVec3d(const PackedPosition& p) {
  return toVec3d(&p.x);
}

/// Points of a pair: a vertex and the corners of a face, or the ends of edge A and the ends of edge B.
using FourPoints = std::array<Vec3d, 4>;

enum class PairKind : std::uint8_t { VertexFace, EdgeEdge };

/// Nearest points of two elements. Σ weights·x is the vector from the point on B to the point on A.
struct Nearest {
  std::array<double, 4> weights;
  Vec3d difference;  ///< vector from the point on B to the point on A
  double distance = 0;
};

/// Returns the nearest points of a vertex and a closed triangle, or of two closed segments; any of them may be
/// degenerate. (Ericson, "Real-Time Collision Detection", 5.1.5 and 5.1.9; the best of all regions is used where
/// rounding makes them disagree.)
Nearest nearest(PairKind kind, const FourPoints& x);

/// Returns a lower bound of the distance that holds for any rounding error of the weights: the width of a slab between
/// both elements across `difference`. If rounding has bent `difference` (elements nearly in one plane, or degenerate),
/// the bound is the best over the other directions that nearest points can have, and nearer points on the border
/// replace `nearest`. The bound is at most 0 if there is no slab.
double certainDistance(PairKind kind, const FourPoints& x, Nearest& nearest);

/// Two elements over a step. Coordinates are relative to the first point at t0 and scaled by a power of two, so that no
/// square overflows or underflows.
struct MovingPair {
  PairKind kind = PairKind::VertexFace;
  FourPoints start, motion;  ///< positions at t0; motion t0 → t1 less the mean motion of the four
  double unit = 1;           ///< size of a coordinate unit [length]

  FourPoints at(double t) const;
  FourPoints end() const { return at(1); }
};

MovingPair movingPair(PairKind kind, const std::array<Index, 4>& vertices, const PackedPosition* from,
                      const PackedPosition* to);

/// Result of advancing a pair along its motion; `hit` is true if the pair meets. Every pair that meets is a candidate
/// of every detector; see kSweptReach.
struct Advance {
  bool hit = false;
  double time = 0;  ///< hit: last time at which the pair was certainly separated, 0 to 1
  Nearest nearest;  ///< hit: nearest points at `time`; otherwise unspecified
};

/// Additive CCD (Li et al. 2021, algorithm 1): advances by 0.9 · distance / relative motion; the pair meets when the
/// distance falls below a tenth of that at t0. A step is longer if the slab between both elements stays open longer. If
/// this takes too many steps, or if rounding hides the distance of a near pair, advanceByPlanes() continues. `start`:
/// nearest points at t0. `certified`: certified distance at t0, > 0.
Advance advance(const MovingPair& pair, const Nearest& start, double certified);

/// Continues from the time of `path` while some plane separates the pair for the rest of the step, or for a half, a
/// quarter and so on of that. The pair meets if no plane does so for a sixteenth of the step.
Advance advanceByPlanes(const MovingPair& pair, Advance path);

}  // namespace pliant::detail
