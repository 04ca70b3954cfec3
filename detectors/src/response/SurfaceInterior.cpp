#include "response/SurfaceInterior.h"

#include <pliant/detectors/predicates.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "core/boxes.h"

namespace pliant::detail {

// Every face that the ray crosses, or that contains the point, has a box that meets the ray's box.
bool holdsPoint(const BodySet& bodies, const SurfaceTree& tree, double outward, const PackedPosition& point) {
  const Real* const p = &point.x;
  const auto positions = bodies.positions();
  int winding = 0;
  bool on = false;
  const Box ray{{point.x, point.y, point.z}, {std::numeric_limits<Real>::max(), point.y, point.z}};
  tree.query(ray, [&](Index face) {
    const Triangle& t = bodies.faces()[face];
    const Real *const a = &positions[t[0]].x, *const b = &positions[t[1]].x, *const c = &positions[t[2]].x;
    if (on) return;
    winding += exact::rayCrossing(p, a, b, c);
    const bool reaches = a[0] <= p[0] || b[0] <= p[0] || c[0] <= p[0];
    on = reaches && exact::orientation(a, b, c, p) == 0 && exact::pointWithin(p, a, b, c, 0);
  });
  return on || (outward < 0 ? -winding : winding) >= 1;
}

AreaInside areaInside(const BodySet& bodies, PenetratedSurfaces& surfaces, Index index, Index volumeBody,
                      std::span<const InsideVertex> inside) {
  AreaInside sum;
  const Index body = bodies.id(index), first = bodies.vertices(index).begin;
  if (!bodies.topology(body).closed) return sum;
  const auto isInside = [&](Index vertex) {
    return std::binary_search(inside.begin(), inside.end(), InsideVertex{body, vertex - first, volumeBody});
  };
  const double outward = surfaces.surface(index).outward;
  const BodySet::Range faces = bodies.faces(index);
  for (Index f = faces.begin; f < faces.end; ++f) {
    const Triangle& t = bodies.faces()[f];
    const int corners = int{isInside(t[0])} + int{isInside(t[1])} + int{isInside(t[2])};
    if (corners == 0) continue;
    const auto [a, b, c] = wideCorners(bodies.positions(), t);
    const Eigen::Vector3d area = (b - a).cross(c - a) * (outward * corners / 6);
    sum.outward += area;
    sum.area += area.norm();
  }
  return sum;
}

void appendInside(const BodySet& bodies, PenetratedSurfaces& surfaces, Index vertexBodyIndex, Index volumeBodyIndex,
                  std::vector<InsideVertex>& inside) {
  if (!bodies.topology(bodies.id(volumeBodyIndex)).closed) return;
  const Box& box = bodies.box(volumeBodyIndex);
  const BodySet::Range range = bodies.vertices(vertexBodyIndex);
  for (Index v = range.begin; v < range.end; ++v) {
    const PackedPosition& p = bodies.positions()[v];
    if (!overlap(box, pointBox(p))) continue;
    const PenetratedSurfaces::Surface& surface = surfaces.surface(volumeBodyIndex);
    if (holdsPoint(bodies, surface.tree, surface.outward, p)) {
      inside.push_back({bodies.id(vertexBodyIndex), v - range.begin, bodies.id(volumeBodyIndex)});
    }
  }
}

}  // namespace pliant::detail
