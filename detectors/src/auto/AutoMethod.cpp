#include "auto/AutoMethod.h"

#include <pliant/detectors/BucketTree.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

#include "core/Vec3d.h"
#include "narrow/MovingPair.h"

namespace pliant::detail {
namespace {

// A body is calm if no vertex moves by more than this part of its detection margin against the motion that most
// vertices have. Lists that a world keeps then last many steps.
constexpr double kCalm = 0.05;
constexpr std::size_t kSamples = 64;
// A closed surface bends all over, so few patches of a small one are regular over a step: masks cost more than they
// save.
constexpr Index kLeastClosed = 5000;
/// After so many gathers by patches in a row the other methods free their memory. It must be so long that the
/// hierarchies, which take ten searches to build, are not built again and again.
constexpr int kGathersUntilFree = 32;
constexpr std::uint64_t kRemembered = 64;  // workItems() forgets a work item after this number of updates of the set

}  // namespace

AutoMethod::AutoMethod() {
  m_buckets.setSettings(BucketTree::defaults());
  freeSearches();
}

/// Frees the memory of searches of surfaces by the other methods.
void AutoMethod::freeSearches() {
  m_hash.freeSurfaces();
  m_trees = std::make_unique<RegularitySearch>();
  m_trees->setSettings({.refuse = false});
  m_trees->setLeastClosed(kLeastClosed);
}

AutoMethod::Choice AutoMethod::choose(const BodySet& bodies, Index indexA, Index indexB) {
  const Topology &a = bodies.topology(bodies.id(indexA)), &b = bodies.topology(bodies.id(indexB));
  const auto isSurface = [](const Topology& body) { return body.faces > 0 && body.manifold; };
  const auto isSmall = [&](const Topology& body) { return body.closed && body.faces < settings.smallFaces; };
  if (const auto set = methodFor(bodies, indexA, indexB)) return {*set, Reason::Set};
  if (!isSurface(a) || !isSurface(b)) return {Method::SpatialHash, Reason::NoSurface};
  if (indexA != indexB && isSmall(a) && isSmall(b)) return {Method::SpatialHash, Reason::Small};
  if (!ensureHierarchy(bodies, indexA) || !ensureHierarchy(bodies, indexB))
    return {Method::SpatialHash, Reason::NoHierarchy};
  return {Method::RegularityTree, Reason::Surface};
}

void AutoMethod::setMethod(Index body, std::optional<Method> method) {
  if (this->method(body) == method) return;
  if (method)
    m_methodOf[body] = *method;
  else
    m_methodOf.erase(body);
  std::erase_if(m_items, [body](const WorkItem& item) { return item.bodyA == body || item.bodyB == body; });
}

std::optional<AutoMethod::Method> AutoMethod::method(Index body) const {
  const auto at = m_methodOf.find(body);
  return at == m_methodOf.end() ? std::nullopt : std::optional(at->second);
}

/// Returns the method that is set for the body with more faces, else that of the other body.
std::optional<AutoMethod::Method> AutoMethod::methodFor(const BodySet& bodies, Index indexA, Index indexB) const {
  if (m_methodOf.empty()) return std::nullopt;
  Index first = std::min(indexA, indexB), second = std::max(indexA, indexB);  // ascending indices have ascending ids
  if (bodies.faces(second).size() > bodies.faces(first).size()) std::swap(first, second);
  const auto set = method(bodies.id(first));
  return set ? set : method(bodies.id(second));
}

/// Builds the hierarchy of a body's present faces if it is missing, the body has settled, and this search may build
/// more. Returns true if there is one.
bool AutoMethod::ensureHierarchy(const BodySet& bodies, Index index) {
  Body& body = m_bodies[index];
  if (m_trees->has(bodies, index)) {
    body.built = true;
    return true;
  }
  if (body.built) {  // beginQuery() does not see that other faces, as many as before, have replaced its faces
    body.built = false;
    body.since = bodies.updates();
  }
  if (bodies.updates() < body.since + settings.settledUpdates) return false;
  if (m_facesBuilt > 0 && m_facesBuilt + body.faces > settings.facesPerSearch) return false;
  m_trees->build(bodies, index);
  m_facesBuilt += body.faces;
  body.built = true;
  return true;
}

/// Records which bodies are new or have changed. Forgets bodies that were removed, and old work items.
void AutoMethod::beginQuery(const BodySet& bodies) {
  std::erase_if(m_items, [&](const WorkItem& item) { return item.update + kRemembered < bodies.updates(); });
  if (m_revision == bodies.revision()) return;
  const std::vector<Body> before = std::move(m_bodies);
  m_bodies.clear();
  for (Index index = 0; index < bodies.bodyCount(); ++index) {
    const Topology& topology = bodies.topology(bodies.id(index));
    Body body{bodies.id(index), topology.vertices, topology.faces, topology.openEdges, bodies.updates()};
    const auto was = std::lower_bound(before.begin(), before.end(), body.id,
                                      [](const Body& known, Index id) { return known.id < id; });
    if (was != before.end() && was->id == body.id && was->vertices == body.vertices && was->faces == body.faces &&
        was->openEdges == body.openEdges)
      body = *was;
    m_bodies.push_back(body);
  }
  std::erase_if(m_methodOf, [&](const auto& set) { return !bodies.contains(set.first); });
  std::erase_if(m_items,
                [&](const WorkItem& item) { return !bodies.contains(item.bodyA) || !bodies.contains(item.bodyB); });
  m_revision = bodies.revision();
}

void AutoMethod::collect(const SurfaceSearch& search, const surface::WorkItems& items) {
  const CandidateQuery& query = search.query;
  m_gathersByPatches = 0;
  if (query.linksOnly && !query.vertexFace && !query.faceFace) return m_hash.collect(search, items);
  const BodySet& bodies = search.bodies;
  m_facesBuilt = 0;
  m_searched.clear();
  for (ItemsOfMethod& ofMethod : m_itemsOf) {
    ofMethod.pairs.clear();
    ofMethod.selves.clear();
  }
  const auto place = [&](Index a, Index b) -> ItemsOfMethod& {
    const Choice choice = choose(bodies, a, b);
    m_searched.push_back({bodies.id(a), bodies.id(b), choice.method, choice.reason, bodies.updates()});
    return m_itemsOf[static_cast<std::size_t>(choice.method)];
  };
  for (const auto& [a, b] : items.pairs) place(a, b).pairs.push_back({a, b});
  for (const Index index : items.selves) place(index, index).selves.push_back(index);
  remember();
  SurfaceMethod* const methods[] = {&m_hash, &m_buckets, m_trees.get()};  // in the order of Method
  static_assert(std::size(methods) == AutoDetector::kMethods);
  for (std::size_t method = 0; method < AutoDetector::kMethods; ++method) {
    const surface::WorkItems ofMethod{m_itemsOf[method].pairs, m_itemsOf[method].selves};
    if (!ofMethod.empty()) methods[method]->collect(search, ofMethod);
  }
}

/// Returns the motion that most vertices of the active bodies have, about: the median of some of them, axis by axis.
Vec3d AutoMethod::commonMotion(const BodySet& bodies) {
  const auto from = bodies.positions_t0(), to = bodies.positions();
  std::array<std::array<double, kSamples>, 3> ways;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const std::size_t v = i * from.size() / kSamples;
    if (from.empty() || !bodies.active(bodies.bodyOfVertex()[v])) continue;
    const Vec3d way = toVec3d(to[v]) - toVec3d(from[v]);
    for (std::size_t k = 0; k < 3; ++k) ways[k][count] = way[k];
    ++count;
  }
  Vec3d common{};
  for (std::size_t k = 0; k < 3 && count > 0; ++k) {
    std::nth_element(ways[k].begin(), ways[k].begin() + count / 2, ways[k].begin() + count);
    common[k] = ways[k][count / 2];
  }
  return common;
}

bool AutoMethod::hasManyFaces(const BodySet& bodies) const {
  if (!m_methodOf.empty() || bodies.faces().size() < settings.manyFaces) return false;
  const Vec3d common = commonMotion(bodies);
  std::size_t faces = 0;
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!bodies.active(body)) continue;
    const auto own = bodies.vertices(body);
    const auto from = bodies.positions_t0().subspan(own.begin, own.size());
    const auto to = bodies.positions().subspan(own.begin, own.size());
    const double calm = kCalm * static_cast<double>(bodies.detectionMarginAt(body));
    const bool stands = bodies.sweptReach(body) == 0;  // all ways are −common then
    bool moves = stands && dot(common, common) > calm * calm;
    for (std::size_t v = 0; v < from.size() && !moves && !stands; ++v) {
      const Vec3d way = toVec3d(to[v]) - toVec3d(from[v]) - common;
      moves = dot(way, way) > calm * calm;
    }
    if (moves) faces += bodies.faces(body).size();
  }
  return faces >= settings.manyFaces;
}

bool AutoMethod::gatherByPatches(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                                 Counters& counters, Workers& workers) {
  beginQuery(bodies);
  m_patches.candidates(bodies, query, candidates, counters, workers);
  m_searched.clear();
  for (const bool selves : {false, true})
    for (const auto& [a, b] : m_patches.nearBodies())
      if ((a == b) == selves)
        m_searched.push_back({bodies.id(a), bodies.id(b), Method::Patches, Reason::ManyFaces, bodies.updates()});
  remember();
  m_gathersByPatches = std::min(m_gathersByPatches, kGathersUntilFree) + 1;
  if (m_gathersByPatches != kGathersUntilFree) return false;
  freeSearches();
  return true;
}

/// Merges the work items of this search with those of recent searches.
void AutoMethod::remember() {
  const auto order = [](const WorkItem& item) { return std::tuple(item.bodyA == item.bodyB, item.bodyA, item.bodyB); };
  // Bodies that meet others in turn have more work items in 64 updates than in one search. Room for twice as many
  // keeps a warm world from allocating.
  const std::size_t most = m_searched.size() + m_items.size();
  if (m_merged.capacity() < most) m_merged.reserve(2 * most);
  m_merged.clear();
  std::set_union(m_searched.begin(), m_searched.end(), m_items.begin(), m_items.end(), std::back_inserter(m_merged),
                 [&](const WorkItem& a, const WorkItem& b) { return order(a) < order(b); });
  m_items.swap(m_merged);
}

std::size_t AutoMethod::memory() const {
  return m_hash.memory() + m_buckets.memory() + m_trees->memory() + m_patches.memory() +
         memoryOf(m_bodies, m_items, m_searched, m_merged);
}

}  // namespace pliant::detail
