// Boxes and half-spaces of tetrahedra for the cluster kernel; compiled once per instruction set.
#if defined(PLIANT_CLUSTER_PLANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_CLUSTER_PLANES_INL_H
#undef PLIANT_CLUSTER_PLANES_INL_H
#else
#define PLIANT_CLUSTER_PLANES_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "spatialhash/ClusterKernel.h"
#include "spatialhash/ClusterLanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr Real kHuge = std::numeric_limits<Real>::max();

/// Bound on the rounding errors of a half-space test n·p + c relative to Σ |n|·(extents of the cluster), in units of
/// the roundoff: 4 for the normal (differences, products), 2 for the point and the corner relative to the cluster, at
/// most 12 for both dot products without fused multiply-add. The sum is 18; the rest covers the rounding of the bound
/// itself.
constexpr Real kErrorFactor = Real(24) * (std::numeric_limits<Real>::epsilon() / 2);
/// Bound on the additional error by underflow. If extents exceed kWide, normals lose bits to underflow.
constexpr Real kTiny = sizeof(Real) == 4 ? Real(0x1p-100) : Real(0x1p-800);
constexpr Real kUnderflow = 16 * std::numeric_limits<Real>::denorm_min();
constexpr Real kWide = kTiny / kUnderflow;

/// Returns a power of two s such that s · extent is in [1, 2) if s is a normal number; 0 if the extent is too large for
/// the filter.
HWY_INLINE Real scaleFor(Real extent) {
  using Bits = LaneId;
  constexpr int mantissa = std::numeric_limits<Real>::digits - 1;
  constexpr Bits unit = std::numeric_limits<Real>::max_exponent - 1;  // stored exponent of 1
  constexpr Bits most = 2 * unit - 7;
  const Bits exponent = std::max(static_cast<Bits>(std::bit_cast<Bits>(extent) >> mantissa), Bits{1});
  return exponent > most ? 0 : std::bit_cast<Real>((2 * unit - exponent) << mantissa);
}

/// Coordinates of a cluster's vertices, indexed by rank, and their box. `origin` is the origin of relative coordinates:
/// the box's lower corner, or 0 if relative coordinates would be infinite.
struct ClusterPoints {
  HWY_ALIGN Real x[kClusterVertices], y[kClusterVertices], z[kClusterVertices];
  HWY_ALIGN Real low[4], high[4], origin[4];
  Real longest;  // longest side of the box [length]; infinite if it overflows
  std::size_t count;
};

/// A cluster and its vertex positions.
struct Placed {
  const Cluster* cluster;
  LaneId self;
  const Index* tetrahedra;
  const std::uint8_t* corners;
  const Index* vertices;
  const std::uint64_t* owners;
  const Real* positions;
  ClusterPoints points;

  /// Ranks of one corner, indexed by lane.
  const std::uint8_t* ranks(std::size_t corner) const { return corners + corner * laneRoom(cluster->lanes); }
};

/// Boxes of all tetrahedra of a cluster in integer steps; the cluster's box is 256 steps long along each axis. The
/// function from coordinates to steps is monotone and is used for boxes and points, so no point in a box is lost.
/// Minimum and conversion may be exchanged.
struct StepBoxes {
  HWY_ALIGN std::uint8_t vertices[3][kClusterVertices];  // steps, indexed by rank
  HWY_ALIGN std::uint8_t low[3][kClusterLanes], width[3][kClusterLanes];
  HWY_ALIGN Real perLength[4];

  void setScale(const ClusterPoints& points) {
    for (std::size_t a = 0; a < 3; ++a) {
      const Real scale = Real(255) / (points.high[a] - points.low[a]);
      perLength[a] = points.longest <= kHuge && scale <= kHuge ? scale : 0;
    }
  }
};

using D32 = hn::Rebind<std::int32_t, D>;
/// Converts coordinates in the cluster's box, relative to the origin, to steps from 0 to 255. Rounding is monotone and
/// so cannot exceed 255. If the box exceeds the range of numbers, all steps are 0.
HWY_INLINE hn::VFromD<D32> stepsOf(V relative, V perLength) {
  return toInteger(D32(), hn::Mul(relative, perLength));
}

/// Computes the boxes of all tetrahedra of a cluster.
HWY_INLINE void makeBoxes(const Placed& placed, StepBoxes& boxes) {
  const D d;
  const D8 d8;
  const ClusterPoints& points = placed.points;
  boxes.setScale(points);
  const Real* const axes[3] = {points.x, points.y, points.z};
  for (std::size_t a = 0; a < 3; ++a) {
    const auto perLength = hn::Set(d, boxes.perLength[a]), origin = hn::Set(d, points.origin[a]);
    for (std::size_t v = 0; v < points.count; v += hn::Lanes(d))
      storeBytes(stepsOf(hn::Sub(hn::Load(d, axes[a] + v), origin), perLength), boxes.vertices[a] + v);
  }
  const RankBytes x(boxes.vertices[0]), y(boxes.vertices[1]), z(boxes.vertices[2]);
  for (std::size_t lane = 0; lane < placed.cluster->lanes; lane += hn::Lanes(d8)) {
    RankBytes::Ranks ranks(placed.ranks(0) + lane);
    using Steps = LaneVector<hn::VFromD<D8>>;
    Steps low(x.of(ranks), y.of(ranks), z.of(ranks)), high = low;
    for (std::size_t c = 1; c < 4; ++c) {
      ranks = RankBytes::Ranks(placed.ranks(c) + lane);
      const Steps corner(x.of(ranks), y.of(ranks), z.of(ranks));
      low = Min(low, corner);
      high = Max(high, corner);
    }
    hn::Store(low.x, d8, boxes.low[0] + lane);
    hn::Store(low.y, d8, boxes.low[1] + lane);
    hn::Store(low.z, d8, boxes.low[2] + lane);
    hn::Store(hn::Sub(high.x, low.x), d8, boxes.width[0] + lane);
    hn::Store(hn::Sub(high.y, low.y), d8, boxes.width[1] + lane);
    hn::Store(hn::Sub(high.z, low.z), d8, boxes.width[2] + lane);
  }
}

/// Data common to the half-spaces of all tetrahedra of a cluster.
struct PlaneFrame {
  V scale, errorFloor;
  Points size;   ///< sides of the cluster's box, scaled
  bool inRange;  ///< false: the filter decides nothing

  HWY_INLINE explicit PlaneFrame(const ClusterPoints& points) {
    const D d;
    const Real s = points.longest <= kHuge ? scaleFor(points.longest) : 0;
    inRange = s != 0;
    scale = hn::Set(d, s);
    const Real sides[3] = {points.high[0] - points.low[0], points.high[1] - points.low[1],
                           points.high[2] - points.low[2]};
    size = {hn::Set(d, sides[0] * s), hn::Set(d, sides[1] * s), hn::Set(d, sides[2] * s)};
    errorFloor = hn::Set(d, points.longest > kWide ? kTiny + points.longest * kUnderflow : kTiny);
  }
};

/// Half-spaces of one tetrahedron per lane. For e_j = x_j − x_0 and p − x_0 = Σ β_j e_j (Teschner 2003, 4.4):
/// β_1 det(e) = (e_2 × e_3)·(p − x_0), and cyclically. The rest of det(e) belongs to corner 0.
struct Planes {
  Points normal[3];  ///< e_2 × e_3 and cyclically, scaled
  V volume;          ///< |det(e)|, scaled
  V inward;          ///< the scale, with the sign of det(e)
  V error;           ///< error bound for the values of points in the cluster's box, and for the volume

  HWY_INLINE Planes(const Points* corner, const PlaneFrame& frame) {
    const D d;
    const Points most = Max(Max(corner[0], corner[1]), Max(corner[2], corner[3])),
                 least = Min(Min(corner[0], corner[1]), Min(corner[2], corner[3])),
                 side = Mul(frame.scale, Sub(most, least));
    const V permanent =
        fusedDot(frame.size, {hn::Mul(side.y, side.z), hn::Mul(side.x, side.z), hn::Mul(side.x, side.y)});
    error = hn::MulAdd(permanent, hn::Set(d, 2 * kErrorFactor), frame.errorFloor);
    Points edge[3];
    for (std::size_t e = 0; e < 3; ++e) edge[e] = Mul(frame.scale, Sub(corner[e + 1], corner[0]));
    for (std::size_t e = 0; e < 3; ++e) {
      const Points &a = edge[(e + 1) % 3], &b = edge[(e + 2) % 3];
      normal[e] = {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
                   hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
    }
    const V determinant = fusedDot(edge[0], normal[0]);
    volume = hn::Abs(determinant);
    inward = hn::CopySign(frame.scale, determinant);
  }

  /// Returns the value of the plane opposite corner e + 1 at a point. The point is relative to corner 0 and multiplied
  /// by `inward`.
  HWY_INLINE V value(std::size_t e, const Points& p) const { return fusedDot(normal[e], p); }
};

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
