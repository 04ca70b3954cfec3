#include "auto/MethodRule.h"

#include <pliant/detectors/BucketTree.h>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace pliant::detail {
namespace {

constexpr std::uint64_t kRemembered = 64;  // updates of the set for which jobs() lists a work item

}  // namespace

MethodRule::MethodRule() {
  m_buckets.setSettings(BucketTree::defaults());
  m_trees.setSettings({.refuse = false});
}

MethodRule::Choice MethodRule::choose(const BodySet& bodies, Index slotA, Index slotB) {
  const Topology &a = bodies.topology(bodies.id(slotA)), &b = bodies.topology(bodies.id(slotB));
  const auto isSurface = [](const Topology& body) { return body.faces > 0 && body.manifold; };
  const auto isSmall = [&](const Topology& body) { return body.closed && body.faces < settings.smallFaces; };
  if (const auto set = engineFor(bodies, slotA, slotB)) return {*set, Reason::Set};
  if (!isSurface(a) || !isSurface(b)) return {Engine::SpatialHash, Reason::NoSurface};
  if (slotA != slotB && isSmall(a) && isSmall(b)) return {Engine::SpatialHash, Reason::Small};
  if (!hasHierarchy(bodies, slotA) || !hasHierarchy(bodies, slotB)) return {Engine::SpatialHash, Reason::NoHierarchy};
  return {Engine::RegularityTree, Reason::Surface};
}

void MethodRule::setEngine(Index body, std::optional<Engine> engine) {
  if (this->engine(body) == engine) return;
  if (engine)
    m_engineOf[body] = *engine;
  else
    m_engineOf.erase(body);
  std::erase_if(m_jobs, [body](const Job& job) { return job.bodyA == body || job.bodyB == body; });
}

std::optional<MethodRule::Engine> MethodRule::engine(Index body) const {
  const auto at = m_engineOf.find(body);
  return at == m_engineOf.end() ? std::nullopt : std::optional(at->second);
}

/// Returns the method that is set for the body with more faces, else that of the other body.
std::optional<MethodRule::Engine> MethodRule::engineFor(const BodySet& bodies, Index slotA, Index slotB) const {
  if (m_engineOf.empty()) return std::nullopt;
  Index first = std::min(slotA, slotB), second = std::max(slotA, slotB);  // ascending slots have ascending ids
  if (bodies.faces(second).size() > bodies.faces(first).size()) std::swap(first, second);
  const auto set = engine(bodies.id(first));
  return set ? set : engine(bodies.id(second));
}

/// Returns true if a body has a hierarchy of its present faces. Builds it if the body has settled and this search may
/// build more.
bool MethodRule::hasHierarchy(const BodySet& bodies, Index slot) {
  Body& body = m_bodies[slot];
  if (m_trees.has(bodies, slot)) {
    body.built = true;
    return true;
  }
  if (body.built) {  // It has other faces, as many as before.
    body.built = false;
    body.since = bodies.updates();
  }
  if (bodies.updates() < body.since + settings.settledUpdates) return false;
  if (m_facesBuilt > 0 && m_facesBuilt + body.faces > settings.facesPerSearch) return false;
  m_trees.build(bodies, slot);
  m_facesBuilt += body.faces;
  body.built = true;
  return true;
}

/// Records which bodies are new or have changed. Forgets bodies that were removed, and old work items.
void MethodRule::begin(const BodySet& bodies) {
  std::erase_if(m_jobs, [&](const Job& job) { return job.update + kRemembered < bodies.updates(); });
  if (m_revision == bodies.revision()) return;
  const std::vector<Body> before = std::move(m_bodies);
  m_bodies.clear();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    const Topology& topology = bodies.topology(bodies.id(slot));
    Body body{bodies.id(slot), topology.vertices, topology.faces, topology.openEdges, bodies.updates()};
    const auto was = std::lower_bound(before.begin(), before.end(), body.id,
                                      [](const Body& known, Index id) { return known.id < id; });
    if (was != before.end() && was->id == body.id && was->vertices == body.vertices && was->faces == body.faces &&
        was->openEdges == body.openEdges)
      body = *was;
    m_bodies.push_back(body);
  }
  std::erase_if(m_engineOf, [&](const auto& set) { return !bodies.contains(set.first); });
  std::erase_if(m_jobs, [&](const Job& job) { return !bodies.contains(job.bodyA) || !bodies.contains(job.bodyB); });
  m_revision = bodies.revision();
}

void MethodRule::collect(const SurfaceSearch& search, const surface::SurfaceJobs& jobs) {
  const CandidateQuery& query = search.query;
  if (query.linksOnly && !query.vertexFace && !query.faceFace) return m_hash.collect(search, jobs);
  const BodySet& bodies = search.bodies;
  m_facesBuilt = 0;
  m_searched.clear();
  for (Group& group : m_groups) {
    group.pairs.clear();
    group.selves.clear();
  }
  const auto place = [&](Index a, Index b) -> Group& {
    const Choice choice = choose(bodies, a, b);
    m_searched.push_back({bodies.id(a), bodies.id(b), choice.engine, choice.reason, bodies.updates()});
    return m_groups[static_cast<std::size_t>(choice.engine)];
  };
  for (const auto& [a, b] : jobs.pairs) place(a, b).pairs.push_back({a, b});
  for (const Index slot : jobs.selves) place(slot, slot).selves.push_back(slot);
  remember();
  SurfaceMethod* const methods[] = {&m_hash, &m_buckets, &m_trees};  // in the order of Engine
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const surface::SurfaceJobs items{m_groups[e].pairs, m_groups[e].selves};
    if (!items.empty()) methods[e]->collect(search, items);
  }
}

/// Merges the work items of this search with those of recent searches.
void MethodRule::remember() {
  const auto order = [](const Job& job) { return std::tuple(job.bodyA == job.bodyB, job.bodyA, job.bodyB); };
  // Bodies that meet others in turn have more work items than one search: a warm world should not allocate for them.
  const std::size_t most = m_searched.size() + m_jobs.size();
  if (m_merged.capacity() < most) m_merged.reserve(2 * most);
  m_merged.clear();
  std::set_union(m_searched.begin(), m_searched.end(), m_jobs.begin(), m_jobs.end(), std::back_inserter(m_merged),
                 [&](const Job& a, const Job& b) { return order(a) < order(b); });
  m_jobs.swap(m_merged);
}

std::size_t MethodRule::memory() const {
  return m_hash.memory() + m_buckets.memory() + m_trees.memory() + memoryOf(m_bodies, m_jobs, m_searched, m_merged);
}

}  // namespace pliant::detail
