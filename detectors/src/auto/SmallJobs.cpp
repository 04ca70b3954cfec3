#include "auto/SmallJobs.h"

#include <algorithm>
#include <limits>

namespace pliant::detail {
namespace {

using Engine = AutoDetector::Engine;

// Of hierarchies that are made in one call, so that none takes long.
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

/// Makes some of the hierarchies that are missing, if that is worth it. Returns what must be spent before regularity is
/// tried, s: that which never comes while one is missing.
double SmallJobs::buildSome(const BodySet& bodies, EngineRoom& engines, double spent) {
  double all = 0;
  bool missing = false;
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    if (!m_takesPart[slot]) continue;
    all += JobChoice::kBuildingOfFace * static_cast<double>(bodies.faces(slot).size());
    missing = missing || !engines.hasHierarchy(bodies, slot);
  }
  if (!missing) return 0;
  constexpr double never = std::numeric_limits<double>::infinity();
  if (spent < JobChoice::kBuildLater * all) return never;
  std::size_t faces = 0;
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    if (!m_takesPart[slot] || engines.hasHierarchy(bodies, slot)) continue;
    if (faces > 0 && faces + bodies.faces(slot).size() > kFacesAtOnce) return never;
    engines.makeHierarchy(bodies, slot);
    faces += bodies.faces(slot).size();
  }
  return 0;
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
  // Later on what is missing is made when it is tried: faces may change all the time.
  if (!choice.knows(Engine::RegularityTree))
    building[std::size_t(Engine::RegularityTree)] = buildSome(bodies, engines, choice.spent());
  return choice.next(settings, building, mayTry);
}

std::size_t SmallJobs::memory() const {
  return (m_either.capacity() + m_hashed.capacity()) * sizeof(Pair) + m_choices.capacity() * sizeof(JobChoice) +
         m_canHaveTree.capacity() + m_takesPart.capacity();
}

}  // namespace pliant::detail
