#include "regularitytree/LinkHash.h"

namespace pliant::detail {

void LinkHash::pair(const SurfaceSearch& search, const surface::WorkItems& items) {
  const BodySet& bodies = search.bodies;
  if (bodies.linkCount() == 0) return;
  CandidateQuery ofLinks = search.query;
  ofLinks.linksOnly = true;
  ofLinks.vertexFace = ofLinks.faceFace = false;
  m_pairs.clear();
  m_selves.clear();
  for (const auto& [a, b] : items.pairs)
    if (surface::asksFor(ofLinks, bodies, a, b)) m_pairs.push_back({a, b});
  for (const Index body : items.selves)
    if (surface::asksFor(ofLinks, bodies, body, body)) m_selves.push_back(body);
  const surface::WorkItems some{m_pairs, m_selves};
  if (!some.empty())
    m_hash.collect({bodies, ofLinks, search.mayOmit, search.found, search.counters, search.workers}, some);
}

}  // namespace pliant::detail
