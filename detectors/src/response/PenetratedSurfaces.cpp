#include "response/PenetratedSurfaces.h"

#include <pliant/detectors/predicates.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "bodyset/surfaceVolume.h"
#include "core/boxes.h"

namespace pliant::detail {
namespace {

using Eigen::Vector3d;

/// Computes the crossing of the segment from p to q with a face that it meets. Returns false if the face has no area or
/// the segment no length. Lengths are relative to the largest coordinate, so that no size overflows or underflows.
bool crossing(const Vector3d& p, const Vector3d& q, std::array<Vector3d, 3> corners, double outward,
              SurfaceCrossing& found) {
  Vector3d d = q - p;
  double size = d.cwiseAbs().maxCoeff();
  for (Vector3d& x : corners) {
    x -= p;
    size = std::max(size, x.cwiseAbs().maxCoeff());
  }
  if (!(size > 0)) return false;
  d /= size;
  for (Vector3d& x : corners) x /= size;
  const auto& [a, b, c] = corners;
  const Vector3d n = (b - a).cross(c - a).stableNormalized() * outward;
  const double length = d.stableNorm(), along = n.dot(d);
  if (!(length > 0) || n.isZero(0)) return false;
  found.t = along == 0 ? 0 : std::clamp(n.dot(a) / along, 0.0, 1.0);
  found.slope = along / length;
  found.normal = n;
  const Vector3d x = found.t * d;
  const auto area = [&](const Vector3d& r, const Vector3d& s) {
    return std::max(0.0, outward * n.dot((r - x).cross(s - x)));
  };
  found.barycentric = {area(b, c), area(c, a), area(a, b)};
  const double sum = found.barycentric[0] + found.barycentric[1] + found.barycentric[2];
  for (double& w : found.barycentric) w = sum > 0 ? w / sum : 1.0 / 3;
  return true;
}

}  // namespace

void PenetratedSurfaces::update(const BodySet& bodies) {
  if (m_bodies != &bodies || m_revision != bodies.revision()) {
    m_surfaces.resize(bodies.bodyCount());
    for (Surface& surface : m_surfaces) surface.built = false;
  }
  m_bodies = &bodies;
  m_revision = bodies.revision();
}

const PenetratedSurfaces::Surface& PenetratedSurfaces::surface(Index index) {
  Surface& surface = m_surfaces[index];
  if (!surface.built) {
    surface.tree.build(*m_bodies, index);
    surface.updates = 0;
    surface.built = true;
  }
  if (surface.updates != m_bodies->updates()) {
    surface.tree.refit(*m_bodies);
    surface.outward = surfaceVolume(*m_bodies, index, m_bodies->positions()) < 0 ? -1 : 1;
    surface.updates = m_bodies->updates();
  }
  return surface;
}

void PenetratedSurfaces::crossings(Index index, Index p, Index q, std::vector<SurfaceCrossing>& found) {
  found.clear();
  const Surface& body = surface(index);
  const auto positions = m_bodies->positions();
  body.tree.query(segmentBox(positions[p], positions[q]), [&](Index face) {
    const Triangle& t = m_bodies->faces()[face];
    if (!exact::segmentMeetsTriangle(&positions[p].x, &positions[q].x, &positions[t[0]].x, &positions[t[1]].x,
                                     &positions[t[2]].x)) {
      return;
    }
    SurfaceCrossing next;
    next.face = face;
    if (crossing(wide(positions[p]), wide(positions[q]), wideCorners(positions, t), body.outward, next))
      found.push_back(next);
  });
  std::sort(found.begin(), found.end(), [](const SurfaceCrossing& a, const SurfaceCrossing& b) {
    return a.t != b.t ? a.t < b.t : a.face < b.face;
  });
}

Vector3d PenetratedSurfaces::normal(Index index, Index face) {
  const auto [a, b, c] = wideCorners(m_bodies->positions(), m_bodies->faces()[face]);
  return faceNormal(a, b, c) * surface(index).outward;
}

std::size_t PenetratedSurfaces::memory() const {
  std::size_t bytes = memoryOf(m_surfaces);
  for (const Surface& surface : m_surfaces) bytes += surface.tree.memory();
  return bytes;
}

}  // namespace pliant::detail
