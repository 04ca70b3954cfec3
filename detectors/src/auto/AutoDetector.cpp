#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "auto/EngineRoom.h"
#include "auto/JobChoice.h"
#include "auto/SmallJobs.h"
#include "auto/Stopwatch.h"
#include "narrow/SharedCorners.h"
#include "narrow/exactPairs.h"
#include "narrow/touching.h"
#include "surfaces/surfaceQueries.h"

namespace pliant {

using detail::EngineRoom;
using detail::JobChoice;
using detail::SmallJobs;
using detail::surface::SurfaceJobs;

namespace {

constexpr std::size_t kMostMeasured = 64;
// Two surfaces of at least this many faces each start with the bucket tree.
constexpr Index kManyFaces = 10'000;

constexpr double kTestOfPair = 2e-8;  // estimated cost of the exact test of one found pair [s]

using Asked = AutoDetector::Asked;
using Engine = AutoDetector::Engine;
using Pair = std::pair<Index, Index>;

void checkSettings(const AutoDetector::Settings& settings) {
  if (!(settings.share >= 0 && settings.share <= 1)) throw Error("auto: share must be from 0 to 1");
  if (!(settings.advantage >= 1)) throw Error("auto: advantage must be at least 1");
}

unsigned bits(const Asked& asked) {
  return unsigned{asked.vertexFace} | unsigned{asked.edgeEdge} << 1 | unsigned{asked.faceFace} << 2 |
         unsigned{asked.nearby} << 3;
}

auto key(const AutoDetector::Job& job) {
  return std::tuple(job.bodyA, job.bodyB, bits(job.asked));
}

/// Choice of a work item, and the face counts for which it was made.
struct Known {
  JobChoice choice;
  Index facesA, facesB;
};

bool before(const Known& known, const std::tuple<Index, Index, unsigned>& wanted) {
  return key(known.choice.job()) < wanted;
}

}  // namespace

struct AutoDetector::Impl {
  Settings settings;
  EngineRoom engines;
  std::vector<Known> known;                    // sorted by key()
  std::unordered_map<Index, Engine> engineOf;  // set by the user, by body id
  std::uint64_t revision = 0;
  std::array<std::uint64_t, 16> calls{};  // by query kind
  SmallJobs small;
  detail::SharedCorners sharedCorners;
  mutable std::vector<Job> list;

  // Data of one call.
  struct Group {
    std::vector<Pair> pairs;
    std::vector<Index> selves;
    JobChoice* measured = nullptr;  // the only work item's choice, or that of all small items together
    std::size_t jobs() const { return pairs.size() + selves.size(); }
    void clear() {
      pairs.clear();
      selves.clear();
      measured = nullptr;
    }
    void add(const Pair& slots, JobChoice* choice) {
      slots.first == slots.second ? selves.push_back(slots.first) : pairs.push_back(slots);
      measured = jobs() == 1 ? choice : nullptr;
    }
  };
  Group groups[kEngines], single;

  void forgetGone(const BodySet& bodies);
  std::optional<Engine> setFor(const BodySet& bodies, const Pair& slots) const;
  JobChoice& choiceOf(const BodySet& bodies, const Pair& slots, const Asked& asked);
  void allot(const BodySet& bodies, const EngineRoom::Question& question, const Asked& asked, Counters& counters,
             Workers& workers);
  void run(const BodySet& bodies, const EngineRoom::Question& question, Engine engine, const Group& group,
           Counters& counters, Workers& workers);
  void placeSmall(const BodySet& bodies, const EngineRoom::Question& question, const Asked& asked, bool mayTry,
                  Counters& counters, Workers& workers);
  detail::surface::FoundPairs& gather(const BodySet& bodies, const CandidateQuery& query, bool apart,
                                      const detail::surface::FoundPairs::Exact& exact, Counters& counters,
                                      Workers& workers);
};

/// Discards the choices of bodies that were removed or have changed. Ids are used again.
void AutoDetector::Impl::forgetGone(const BodySet& bodies) {
  if (revision == bodies.revision()) return;
  revision = bodies.revision();
  std::erase_if(known, [&](const Known& k) {
    const Job& job = k.choice.job();
    return !bodies.contains(job.bodyA) || !bodies.contains(job.bodyB) || bodies.topology(job.bodyA).faces != k.facesA ||
           bodies.topology(job.bodyB).faces != k.facesB;
  });
  std::erase_if(engineOf, [&](const auto& set) { return !bodies.contains(set.first); });
}

std::optional<Engine> AutoDetector::Impl::setFor(const BodySet& bodies, const Pair& slots) const {
  if (engineOf.empty()) return std::nullopt;
  const auto first = engineOf.find(bodies.id(slots.first)), second = engineOf.find(bodies.id(slots.second));
  if (first == engineOf.end() && second == engineOf.end()) return std::nullopt;
  if (first == engineOf.end()) return second->second;
  if (second == engineOf.end()) return first->second;
  // Ascending body indices have ascending ids.
  const auto [low, high] = std::minmax(slots.first, slots.second);
  const bool higher = bodies.faces(high).size() > bodies.faces(low).size();
  return (higher == (high == slots.first) ? first : second)->second;
}

JobChoice& AutoDetector::Impl::choiceOf(const BodySet& bodies, const Pair& slots, const Asked& asked) {
  const Index a = bodies.id(slots.first), b = bodies.id(slots.second), low = std::min(a, b), high = std::max(a, b);
  const std::tuple wanted(low, high, bits(asked));
  const std::optional<Engine> set = setFor(bodies, slots);
  auto at = std::lower_bound(known.begin(), known.end(), wanted, before);
  if (at != known.end() && key(at->choice.job()) == wanted) {
    const Job& job = at->choice.job();
    const bool wasSet = job.reason == Reason::Set;
    if (wasSet == set.has_value() && (!set || job.engine == *set)) return at->choice;
    at = known.erase(at);
  }
  const Topology &topologyA = bodies.topology(low), &topologyB = bodies.topology(high);
  if (set) return known.insert(at, {JobChoice::set(low, high, asked, *set), topologyA.faces, topologyB.faces})->choice;
  const bool manifold = topologyA.nonManifoldEdges == 0 && topologyB.nonManifoldEdges == 0;
  auto able = static_cast<JobChoice::Engines>(JobChoice::bit(Engine::SpatialHash) | JobChoice::bit(Engine::BucketTree));
  if (manifold && std::min(topologyA.faces, topologyB.faces) >= settings.leastFaces / 2)
    able |= JobChoice::bit(Engine::RegularityTree);
  Engine first = Engine::SpatialHash;
  if (a == b && manifold && !asked.nearby) first = Engine::RegularityTree;
  if (a != b && std::min(topologyA.faces, topologyB.faces) >= kManyFaces) first = Engine::BucketTree;
  return known.insert(at, {{low, high, asked, able, first}, topologyA.faces, topologyB.faces})->choice;
}

void AutoDetector::Impl::run(const BodySet& bodies, const EngineRoom::Question& question, Engine engine,
                             const Group& group, Counters& counters, Workers& workers) {
  if (group.jobs() == 0) return;
  const std::size_t before = engines.found();
  const detail::Stopwatch watch(workers.threads() == 1);
  engines.collect(bodies, question, engine, {group.pairs, group.selves}, counters, workers);
  if (!group.measured) return;
  double seconds = watch.seconds() + kTestOfPair * static_cast<double>(engines.found() - before);
  if (settings.cost) seconds = settings.cost(group.measured->job(), engine, seconds);
  group.measured->took(settings, engine, seconds);
}

/// Assigns each work item to a method. Items whose time is measured run at once, one by one.
void AutoDetector::Impl::allot(const BodySet& bodies, const EngineRoom::Question& question, const Asked& asked,
                               Counters& counters, Workers& workers) {
  const SurfaceJobs found = engines.find(bodies, question);
  forgetGone(bodies);
  for (Group& group : groups) group.clear();
  small.begin(bodies);
  const auto isLarge = [&](Index a, Index b) {
    const std::size_t facesA = bodies.faces(a).size(), facesB = a == b ? facesA : bodies.faces(b).size();
    return facesA > 0 && facesB > 0 && (a == b ? facesA : facesA + facesB) >= settings.leastFaces;
  };
  const auto forJobs = [&found](const auto& visit) {
    for (const Pair& slots : found.pairs) visit(slots);
    for (const Index slot : found.selves) visit(Pair{slot, slot});
  };
  std::size_t jobs = 0, large = 0, set = 0;
  forJobs([&](const Pair& slots) {
    const bool isSet = setFor(bodies, slots).has_value();
    ++jobs;
    set += isSet;
    large += !isSet && isLarge(slots.first, slots.second);
  });
  const bool measure = large > 0 && large <= kMostMeasured;
  const auto isChosen = [&](const Pair& slots) { return measure && isLarge(slots.first, slots.second); };
  // Inserts all choices first, because groups store pointers to them.
  forJobs([&](const Pair& slots) {
    if (isChosen(slots) || setFor(bodies, slots)) choiceOf(bodies, slots, asked);
  });
  // One item per call may try another method, so that calls take about the same time. The items rotate; the small ones
  // count as one.
  const std::size_t measured = measure ? large : 0, turns = measured + (jobs > measured + set);
  const std::size_t turn = turns > 0 ? calls[bits(asked)]++ % turns : 0;
  std::size_t at = 0;
  const auto place = [&](const Pair& slots) {
    const bool isSet = setFor(bodies, slots).has_value();
    if (!isSet && !isChosen(slots)) return small.add(slots);
    JobChoice& choice = choiceOf(bodies, slots, asked);
    std::array<double, kEngines> building{};
    const auto build = [&](Index slot) {
      if (!engines.hasHierarchy(bodies, slot))
        building[std::size_t(Engine::RegularityTree)] += JobChoice::kBuildingOfFace * double(bodies.faces(slot).size());
    };
    build(slots.first);
    if (slots.first != slots.second) build(slots.second);
    const JobChoice::Turn next = choice.next(settings, building, !isSet && at++ == turn);
    if (!next.alone || (isSet && set > kMostMeasured)) return groups[std::size_t(next.engine)].add(slots, &choice);
    single.clear();
    single.add(slots, &choice);
    run(bodies, question, next.engine, single, counters, workers);
  };
  forJobs(place);
  placeSmall(bodies, question, asked, at == turn, counters, workers);
}

void AutoDetector::Impl::placeSmall(const BodySet& bodies, const EngineRoom::Question& question, const Asked& asked,
                                    bool mayTry, Counters& counters, Workers& workers) {
  for (const Pair& slots : small.hashed()) groups[std::size_t(Engine::SpatialHash)].add(slots, nullptr);
  if (small.either().empty()) return;
  const JobChoice::Turn next = small.next(bodies, engines, asked, settings, mayTry);
  single.clear();
  Group& group = next.alone ? single : groups[std::size_t(next.engine)];
  for (const Pair& slots : small.either()) group.add(slots, nullptr);
  if (!next.alone) return;
  single.measured = &small.choice();
  run(bodies, question, next.engine, single, counters, workers);
}

detail::surface::FoundPairs& AutoDetector::Impl::gather(const BodySet& bodies, const CandidateQuery& query, bool apart,
                                                        const detail::surface::FoundPairs::Exact& exact,
                                                        Counters& counters, Workers& workers) {
  const EngineRoom::Question question{query, apart};
  engines.begin(exact, workers);
  if (query.edgeEdge && query.linksOnly && !query.vertexFace && !query.faceFace) {
    engines.collect(bodies, question, Engine::SpatialHash, engines.find(bodies, question), counters, workers);
    return engines.end(bodies, counters);
  }
  allot(bodies, question, {query.vertexFace, query.edgeEdge, query.faceFace, apart}, counters, workers);
  for (std::size_t e = 0; e < kEngines; ++e)
    run(bodies, question, Engine{static_cast<std::uint8_t>(e)}, groups[e], counters, workers);
  engines.collectStars(bodies, question, workers);
  return engines.end(bodies, counters);
}

AutoDetector::AutoDetector() : AutoDetector(Settings{}) {}

AutoDetector::AutoDetector(const Settings& settings) : m_impl(std::make_unique<Impl>()) {
  setSettings(settings);
}
AutoDetector::~AutoDetector() = default;

const AutoDetector::Settings& AutoDetector::settings() const {
  return m_impl->settings;
}

void AutoDetector::setSettings(const Settings& settings) {
  checkSettings(settings);
  m_impl->settings = settings;
  m_impl->known.clear();
  m_impl->small.forget();
}

void AutoDetector::setEngine(Index body, std::optional<Engine> engine) {
  if (engine) {
    m_impl->engineOf[body] = *engine;
    return;
  }
  if (m_impl->engineOf.erase(body) == 0) return;
  std::erase_if(m_impl->known, [body](const Known& known) {
    const Job& job = known.choice.job();
    return job.reason == Reason::Set && (job.bodyA == body || job.bodyB == body);
  });
}

std::optional<AutoDetector::Engine> AutoDetector::engine(Index body) const {
  const auto at = m_impl->engineOf.find(body);
  return at == m_impl->engineOf.end() ? std::nullopt : std::optional(at->second);
}

std::string_view AutoDetector::name() const {
  return "auto";
}

std::string_view AutoDetector::name(Engine engine) {
  switch (engine) {
    case Engine::SpatialHash:
      return "spatial-hash";
    case Engine::BucketTree:
      return "bucket-tree";
    default:
      return "regularity-tree";
  }
}

std::string_view AutoDetector::name(Reason reason) {
  if (reason == Reason::Set) return "set";
  return reason == Reason::Kind ? "kind" : "measured";
}

void AutoDetector::update(const BodySet& bodies, Workers& workers) {
  m_impl->engines.update(bodies, workers);
}

void AutoDetector::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, detail::Gives::Elements);
  results.clear();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot)
    if (!bodies.active(slot)) ++results.counters.bodiesSkipped;
  m_impl->engines.queryTetrahedra(bodies, query, results, workers);
  if (query.facePairs)
    m_impl->gather(bodies, detail::surface::facePairCandidates(query), false, {&bodies, 0}, results.counters, workers)
        .facePairs(bodies, results, workers);
  m_impl->sharedCorners.add(bodies, query, results, workers);
  if (query.vertexFace)
    m_impl
        ->gather(bodies, detail::surface::vertexFaceCandidates(query), true, {&bodies, query.margin}, results.counters,
                 workers)
        .vertexFace(bodies, query.margin, results, workers);
}

void AutoDetector::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                              Counters& counters, Workers& workers) {
  m_impl->gather(bodies, detail::withTouching(bodies, query), true, {}, counters, workers).candidates(candidates);
}

std::span<const AutoDetector::Job> AutoDetector::jobs() const {
  m_impl->list.clear();
  for (const Known& known : m_impl->known) m_impl->list.push_back(known.choice.job());
  for (const JobChoice& choice : m_impl->small.choices())
    if (choice.job().reason == Reason::Measured && !m_impl->small.either().empty())
      m_impl->list.push_back(choice.job());
  return m_impl->list;
}

std::size_t AutoDetector::smallJobs() const {
  return m_impl->small.count();
}

std::size_t AutoDetector::memory() const {
  return m_impl->engines.memory() + m_impl->small.memory() + m_impl->sharedCorners.memory() +
         m_impl->known.capacity() * sizeof(Known);
}

}  // namespace pliant
