#include "surfaces/WorkItems.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::detail::surface {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

double marginPart(const BodySet& bodies, const CandidateQuery& query, Index body) {
  if (!(query.marginScale > 0)) return 0;
  return static_cast<double>(query.marginScale) * static_cast<double>(bodies.detectionMarginAt(body));
}

double pairReach(const BodySet& bodies, const CandidateQuery& query, Index body) {
  const double reach = marginPart(bodies, query, body) + static_cast<double>(query.distance) / 2;
  return reach > 0 ? reach * (1 + 1e-6) : 0;
}

bool asksFor(const CandidateQuery& query, const BodySet& bodies, Index bodyA, Index bodyB) {
  const bool facesA = bodies.faces(bodyA).size() > 0, facesB = bodies.faces(bodyB).size() > 0;
  const bool linksA = bodies.links(bodyA).size() > 0, linksB = bodies.links(bodyB).size() > 0;
  if (query.edgeEdge && ((linksA && (linksB || facesB)) || (linksB && facesA))) return true;
  return (!query.linksOnly || query.vertexFace || query.faceFace) && (facesA || facesB);
}

WorkItems WorkItemFinder::find(const BodySet& bodies, const CandidateQuery& query) {
  m_pairs.clear();
  m_selves.clear();
  m_starBodies.clear();
  m_extents.clear();
  const bool leavesStars = query.self && Stars::serves(query);
  if (leavesStars) m_stars.follow(bodies);
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!bodies.active(body) || bodies.vertices(body).size() == 0) continue;
    const bool self = query.self && bodies.selfAt(body) && !(query.notSelf && query.notSelf[body]);
    if (self && asksFor(query, bodies, body, body))
      (leavesStars && m_stars.has(body) ? m_starBodies : m_selves).push_back(body);
    const Box& box = query.swept ? bodies.sweptBox(body) : bodies.box(body);
    BodyExtent extent{{}, {}, body};
    const double reach =
        pairReach(bodies, query, body) + (query.swept ? static_cast<double>(bodies.sweptReach(body)) : 0);
    for (std::size_t k = 0; k < 3; ++k) {
      extent.min[k] = std::nextafter(static_cast<double>(box.min[k]) - reach, -kUnbounded);
      extent.max[k] = std::nextafter(static_cast<double>(box.max[k]) + reach, kUnbounded);
    }
    m_extents.push_back(extent);
  }
  if (!query.between) return {{}, m_selves};
  m_hierarchy.findPairs(m_extents, m_pairs);
  std::size_t asked = 0;
  for (const auto& pair : m_pairs) {
    const Index a = pair.first, b = pair.second;
    if (query.still && query.still[a] && query.still[b]) continue;
    if (asksFor(query, bodies, a, b) && bodies.pairAt(a, b)) m_pairs[asked++] = {std::min(a, b), std::max(a, b)};
  }
  m_pairs.resize(asked);
  std::sort(m_pairs.begin(), m_pairs.end());
  return {m_pairs, m_selves};
}

}  // namespace pliant::detail::surface
