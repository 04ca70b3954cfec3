// Half-spaces of tetrahedra by lane, for the kernel over clusters; compiled once for each instruction set.
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
/// the roundoff: 4 of the normal (differences, products), 2 of the point and the corner relative to the cluster, at
/// most 12 of both dot products without fused multiplication. 18 in all; the rest covers the bound's own rounding.
constexpr Real kErrorFactor = Real(24) * (std::numeric_limits<Real>::epsilon() / 2);
/// What underflow can add to that. Beyond extents of kWide the normals lose bits to it.
constexpr Real kTiny = sizeof(Real) == 4 ? Real(0x1p-100) : Real(0x1p-800);
constexpr Real kUnderflow = 16 * std::numeric_limits<Real>::denorm_min();
constexpr Real kWide = kTiny / kUnderflow;

/// A power of two s such that s · extent is in [1, 2) where s is a normal number; 0 where the extent is too large for
/// the filter.
HWY_INLINE Real scaleFor(Real extent) {
  using Bits = LaneId;
  constexpr int mantissa = std::numeric_limits<Real>::digits - 1;
  constexpr Bits unit = std::numeric_limits<Real>::max_exponent - 1;  // exponent of 1 as stored
  constexpr Bits most = 2 * unit - 7;
  const Bits exponent = std::max(static_cast<Bits>(std::bit_cast<Bits>(extent) >> mantissa), Bits{1});
  return exponent > most ? 0 : std::bit_cast<Real>((2 * unit - exponent) << mantissa);
}

/// Half-spaces of up to kGroupLanes tetrahedra, by lane.
struct Group {
  // Inward normals opposite corners 1, 2, 3, scaled, and the distances of the planes through corner 0 from the origin.
  HWY_ALIGN Real normal[9][kGroupLanes];
  HWY_ALIGN Real offset[3][kGroupLanes];
  HWY_ALIGN Real lower[kGroupLanes],
      upper[kGroupLanes];  // of each plane's value, of their sum
};

/// A cluster's vertices, by rank, and their box. `origin` is that of relative coordinates: the box's lower corner, but
/// 0 where those would be infinite.
struct ClusterPoints {
  HWY_ALIGN Real x[kClusterVertices], y[kClusterVertices], z[kClusterVertices];
  HWY_ALIGN Real low[4], high[4], origin[4];
  Real longest;  // side of the box, infinite beyond the range of numbers
  std::size_t count;
};

/// Boxes of all tetrahedra of a cluster in whole numbers: each axis of the cluster's box is 256 steps long. The
/// function from coordinates to steps is monotone and serves boxes and points, so no point in a box is lost.
struct StepBoxes {
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
/// Of coordinates in the cluster's box, relative to the origin: from 0 to 255. Rounding leads to no larger number, as
/// it is monotone; where the box is beyond the range of numbers, all are 0.
HWY_INLINE hn::VFromD<D32> stepsOf(V relative, V perLength) {
  return toInteger(D32(), hn::Mul(relative, perLength));
}

/// The filter can't tell the sign of this tetrahedron's volume. Returns whether it can hold anything.
HWY_INLINE bool settleFlat(Group& group, std::size_t lane, int sign, Real determinant, Real error) {
  if (sign == 0) {
    group.lower[lane] = kHuge;
    return false;
  }
  if ((sign < 0) != std::signbit(determinant)) {
    for (auto& component : group.normal) component[lane] = -component[lane];
    for (auto& component : group.offset) component[lane] = -component[lane];
    group.upper[lane] = 5 * error - std::abs(determinant);
  }
  return true;
}

/// Half-spaces and boxes of the tetrahedra from `first` on. With e_j = x_j − x_0 and p − x_0 = Σ β_j e_j (Teschner
/// 2003, 4.4): β_1 det(e) = (e_2 × e_3)·(p − x_0), and so on around; what is left of det(e) belongs to corner 0.
/// Returns a bit for each tetrahedron that can hold anything.
HWY_INLINE std::uint64_t makePlanes(const ClusterPoints& points, const LaneGroup& corners, std::size_t first,
                                    std::size_t count, const PairSink& sink, Group& group, StepBoxes& boxes) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const Real scale = points.longest <= kHuge ? scaleFor(points.longest) : 0;
  const auto s = hn::Set(d, scale);
  const auto originX = hn::Set(d, points.origin[0]), originY = hn::Set(d, points.origin[1]),
             originZ = hn::Set(d, points.origin[2]);
  const auto dx = hn::Set(d, (points.high[0] - points.low[0]) * scale),
             dy = hn::Set(d, (points.high[1] - points.low[1]) * scale),
             dz = hn::Set(d, (points.high[2] - points.low[2]) * scale);
  const auto errorFloor = hn::Set(d, points.longest > kWide ? kTiny + points.longest * kUnderflow : kTiny);
  std::uint64_t alive = (std::uint64_t{1} << count) - 1;
  for (std::size_t lane = 0; lane < kGroupLanes; lane += lanes) {
    V x_[4], y_[4], z_[4];
    for (std::size_t c = 0; c < 4; ++c) {
      const Ranks ranks(corners.corner[c] + lane);
      x_[c] = ranks.of(points.x, points.count);
      y_[c] = ranks.of(points.y, points.count);
      z_[c] = ranks.of(points.z, points.count);
    }
    const auto minX = hn::Min(hn::Min(x_[0], x_[1]), hn::Min(x_[2], x_[3]));
    const auto minY = hn::Min(hn::Min(y_[0], y_[1]), hn::Min(y_[2], y_[3]));
    const auto minZ = hn::Min(hn::Min(z_[0], z_[1]), hn::Min(z_[2], z_[3]));
    const auto maxX = hn::Max(hn::Max(x_[0], x_[1]), hn::Max(x_[2], x_[3]));
    const auto maxY = hn::Max(hn::Max(y_[0], y_[1]), hn::Max(y_[2], y_[3]));
    const auto maxZ = hn::Max(hn::Max(z_[0], z_[1]), hn::Max(z_[2], z_[3]));
    const auto storeSteps = [&](std::size_t axis, V least, V most, V from) HWY_ATTR {
      const auto perLength = hn::Set(d, boxes.perLength[axis]);
      const auto low = stepsOf(hn::Sub(least, from), perLength), high = stepsOf(hn::Sub(most, from), perLength);
      storeBytes(low, boxes.low[axis] + first + lane);
      storeBytes(hn::Sub(high, low), boxes.width[axis] + first + lane);
    };
    storeSteps(0, minX, maxX, originX);
    storeSteps(1, minY, maxY, originY);
    storeSteps(2, minZ, maxZ, originZ);
    if (scale == 0) continue;

    const auto ex = hn::Mul(hn::Sub(maxX, minX), s), ey = hn::Mul(hn::Sub(maxY, minY), s),
               ez = hn::Mul(hn::Sub(maxZ, minZ), s);
    const auto permanent =
        hn::MulAdd(dx, hn::Mul(ey, ez), hn::MulAdd(dy, hn::Mul(ex, ez), hn::Mul(dz, hn::Mul(ex, ey))));
    const auto error = hn::MulAdd(permanent, hn::Set(d, 2 * kErrorFactor), errorFloor);

    V edgeX[3], edgeY[3], edgeZ[3], nx[3], ny[3], nz[3];
    for (std::size_t e = 0; e < 3; ++e) {
      edgeX[e] = hn::Mul(hn::Sub(x_[e + 1], x_[0]), s);
      edgeY[e] = hn::Mul(hn::Sub(y_[e + 1], y_[0]), s);
      edgeZ[e] = hn::Mul(hn::Sub(z_[e + 1], z_[0]), s);
    }
    for (std::size_t e = 0; e < 3; ++e) {
      const std::size_t a = (e + 1) % 3, b = (e + 2) % 3;
      nx[e] = hn::MulSub(edgeY[a], edgeZ[b], hn::Mul(edgeZ[a], edgeY[b]));
      ny[e] = hn::MulSub(edgeZ[a], edgeX[b], hn::Mul(edgeX[a], edgeZ[b]));
      nz[e] = hn::MulSub(edgeX[a], edgeY[b], hn::Mul(edgeY[a], edgeX[b]));
    }
    const auto determinant = hn::MulAdd(edgeX[0], nx[0], hn::MulAdd(edgeY[0], ny[0], hn::Mul(edgeZ[0], nz[0])));
    const auto inward = hn::CopySign(s, determinant);
    const auto cornerX = hn::Sub(x_[0], originX), cornerY = hn::Sub(y_[0], originY), cornerZ = hn::Sub(z_[0], originZ);
    for (std::size_t e = 0; e < 3; ++e) {
      const auto a = hn::Mul(nx[e], inward), b = hn::Mul(ny[e], inward), c = hn::Mul(nz[e], inward);
      hn::Store(a, d, group.normal[3 * e] + lane);
      hn::Store(b, d, group.normal[3 * e + 1] + lane);
      hn::Store(c, d, group.normal[3 * e + 2] + lane);
      const auto offset = hn::MulAdd(a, cornerX, hn::MulAdd(b, cornerY, hn::Mul(c, cornerZ)));
      hn::Store(hn::Neg(offset), d, group.offset[e] + lane);
    }
    const auto volume = hn::Abs(determinant);
    hn::Store(hn::Neg(error), d, group.lower + lane);
    hn::Store(hn::MulAdd(hn::Set(d, Real(5)), error, volume), d, group.upper + lane);
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Le(volume, error)))) {
      HWY_ALIGN Real determinants[kGroupLanes], errors[kGroupLanes];
      hn::Store(determinant, d, determinants);
      hn::Store(error, d, errors);
      for (std::size_t t = 0; t < lanes && lane + t < count; ++t) {
        if (!(std::abs(determinants[t]) <= errors[t])) continue;
        const int sign = sink.orientation(corners.tetrahedron[lane + t]);
        if (!settleFlat(group, lane + t, sign, determinants[t], errors[t])) alive &= ~(std::uint64_t{1} << (lane + t));
      }
    }
  }
  if (scale == 0) {  // beyond the filter: every pair goes on
    for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
      for (auto& component : group.normal) component[lane] = 0;
      for (auto& component : group.offset) component[lane] = 0;
      group.lower[lane] = -1;
      group.upper[lane] = 1;
    }
  }
  return alive;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
