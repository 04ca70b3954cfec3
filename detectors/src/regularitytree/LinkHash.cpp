#include "regularitytree/LinkHash.h"

namespace pliant::detail {

void LinkHash::pair(const SurfaceSearch& search, const surface::SurfaceJobs& jobs) {
  const BodySet& bodies = search.bodies;
  if (bodies.linkCount() == 0) return;
  CandidateQuery ofLinks = search.query;
  ofLinks.linksOnly = true;
  ofLinks.vertexFace = ofLinks.faceFace = false;
  m_pairs.clear();
  m_selves.clear();
  for (const auto& [a, b] : jobs.pairs)
    if (surface::asksFor(ofLinks, bodies, a, b)) m_pairs.push_back({a, b});
  for (const Index slot : jobs.selves)
    if (surface::asksFor(ofLinks, bodies, slot, slot)) m_selves.push_back(slot);
  const surface::SurfaceJobs some{m_pairs, m_selves};
  if (!some.empty())
    m_hash.collect({bodies, ofLinks, search.apart, search.found, search.counters, search.workers}, some);
}

}  // namespace pliant::detail
