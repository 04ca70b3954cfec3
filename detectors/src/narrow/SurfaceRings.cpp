#include "narrow/SurfaceRings.h"

#include <algorithm>

#include "core/Csr.h"

namespace pliant::detail {

void SurfaceRings::update(const BodySet& bodies) {
  bool same = m_revision == bodies.revision() && m_rings.size() == bodies.bodyCount();
  for (Index body = 0; same && body < bodies.bodyCount(); ++body) same = m_rings[body] == ringsOf(bodies, body);
  if (same) return;
  m_revision = 0;  // no set, until all is built: an allocation may throw
  m_rings.resize(bodies.bodyCount());
  m_first.assign(1, 0);
  m_near.clear();
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    m_rings[body] = ringsOf(bodies, body);
    addBody(bodies, body);
  }
  m_revision = bodies.revision();
}

void SurfaceRings::addBody(const BodySet& bodies, Index body) {
  const BodySet::Range vertices = bodies.vertices(body);
  if (m_rings[body] == 0) {
    m_first.resize(m_first.size() + vertices.size(), static_cast<Index>(m_near.size()));
    return;
  }
  const BodySet::Range edges = bodies.edges(body);
  Csr<Index> neighbours;  // by one edge, as the body's own vertex indices
  neighbours.build(vertices.size(), [&](const auto& take) {
    for (const auto& [a, b] : bodies.edges().subspan(edges.begin, edges.size())) {
      take(a - vertices.begin, b - vertices.begin);
      take(b - vertices.begin, a - vertices.begin);
    }
  });

  std::vector<Index> reached(vertices.size(), kNoIndex);  // last vertex from which the search has reached each one
  std::vector<Index> found;
  for (Index v = 0; v < vertices.size(); ++v) {
    found.assign(1, v);
    reached[v] = v;
    std::size_t ringBegin = 0;
    for (unsigned ring = 1; ring < std::max(2u, m_rings[body]); ++ring) {
      const std::size_t ringEnd = found.size();
      for (; ringBegin < ringEnd; ++ringBegin) {
        for (const Index to : neighbours[found[ringBegin]]) {
          if (reached[to] == v) continue;
          reached[to] = v;
          found.push_back(to);
        }
      }
    }
    std::sort(found.begin(), found.end());
    for (const Index near : found)
      if (near != v) m_near.push_back(near + vertices.begin);
    m_first.push_back(static_cast<Index>(m_near.size()));
  }
}

}  // namespace pliant::detail
