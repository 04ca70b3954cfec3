#include "auto/SmallJobs.h"

#include <algorithm>
#include <limits>

namespace pliant::detail {
namespace {

using Engine = AutoDetector::Engine;

// Maximum number of faces whose hierarchies are built in one call (one body may have more). This limits the time of a
// call.
constexpr std::size_t kFacesAtOnce = 2000;

}  // namespace

void SmallJobs::begin(const BodySet& bodies) {
  m_either.clear();
  m_hashed.clear();
  m_takesPart.assign(bodies.bodyCount(), 0);
  if (m_revision == bodies.revision()) return;
  m_revision = bodies.revision();
  m_canHaveTree.resize(bodies.bodyCount());
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    const Topology& topology = bodies.topology(bodies.id(slot));
    m_canHaveTree[slot] = topology.faces > 0 && topology.nonManifoldEdges == 0;
  }
}

void SmallJobs::add(const Pair& slots) {
  const bool either = m_canHaveTree[slots.first] && m_canHaveTree[slots.second];
  (either ? m_either : m_hashed).push_back(slots);
  if (either) m_takesPart[slots.first] = m_takesPart[slots.second] = 1;
}

/// Returns the build time of all hierarchies [s].
double SmallJobs::building(const BodySet& bodies) const {
  double all = 0;
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot)
    if (m_takesPart[slot]) all += JobChoice::kBuildingOfFace * static_cast<double>(bodies.faces(slot).size());
  return all;
}

/// Builds some of the missing hierarchies. Returns true if all of them exist.
bool SmallJobs::buildSome(const BodySet& bodies, EngineRoom& engines) const {
  std::size_t faces = 0;
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    if (!m_takesPart[slot] || engines.hasHierarchy(bodies, slot)) continue;
    if (faces > 0 && faces + bodies.faces(slot).size() > kFacesAtOnce) return false;
    if (engines.makeHierarchy(bodies, slot)) faces += bodies.faces(slot).size();
  }
  return true;
}

JobChoice::Turn SmallJobs::next(const BodySet& bodies, EngineRoom& engines, const AutoDetector::Asked& asked,
                                const AutoDetector::Settings& settings, bool mayTry) {
  const auto known = std::find_if(m_choices.begin(), m_choices.end(),
                                  [&](const JobChoice& choice) { return choice.job().asked == asked; });
  m_asked = static_cast<std::size_t>(known - m_choices.begin());
  if (known == m_choices.end()) {
    const auto able =
        static_cast<JobChoice::Engines>(JobChoice::bit(Engine::SpatialHash) | JobChoice::bit(Engine::RegularityTree));
    m_choices.emplace_back(kNoIndex, kNoIndex, asked, able, Engine::SpatialHash);
  }
  JobChoice& choice = m_choices[m_asked];
  std::array<double, AutoDetector::kEngines> building{};
  double& wait = building[std::size_t(Engine::RegularityTree)];
  constexpr double never = std::numeric_limits<double>::infinity();
  if (choice.job().engine == Engine::RegularityTree) {
    // If many bodies are new, all items are hashed until every hierarchy exists.
    if (!buildSome(bodies, engines)) return {Engine::SpatialHash, false};
  } else if (!choice.knows(Engine::RegularityTree)) {
    const bool isWorthIt = choice.spent() >= JobChoice::kBuildLater * this->building(bodies);
    wait = isWorthIt && buildSome(bodies, engines) ? 0 : never;
  }
  return choice.next(settings, building, mayTry);
}

std::size_t SmallJobs::memory() const {
  return (m_either.capacity() + m_hashed.capacity()) * sizeof(Pair) + m_choices.capacity() * sizeof(JobChoice) +
         m_canHaveTree.capacity() + m_takesPart.capacity();
}

}  // namespace pliant::detail
