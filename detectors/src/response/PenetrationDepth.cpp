#include <pliant/detectors/Error.h>
#include <pliant/detectors/response/PenetrationDepth.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "response/EdgeCrossings.h"
#include "response/PiercingEdges.h"
#include "response/Propagation.h"
#include "response/SurfaceInterior.h"

namespace pliant {
namespace {

/// A vertex and the body in which it is. Body indices are in the order of body ids.
struct Row {
  Index vertexBodyIndex, volumeBodyIndex, vertex;  // vertex: index in the set
  auto operator<=>(const Row&) const = default;
};

bool bySubject(const Penetration& a, const Penetration& b) {
  return std::tie(a.vertexBody, a.vertex, a.volumeBody) < std::tie(b.vertexBody, b.vertex, b.volumeBody);
}

Index indexOf(const BodySet& bodies, Index id) {
  if (!bodies.contains(id)) throw Error("there is no body " + std::to_string(id) + " in the set");
  return bodies.index(id);
}

/// Returns the index in the set of a vertex of a body.
Index vertexOf(const BodySet& bodies, Index body, Index vertex) {
  const BodySet::Range range = bodies.vertices(body);
  if (vertex >= range.size())
    throw Error("body " + std::to_string(bodies.id(body)) + " has no vertex " + std::to_string(vertex));
  return range.begin + vertex;
}

}  // namespace

struct PenetrationDepth::Impl {
  const BodySet* bodies = nullptr;
  std::uint64_t revision = 0;
  detail::VertexGraph graph;
  detail::PenetratedSurfaces surfaces;
  detail::Propagation propagation;
  detail::PiercingEdges piercing;
  detail::EdgeCrossings crossings;
  std::vector<Row> rows;
  std::vector<Index> vertices;

  const BodySet& set() const {
    if (!bodies) throw Error("penetration depth: call update() first");
    return *bodies;
  }

  void gather(std::span<const InsideVertex> inside) {
    rows.clear();
    for (const InsideVertex& row : inside) {
      const Index body = indexOf(*bodies, row.vertexBody), volume = indexOf(*bodies, row.volumeBody);
      const Index vertex = vertexOf(*bodies, body, row.vertex);
      if (body == volume || !bodies->active(body) || !bodies->active(volume)) continue;
      rows.push_back({body, volume, vertex});
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  }
};

PenetrationDepth::PenetrationDepth() : m_impl(std::make_unique<Impl>()) {}
PenetrationDepth::~PenetrationDepth() = default;
PenetrationDepth::PenetrationDepth(PenetrationDepth&&) noexcept = default;
PenetrationDepth& PenetrationDepth::operator=(PenetrationDepth&&) noexcept = default;

void PenetrationDepth::update(const BodySet& bodies) {
  m_impl->surfaces.update(bodies);
  if (m_impl->bodies != &bodies || m_impl->revision != bodies.revision()) {
    m_impl->graph.build(bodies);
    m_impl->crossings.build(bodies);
  }
  m_impl->bodies = &bodies;
  m_impl->revision = bodies.revision();
}

void PenetrationDepth::insideSurfaces(std::span<const VertexVolumePair> pairs, std::vector<InsideVertex>& inside) {
  const BodySet& bodies = m_impl->set();
  inside.clear();
  for (const VertexVolumePair& pair : pairs) {
    const Index body = indexOf(bodies, pair.vertexBody), volume = indexOf(bodies, pair.volumeBody);
    if (body == volume || !bodies.active(body) || !bodies.active(volume)) continue;
    detail::appendInside(bodies, m_impl->surfaces, body, volume, inside);
  }
  std::sort(inside.begin(), inside.end());
  inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
}

void PenetrationDepth::estimate(std::span<const InsideVertex> inside, std::vector<Penetration>& penetrations) {
  const BodySet& bodies = m_impl->set();
  penetrations.clear();
  m_impl->gather(inside);
  const std::vector<Row>& rows = m_impl->rows;
  for (std::size_t begin = 0, end; begin < rows.size(); begin = end) {
    const auto [body, volume, first] = rows[begin];
    m_impl->vertices.clear();
    for (end = begin; end < rows.size() && rows[end].vertexBodyIndex == body && rows[end].volumeBodyIndex == volume;
         ++end)
      m_impl->vertices.push_back(rows[end].vertex);
    m_impl->propagation.run(bodies, m_impl->graph, m_impl->surfaces, m_impl->vertices, volume);
    const auto entries = m_impl->propagation.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      penetrations.push_back({bodies.id(body), m_impl->vertices[i] - bodies.vertices(body).begin, bodies.id(volume),
                              entries[i].kind, static_cast<Real>(entries[i].depth), entries[i].direction.cast<Real>()});
    }
  }
  std::sort(penetrations.begin(), penetrations.end(), bySubject);
}

OverlapGradient PenetrationDepth::gradient(Index bodyA, Index bodyB, std::span<const InsideVertex> inside,
                                           std::span<const FacePair> crossing) {
  const BodySet& bodies = m_impl->set();
  const Index indexA = indexOf(bodies, bodyA), indexB = indexOf(bodies, bodyB);
  const detail::AreaInside a = detail::areaInside(bodies, m_impl->surfaces, indexA, bodyB, inside);
  const detail::AreaInside b = detail::areaInside(bodies, m_impl->surfaces, indexB, bodyA, inside);
  OverlapGradient gradient{(b.outward - a.outward).cast<Real>(), static_cast<Real>(a.area + b.area)};
  if (crossing.empty() || !bodies.topology(bodyA).closed || !bodies.topology(bodyB).closed) return gradient;
  m_impl->crossings.find(bodies, crossing);
  // The contour area is that of the first body's surface in the second one. Its sign changes with the orientation of
  // each surface and with the order of the bodies.
  const double turned = m_impl->surfaces.surface(indexA).outward * m_impl->surfaces.surface(indexB).outward;
  const double ofA = crossing.front().bodyA == bodyA ? turned : -turned;
  const Eigen::Vector3d way = -2 * ofA * m_impl->crossings.area(bodies, crossing);
  if (!way.isZero(0)) gradient.way = way.cast<Real>();
  gradient.area = std::max(gradient.area, gradient.way.norm());
  return gradient;
}

std::optional<SurfaceExit> PenetrationDepth::exit(const Penetration& penetration) {
  const BodySet& bodies = m_impl->set();
  const Index body = indexOf(bodies, penetration.vertexBody), volume = indexOf(bodies, penetration.volumeBody);
  const Index vertex = vertexOf(bodies, body, penetration.vertex);
  if (!bodies.active(body) || !bodies.active(volume)) return std::nullopt;
  const Eigen::Vector3d p = detail::wide(bodies.positions()[vertex]);
  const Eigen::Vector3d direction = penetration.direction.cast<double>();
  const detail::PenetratedSurfaces::Surface& surface = m_impl->surfaces.surface(volume);
  Index face = kNoIndex;
  double distance = surface.tree.rayExit(bodies, p, direction, surface.outward, face);
  Eigen::Vector3d at = p + distance * direction;
  if (face == kNoIndex) {
    face = surface.tree.nearest(bodies, p, distance);
    at = p;
  }
  if (face == kNoIndex) return std::nullopt;
  const auto [a, b, c] = detail::wideCorners(bodies.positions(), bodies.faces()[face]);
  const Eigen::Vector3d weights = detail::nearestWeights(at, a, b, c);
  return SurfaceExit{face - bodies.faces(volume).begin,
                     {static_cast<Real>(weights[0]), static_cast<Real>(weights[1]), static_cast<Real>(weights[2])}};
}

void PenetrationDepth::piercingEdges(std::span<const EdgeVolumePair> pairs, std::span<const InsideVertex> inside,
                                     std::vector<PiercingEdge>& edges) {
  const BodySet& bodies = m_impl->set();
  edges.clear();
  for (const EdgeVolumePair& pair : pairs) {
    const Index body = indexOf(bodies, pair.edgeBody), volume = indexOf(bodies, pair.volumeBody);
    if (body == volume || !bodies.active(body) || !bodies.active(volume)) continue;
    m_impl->piercing.find(bodies, m_impl->surfaces, body, volume, inside, edges);
  }
}

void insideVertices(std::span<const VertexTetrahedron> rows, std::vector<InsideVertex>& inside) {
  inside.clear();
  for (const VertexTetrahedron& row : rows) {
    if (row.vertexBody == row.tetrahedronBody) continue;
    const InsideVertex next{row.vertexBody, row.vertex, row.tetrahedronBody};
    if (inside.empty() || inside.back() != next) inside.push_back(next);
  }
}

}  // namespace pliant
