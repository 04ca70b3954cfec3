// Reference shapes of clusters: while a cluster keeps its shape, none of its own vertices is inside one of its own
// tetrahedra. Compiled once per instruction set.
#if defined(PLIANT_CLUSTER_SHAPE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_CLUSTER_SHAPE_INL_H
#undef PLIANT_CLUSTER_SHAPE_INL_H
#else
#define PLIANT_CLUSTER_SHAPE_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/Vec3d.h"
#include "spatialhash/ClusterKernel.h"
#include "spatialhash/ClusterLanes-inl.h"
#include "spatialhash/ClusterPlanes-inl.h"
#include "spatialhash/ClusterTest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr Real kSmallShape = Real(0x1p-40),
               kLargeShape = Real(0x1p40);  // squares of numbers between both neither overflow nor underflow
constexpr std::uint16_t kWorthwhile = 4;    // number of updates that justify a new shape
constexpr std::uint16_t kLongestPause = 63;

/// Coordinates of a cluster in its shape.
struct ShapePoints {
  Real *x, *y, *z;

  static ShapePoints of(const ClusterSet& set, const Cluster& cluster) {
    return {set.shapeX + cluster.firstVertex, set.shapeY + cluster.firstVertex, set.shapeZ + cluster.firstVertex};
  }
};

/// Returns true if the cluster is so nearly an affine image x = M r + t + y(r) of its shape that its own vertices and
/// tetrahedra are still separated. M maps a vertex and a tetrahedron with distance s in the shape to a distance of at
/// least σ s, where σ is the smallest singular value. The residuals y reduce a distance by at most the diagonal of the
/// box of all y.
HWY_INLINE bool keepsShape(const ClusterShape& shape, const ShapePoints& old, const ClusterPoints& points) {
  if (!(shape.separation > 0) || !(points.longest < kLargeShape)) return false;
  const Real* const axes[3] = {points.x, points.y, points.z};
  Real map[3][3];
  for (std::size_t r = 0; r < 3; ++r) {
    const Real first = axes[r][shape.anchor[0]];
    const Real a = axes[r][shape.anchor[1]] - first, b = axes[r][shape.anchor[2]] - first,
               c = axes[r][shape.anchor[3]] - first;
    for (std::size_t k = 0; k < 3; ++k)
      map[r][k] = a * shape.inverse[0][k] + b * shape.inverse[1][k] + c * shape.inverse[2][k];
  }
  const auto product = [&](std::size_t a, std::size_t b) {
    return map[0][a] * map[0][b] + map[1][a] * map[1][b] + map[2][a] * map[2][b];
  };
  const Real xx = product(0, 0), yy = product(1, 1), zz = product(2, 2);
  const Real xy = std::abs(product(0, 1)), xz = std::abs(product(0, 2)), yz = std::abs(product(1, 2));
  // Lower bound on the squared singular values, from Gershgorin's circles.
  const Real least = std::min(xx - xy - xz, std::min(yy - xy - yz, zz - xz - yz));
  const Real most = std::max(xx, std::max(yy, zz));
  const Real separation2 = Real(0.98) * least * shape.separation * shape.separation;
  // The rounding of M does not matter. The rounding of the differences is bounded by `error`, at most a 16th of the
  // distance.
  const Real error = 64 * std::numeric_limits<Real>::epsilon() * (points.longest + 6 * shape.longest);
  if (!(most < 4) || !(256 * error * error < separation2)) return false;

  const D d;
  const Points origin = sameInAll(points.origin);
  V m[3][3];
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t k = 0; k < 3; ++k) m[r][k] = hn::Set(d, map[r][k]);
  }
  LaneBox box;
  for (std::size_t v = 0; v < points.count; v += hn::Lanes(d)) {
    const auto rx = hn::LoadU(d, old.x + v), ry = hn::LoadU(d, old.y + v), rz = hn::LoadU(d, old.z + v);
    const auto left = [&](std::size_t r, const Real* x, V from) HWY_ATTR {
      const auto relative = hn::Sub(hn::Load(d, x + v), from);
      return hn::NegMulAdd(m[r][0], rx, hn::NegMulAdd(m[r][1], ry, hn::NegMulAdd(m[r][2], rz, relative)));
    };
    box.add({left(0, points.x, origin.x), left(1, points.y, origin.y), left(2, points.z, origin.z)});
  }
  Real low[4], high[4];
  reduce<true>(box.low, low);
  reduce<false>(box.high, high);
  Real diagonal2 = 0;
  for (std::size_t a = 0; a < 3; ++a) diagonal2 += (high[a] - low[a]) * (high[a] - low[a]);
  return diagonal2 < Real(0.87) * separation2;
}

/// Returns a lower bound on the distance of the cluster's vertices from the tetrahedra of which they are no corners
/// [length]; 0 if a volume cannot be distinguished from 0. `relative`: coordinates relative to the origin.
HWY_INLINE Real ownDistance(const Placed& placed, const ShapePoints& relative) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const ClusterPoints& points = placed.points;
  const PlaneFrame frame(points);
  if (!frame.inRange) return 0;
  const auto huge = hn::Set(d, kHuge), one = hn::Set(d, Real(1));
  const Points origin = sameInAll(points.origin);
  auto least = huge;
  for (std::size_t first = 0; first < placed.cluster->lanes; first += lanes) {
    std::uint8_t consecutive[kGroupLanes];
    for (std::size_t i = 0; i < kGroupLanes; ++i) consecutive[i] = static_cast<std::uint8_t>(first + i);
    Points corner[4];
    loadCorners(placed, consecutive, corner);
    const Planes planes(corner, frame);
    if (!hn::AllFalse(d, hn::Le(planes.volume, planes.error))) return 0;
    // Planes with outward unit normals, through corner 0 and opposite to it, as functions of coordinates relative to
    // the origin. Rounding adds only a fraction of the filter's error.
    const Points from = Sub(corner[0], origin);
    const auto error = hn::Mul(hn::Set(d, Real(16)), planes.error);
    Points normal[4];
    V offset[4];
    const auto setPlane = [&](std::size_t f, const Points& n, V most, V inward) HWY_ATTR {
      const auto perNormal = hn::Div(one, hn::Sqrt(fusedDot(n, n)));
      const auto unit = hn::CopySign(perNormal, inward), perLength = hn::Div(perNormal, frame.scale);
      normal[f] = Mul(unit, n);
      offset[f] = hn::Neg(hn::MulAdd(hn::Add(most, error), perLength, fusedDot(normal[f], from)));
    };
    for (std::size_t e = 0; e < 3; ++e) setPlane(e, planes.normal[e], hn::Zero(d), hn::Neg(planes.inward));
    setPlane(3, Add(Add(planes.normal[0], planes.normal[1]), planes.normal[2]), planes.volume, planes.inward);
    const std::uint64_t used = ~std::uint64_t{0} >> (kClusterLanes - placed.cluster->lanes);
    for (std::size_t v = 0; v < points.count; ++v) {
      const auto x = hn::Set(d, relative.x[v]), y = hn::Set(d, relative.y[v]), z = hn::Set(d, relative.z[v]);
      const auto value = [&](std::size_t f) HWY_ATTR {
        const Points& n = normal[f];
        return hn::MulAdd(n.x, x, hn::MulAdd(n.y, y, hn::MulAdd(n.z, z, offset[f])));
      };
      const auto beyond = hn::Max(hn::Max(value(0), value(1)), hn::Max(value(2), value(3)));
      const std::uint64_t asked = (used & ~placed.owners[v]) >> first & ((std::uint64_t{1} << lanes) - 1);
      const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&asked));
      least = hn::Min(least, hn::IfThenElse(mask, beyond, huge));
    }
  }
  return hn::GetLane(hn::MinOfLanes(d, least));
}

/// Returns the edge from the first anchor to vertex v.
inline Vec3d edgeTo(const ShapePoints& points, const ClusterShape& shape, std::size_t v) {
  const std::size_t first = shape.anchor[0];
  return {double(points.x[v]) - double(points.x[first]), double(points.y[v]) - double(points.y[first]),
          double(points.z[v]) - double(points.z[first])};
}

/// Selects four vertices far from each other: each is the one farthest from the point, line or plane of the previous
/// ones.
inline void findAnchors(const ShapePoints& points, std::size_t count, ClusterShape& shape) {
  std::fill_n(shape.anchor, 4, std::uint8_t{0});
  const auto farthest = [&](std::uint8_t& anchor, const auto& measure) {
    double most = 0;
    for (std::size_t v = 1; v < count; ++v) {
      const double far = measure(edgeTo(points, shape, v));
      if (!(far > most)) continue;
      most = far;
      anchor = static_cast<std::uint8_t>(v);
    }
    return edgeTo(points, shape, anchor);
  };
  const Vec3d line = farthest(shape.anchor[1], [](const Vec3d& p) { return dot(p, p); });
  const Vec3d other = farthest(shape.anchor[2], [&](const Vec3d& p) { return dot(cross(line, p), cross(line, p)); });
  const Vec3d normal = cross(line, other);
  farthest(shape.anchor[3], [&](const Vec3d& p) { return std::abs(dot(normal, p)); });
}

/// Computes the inverse of the matrix of the anchors' edges. Returns false if it is singular.
inline bool invertEdges(const ShapePoints& points, ClusterShape& shape) {
  const Vec3d edges[3] = {edgeTo(points, shape, shape.anchor[1]), edgeTo(points, shape, shape.anchor[2]),
                          edgeTo(points, shape, shape.anchor[3])};
  const double determinant = dot(cross(edges[0], edges[1]), edges[2]);
  if (!(std::abs(determinant) > 0)) return false;
  for (std::size_t e = 0; e < 3; ++e) {
    const Vec3d row = cross(edges[(e + 1) % 3], edges[(e + 2) % 3]);
    for (std::size_t k = 0; k < 3; ++k) shape.inverse[e][k] = static_cast<Real>(row[k] / determinant);
  }
  return true;
}

/// Stores the cluster's present coordinates as its shape, with new anchors or the old ones. Returns true if the
/// vertices are separated from the tetrahedra in this shape.
HWY_INLINE bool takeShape(ClusterShape& shape, const ShapePoints& to, const Placed& placed, bool newAnchors) {
  const D d;
  const ClusterPoints& points = placed.points;
  shape.separation = 0;
  shape.longest = points.longest;
  if (!(points.longest < kLargeShape)) return false;
  const Points origin = sameInAll(points.origin);
  for (std::size_t v = 0; v < points.count; v += hn::Lanes(d)) {
    hn::StoreU(hn::Sub(hn::Load(d, points.x + v), origin.x), d, to.x + v);
    hn::StoreU(hn::Sub(hn::Load(d, points.y + v), origin.y), d, to.y + v);
    hn::StoreU(hn::Sub(hn::Load(d, points.z + v), origin.z), d, to.z + v);
  }
  const Real separation = ownDistance(placed, to);
  if (!(separation > kSmallShape)) return false;
  if (newAnchors) findAnchors(to, points.count, shape);
  if (invertEdges(to, shape)) shape.separation = Real(0.98) * separation;
  return true;
}

/// Tests the shape, and takes a new one if the old one fails. A shape that lasts pays for itself; if shapes do not
/// last, new ones are taken less and less often.
HWY_INLINE bool testShape(ClusterShape& shape, const ShapePoints& points, const Placed& placed) {
  if (keepsShape(shape, points, placed.points)) {
    if (shape.served < kWorthwhile) ++shape.served;
    return true;
  }
  if (shape.pause > 0) {
    --shape.pause;
    return false;
  }
  const bool lasted = shape.served == kWorthwhile;
  shape.pauses = lasted ? std::uint16_t{0} : std::min(static_cast<std::uint16_t>(2 * shape.pauses + 1), kLongestPause);
  shape.pause = shape.pauses;
  shape.served = 0;
  return takeShape(shape, points, placed, !lasted);
}

/// Returns true if the cluster's own vertices are separated from its own tetrahedra; false if this is unknown.
HWY_INLINE bool isSeparated(const ClusterSet& clusters, const Placed& placed) {
  ClusterShape& shape = clusters.shapes[placed.self];
  if (shape.tested != clusters.update) {
    shape.separated = testShape(shape, ShapePoints::of(clusters, *placed.cluster), placed);
    shape.tested = clusters.update;
  }
  return shape.separated;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
