#include "response/PiercingEdges.h"

#include <algorithm>
#include <limits>

#include "core/boxes.h"

namespace pliant::detail {
namespace {

using Eigen::Vector3d;

/// A point within this distance of a face, relative to the edge's length, is on the face: rounding error of a point
/// computed on a face's plane.
constexpr double kOnFace = 1e-9;

PiercingEdge::Crossing crossingOf(const SurfaceCrossing& c, Index firstFace) {
  return {
      c.face - firstFace,
      static_cast<Real>(c.t),
      {static_cast<Real>(c.barycentric[0]), static_cast<Real>(c.barycentric[1]), static_cast<Real>(c.barycentric[2])},
      c.normal.cast<Real>()};
}

/// Returns the distance along a unit vector at which a point leaves the box.
double toBoxEnd(const Box& box, const Vector3d& point, const Vector3d& direction) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const double along = direction[Eigen::Index(k)], at = point[Eigen::Index(k)];
    if (along != 0) least = std::min(least, ((along > 0 ? box.max[k] : box.min[k]) - at) / along);
  }
  return least;
}

}  // namespace

void PiercingEdges::markInside(const BodySet& bodies, Index edgeBodyIndex, Index volumeBodyIndex,
                               std::span<const InsideVertex> inside) {
  const Index vertices = bodies.vertices(edgeBodyIndex).size();
  m_inside.assign(vertices, 0);
  const Index edgeBody = bodies.id(edgeBodyIndex), volumeBody = bodies.id(volumeBodyIndex);
  auto row = std::lower_bound(inside.begin(), inside.end(), InsideVertex{edgeBody, 0, 0});
  for (; row != inside.end() && row->vertexBody == edgeBody; ++row) {
    if (row->volumeBody == volumeBody && row->vertex < vertices) m_inside[row->vertex] = 1;
  }
}

void PiercingEdges::find(const BodySet& bodies, PenetratedSurfaces& surfaces, Index edgeBodyIndex,
                         Index volumeBodyIndex, std::span<const InsideVertex> inside,
                         std::vector<PiercingEdge>& edges) {
  markInside(bodies, edgeBodyIndex, volumeBodyIndex, inside);
  const BodySet::Range range = bodies.edges(edgeBodyIndex);
  const Index firstVertex = bodies.vertices(edgeBodyIndex).begin;
  const auto positions = bodies.positions();
  for (Index e = range.begin; e < range.end; ++e) {
    const Edge& edge = bodies.edges()[e];
    if (m_inside[edge[0] - firstVertex] || m_inside[edge[1] - firstVertex]) continue;
    if (!overlap(segmentBox(positions[edge[0]], positions[edge[1]]), bodies.box(volumeBodyIndex))) continue;
    surfaces.crossings(volumeBodyIndex, edge[0], edge[1], m_crossings);
    appendStretches(bodies, edgeBodyIndex, volumeBodyIndex, edge, edges);
  }
}

/// Returns true if the point at t is on a face in which the edge lies: it touches the volume without being inside.
bool PiercingEdges::liesInFace(const BodySet& bodies, double t, const Edge& edge) const {
  const auto positions = bodies.positions();
  const Vector3d start = wide(positions[edge[0]]), segment = wide(positions[edge[1]]) - start;
  const Vector3d point = start + t * segment;
  for (const SurfaceCrossing& crossing : m_crossings) {
    if (crossing.slope != 0) continue;
    const auto [a, b, c] = wideCorners(positions, bodies.faces()[crossing.face]);
    if ((nearestPoint(point, a, b, c) - point).stableNorm() <= kOnFace * segment.stableNorm()) return true;
  }
  return false;
}

/// Appends the stretches of an edge inside the volume, each from an entry to the next exit. An edge through the common
/// edge of two faces crosses both at one place; they count once. A stretch without length is a touch and is skipped.
void PiercingEdges::appendStretches(const BodySet& bodies, Index edgeBodyIndex, Index volumeBodyIndex, const Edge& edge,
                                    std::vector<PiercingEdge>& edges) const {
  const Index firstVertex = bodies.vertices(edgeBodyIndex).begin, firstFace = bodies.faces(volumeBodyIndex).begin;
  const Vector3d segment = wide(bodies.positions()[edge[1]]) - wide(bodies.positions()[edge[0]]);
  const SurfaceCrossing* entry = nullptr;
  for (const SurfaceCrossing& next : m_crossings) {
    if (next.slope < 0) {
      entry = &next;
      continue;
    }
    if (!entry || next.slope == 0) continue;
    const SurfaceCrossing& in = *entry;
    entry = nullptr;
    if (liesInFace(bodies, (in.t + next.t) / 2, edge)) continue;
    PiercingEdge found;
    found.entry = crossingOf(in, firstFace);
    found.exit = crossingOf(next, firstFace);
    if (!(found.entry.t < found.exit.t)) continue;
    found.edgeBody = bodies.id(edgeBodyIndex);
    found.vertices = {edge[0] - firstVertex, edge[1] - firstVertex};
    found.volumeBody = bodies.id(volumeBodyIndex);
    const Vector3d sum = in.normal + next.normal;
    const double length = sum.norm();
    found.direction = Vector3::Zero();
    if (length > 1e-6) {
      const Vector3d direction = sum / length;
      found.direction = direction.cast<Real>();
      // Both face planes are half the stretch away from its middle, measured along the edge.
      const Vector3d half = (next.t - in.t) / 2 * segment;
      const double toEntry = -half.dot(in.normal) / direction.dot(in.normal);
      const double toExit = half.dot(next.normal) / direction.dot(next.normal);
      // Planes that are nearly parallel meet far away: the volume's box ends before.
      const Vector3d middle = wide(bodies.positions()[edge[0]]) + (in.t + next.t) / 2 * segment;
      const double most = toBoxEnd(bodies.box(volumeBodyIndex), middle, direction);
      found.depth = static_cast<Real>(std::max(0.0, std::min(std::max(toEntry, toExit), most)));
    }
    edges.push_back(found);
  }
}

}  // namespace pliant::detail
