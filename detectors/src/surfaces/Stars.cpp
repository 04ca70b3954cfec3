#include "surfaces/Stars.h"

#include <algorithm>

namespace pliant::detail::surface {

void Stars::follow(const BodySet& bodies) {
  if (m_revision == bodies.revision()) return;
  m_revision = bodies.revision();
  m_has.assign(bodies.bodyCount(), 0);
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    const auto range = bodies.faces(slot);
    const std::uint64_t worth = kPairsPerFace * range.size();
    if (std::uint64_t{range.size()} * range.size() < worth) continue;
    const auto vertices = bodies.vertices(slot);
    m_faces.assign(vertices.size(), 0);
    for (Index f = range.begin; f < range.end; ++f)
      for (const Index corner : bodies.faces()[f]) ++m_faces[corner - vertices.begin];
    const std::uint64_t most = *std::max_element(m_faces.begin(), m_faces.end());
    m_has[slot] = most * most >= worth;
  }
}

}  // namespace pliant::detail::surface
