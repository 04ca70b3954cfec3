#include "regularitytree/LinkHash.h"

namespace pliant::detail {

void LinkHash::pair(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs& jobs,
                    surface::FoundPairs& into, Workers& workers) {
  if (bodies.linkCount() == 0) return;
  CandidateQuery ofLinks = query;
  ofLinks.linksOnly = true;
  ofLinks.vertexFace = ofLinks.faceFace = false;
  m_pairs.clear();
  m_selves.clear();
  for (const auto& [a, b] : jobs.pairs)
    if (surface::asksFor(ofLinks, bodies, a, b)) m_pairs.push_back({a, b});
  for (const Index slot : jobs.selves)
    if (surface::asksFor(ofLinks, bodies, slot, slot)) m_selves.push_back(slot);
  if (m_pairs.empty() && m_selves.empty()) return;
  const surface::SurfaceJobs some{m_pairs, m_selves};
  m_hash.collect(bodies, ofLinks, &some, into, workers);
}

}  // namespace pliant::detail
