#include "surfaces/Stars.h"

#include <algorithm>

namespace pliant::detail::surface {

void Stars::follow(const BodySet& bodies) {
  if (m_revision == bodies.revision()) return;
  m_revision = bodies.revision();
  m_has.assign(bodies.bodyCount(), 0);
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    const auto range = bodies.faces(body);
    const std::uint64_t worth = kPairsPerFace * range.size();
    if (std::uint64_t{range.size()} * range.size() < worth) continue;
    const auto vertices = bodies.vertices(body);
    m_faces.assign(vertices.size(), 0);
    for (Index f = range.begin; f < range.end; ++f)
      for (const Index corner : bodies.faces()[f]) ++m_faces[corner - vertices.begin];
    const std::uint64_t most = *std::max_element(m_faces.begin(), m_faces.end());
    m_has[body] = most * most >= worth;
  }
}

}  // namespace pliant::detail::surface
