#include "response/Propagation.h"

#include <algorithm>
#include <limits>

#include "response/SurfaceInterior.h"

namespace pliant::detail {

using Eigen::Vector3d;

void Propagation::run(const BodySet& bodies, const VertexGraph& graph, PenetratedSurfaces& surfaces,
                      std::span<const Index> vertices, Index volumeBody) {
  m_local.resize(bodies.positions().size(), kNoIndex);
  m_entries.assign(vertices.size(), {Penetration::Kind::Border, false, 0, Vector3d::Zero()});
  m_queued.assign(vertices.size(), 0);
  for (std::size_t i = 0; i < vertices.size(); ++i) m_local[vertices[i]] = static_cast<Index>(i);

  m_front.clear();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    sampleBorder(vertices[i], graph.neighbours(vertices[i]), surfaces, volumeBody);
    if (m_samples.empty()) continue;
    settle(static_cast<Index>(i), Penetration::Kind::Border);
    m_front.push_back(static_cast<Index>(i));
  }
  propagate(bodies, graph, vertices);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!m_entries[i].done) settleEnclosed(bodies, graph, surfaces, vertices, volumeBody, static_cast<Index>(i));
  }
  for (const Index v : vertices) m_local[v] = kNoIndex;
}

void Propagation::sampleBorder(Index vertex, std::span<const Index> neighbours, PenetratedSurfaces& surfaces,
                               Index volumeBody) {
  m_samples.clear();
  for (const Index outside : neighbours) {
    if (local(outside) != kNoIndex) continue;
    surfaces.crossings(volumeBody, vertex, outside, m_crossings);
    // Uses the first exit. There is none if the volume's surface does not enclose the vertex, as with tetrahedra that
    // lie inverted beside it: then uses the last entry, on the side of the outside vertex.
    const auto isExit = [](const SurfaceCrossing& c) { return c.slope > 0; };
    const auto isEntry = [](const SurfaceCrossing& c) { return c.slope < 0; };
    const SurfaceCrossing* exit = nullptr;
    double side = 1;
    if (const auto first = std::find_if(m_crossings.begin(), m_crossings.end(), isExit); first != m_crossings.end()) {
      exit = &*first;
    } else if (const auto last = std::find_if(m_crossings.rbegin(), m_crossings.rend(), isEntry);
               last != m_crossings.rend()) {
      exit = &*last;
      side = -1;
    } else {
      continue;
    }
    const Vector3d normal = side * exit->normal;
    m_samples.push_back({exit->t * surfaces.segment(vertex, outside), 0, normal});
  }
}

void Propagation::sampleNeighbours(const BodySet& bodies, Index vertex, std::span<const Index> neighbours) {
  m_samples.clear();
  const Vector3d p = wide(bodies.positions()[vertex]);
  for (const Index neighbour : neighbours) {
    const Index j = local(neighbour);
    if (j == kNoIndex || !m_entries[j].done) continue;
    m_samples.push_back({wide(bodies.positions()[neighbour]) - p, m_entries[j].depth, m_entries[j].direction});
  }
}

/// Sets an entry to the means with weights 1/|offset|². Weights are relative to the largest, so that none is infinite;
/// samples at the vertex itself outweigh all others.
void Propagation::settle(Index i, Penetration::Kind kind) {
  double nearest = std::numeric_limits<double>::infinity();
  const Sample* closest = nullptr;
  for (const Sample& s : m_samples) {
    const double distance = s.offset.stableNorm();
    if (distance < nearest) {
      nearest = distance;
      closest = &s;
    }
  }
  if (!closest) closest = &m_samples.front();
  double weights = 0, depth = 0;
  Vector3d direction = Vector3d::Zero();
  for (const Sample& s : m_samples) {
    const double distance = s.offset.stableNorm();
    const double ratio = distance > 0 ? nearest / distance : 1;
    const double weight = ratio * ratio;
    weights += weight;
    depth += weight * (s.offset.dot(s.direction) + s.depth);
    direction += weight * s.direction;
  }
  const double length = direction.norm();
  Entry& entry = m_entries[i];
  entry.kind = kind;
  entry.done = true;
  entry.depth = std::max(0.0, depth / weights);
  // If opposite directions cancel, the direction of the nearest sample is used.
  entry.direction = length > 1e-6 * weights ? Vector3d(direction / length) : closest->direction;
}

void Propagation::propagate(const BodySet& bodies, const VertexGraph& graph, std::span<const Index> vertices) {
  while (!m_front.empty()) {
    m_next.clear();
    for (const Index i : m_front) {
      for (const Index neighbour : graph.neighbours(vertices[i])) {
        const Index j = local(neighbour);
        if (j == kNoIndex || m_entries[j].done || m_queued[j]) continue;
        m_queued[j] = 1;
        m_next.push_back(j);
      }
    }
    // A layer depends only on the layers before it: all its entries are computed before any is marked as done.
    for (const Index j : m_next) {
      sampleNeighbours(bodies, vertices[j], graph.neighbours(vertices[j]));
      settle(j, Penetration::Kind::Propagated);
      m_entries[j].done = false;
    }
    for (const Index j : m_next) m_entries[j].done = true;
    m_front.swap(m_next);
  }
}

void Propagation::settleEnclosed(const BodySet& bodies, const VertexGraph& graph, PenetratedSurfaces& surfaces,
                                 std::span<const Index> vertices, Index volumeBody, Index first) {
  m_front.assign(1, first);
  m_queued[first] = 1;
  Vector3d centre = Vector3d::Zero();
  for (std::size_t k = 0; k < m_front.size(); ++k) {
    centre += wide(bodies.positions()[vertices[m_front[k]]]) - wide(bodies.positions()[vertices[first]]);
    for (const Index neighbour : graph.neighbours(vertices[m_front[k]])) {
      const Index j = local(neighbour);
      if (j == kNoIndex || m_queued[j]) continue;
      m_queued[j] = 1;
      m_front.push_back(j);
    }
  }
  centre = wide(bodies.positions()[vertices[first]]) + centre / static_cast<double>(m_front.size());

  const PenetratedSurfaces::Surface& surface = surfaces.surface(volumeBody);
  double distance = 0;
  const Index face = surface.tree.nearest(bodies, centre, distance);
  Vector3d direction = face == kNoIndex ? Vector3d::Zero() : surfaces.normal(volumeBody, face);
  if (direction.isZero(0)) direction = Vector3d::UnitX();
  const bool outside = bodies.tetrahedra(volumeBody).size() == 0 &&
                       !holdsPoint(bodies, surface.tree, surface.outward, bodies.positions()[vertices[first]]);
  if (outside) direction = -direction;
  for (const Index i : m_front) {
    const Vector3d p = wide(bodies.positions()[vertices[i]]);
    Index exit;
    double depth = outside ? -1 : surface.tree.rayExit(bodies, p, direction, surface.outward, exit);
    if (depth < 0 && surface.tree.nearest(bodies, p, depth) == kNoIndex) depth = 0;
    m_entries[i] = {Penetration::Kind::Enclosed, true, depth, direction};
  }
}

}  // namespace pliant::detail
