#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>

#include <array>
#include <cstddef>

namespace pliant::detail {

using Vec3d = std::array<double, 3>;

inline Vec3d operator+(const Vec3d& a, const Vec3d& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vec3d operator*(double s, const Vec3d& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline double dot(const Vec3d& a, const Vec3d& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Four points: a vertex and the corners of a face, or both ends of two edges.
using FourPoints = std::array<Vec3d, 4>;

enum class PairKind : std::uint8_t { VertexFace, EdgeEdge };

/// Where two elements are nearest. Σ weights·x is the vector from the point on B to the point on A.
struct Nearest {
  std::array<double, 4> weights;
  Vec3d difference;  ///< from B to A
  double distance = 0;
};

/// Closest points of a vertex and a closed triangle, or of two closed segments; any of them may be degenerate.
/// (Ericson, "Real-Time Collision Detection", 5.1.5 and 5.1.9, with the best of all regions taken where rounding makes
/// them disagree.)
PLIANT_DETECTORS_EXPORT Nearest nearest(PairKind kind, const FourPoints& x);

/// A lower bound of the distance that holds whatever the rounding of the weights: the width of a slab between both
/// elements, across `difference`, or, where that is bent by rounding, as in elements that lie nearly in one plane or
/// are flat themselves, across the best of the other directions that nearest points can have. At most 0 when none is
/// there. Of points on the border that are nearer than `nearest` the nearest ones take its place then.
double certainDistance(PairKind kind, const FourPoints& x, Nearest& nearest);

/// Two elements over a step, in coordinates about the first point and scaled by a power of two, so that no square over-
/// or underflows.
struct MovingPair {
  PairKind kind = PairKind::VertexFace;
  FourPoints start, motion;  ///< positions at t0, linear motion to t1 without what all four have in common
  double unit = 1;           ///< world units of length 1

  FourPoints at(double t) const;
  FourPoints end() const { return at(1); }
};

MovingPair movingPair(PairKind kind, const std::array<Index, 4>& vertices, const PackedPosition* from,
                      const PackedPosition* to);

/// Whether the motion makes a pair meet. Every pair for which it is said to is a candidate of every detector, see
/// kSweptReach.
struct Advance {
  bool hit = false;
  double time = 0;  ///< hit: the last time at which the pair was surely apart
  Nearest nearest;  ///< hit: then; else not set
};

/// Additive CCD (Li et al. 2021, algorithm 1): advances by 0.9 · distance / relative motion, and meets when the
/// distance falls under a tenth of that at the start. A step is longer where the slab between both elements stays open
/// longer. What takes too many steps, or comes so near that rounding hides how far apart it is, goes on by planes.
/// `start` is the pair's nearest at t0, `apart` its certain distance, above 0.
Advance advance(const MovingPair& pair, const Nearest& start, double apart);

/// Goes on from the time of `path` as long as some plane keeps the pair apart for the rest of the step, or a half, a
/// quarter or so on of that; meets where none does for a sixteenth of the step.
Advance advanceByPlanes(const MovingPair& pair, Advance path);

}  // namespace pliant::detail
