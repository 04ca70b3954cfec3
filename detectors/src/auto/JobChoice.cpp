#include "auto/JobChoice.h"

#include <algorithm>

namespace pliant::detail {
namespace {

using Engine = AutoDetector::Engine;

// Samples after which a method counts as measured. The second sample replaces the first one, which is taken with cold
// caches.
constexpr unsigned kFirstSamples = 3;
constexpr std::uint64_t kSampleEvery = 32;  // calls between two measurements of the method in use
constexpr double kNewest = 0.25;            // weight of the latest time in a mean
constexpr double kOutlier = 3;              // a time counts for at most this many times the mean
constexpr unsigned kConfirm = 2;
// During about this many first calls most is still unknown, so the share for new trials is larger.
constexpr double kEarlyCalls = 300;

}  // namespace

JobChoice::JobChoice(Index bodyA, Index bodyB, const AutoDetector::Asked& asked, Engines eligible, Engine first)
    : m_job{bodyA, bodyB, asked, first, AutoDetector::Reason::Kind, {}, {}}, m_eligible(eligible) {}

JobChoice JobChoice::set(Index bodyA, Index bodyB, const AutoDetector::Asked& asked, Engine engine) {
  JobChoice choice(bodyA, bodyB, asked, bit(engine), engine);
  choice.m_job.reason = AutoDetector::Reason::Set;
  return choice;
}

bool JobChoice::knows(Engine engine) const {
  return m_samples[at(engine)] >= kFirstSamples;
}

JobChoice::Turn JobChoice::turn(Engine engine, bool alone) {
  ++m_job.calls[at(engine)];
  return {engine, alone};
}

JobChoice::Turn JobChoice::next(const AutoDetector::Settings& settings,
                                const std::array<double, AutoDetector::kEngines>& building, bool mayTry) {
  ++m_calls;
  // Unless it was set by the user, a first choice that must build a hierarchy is replaced by the hash until the work
  // item has taken long enough.
  Engine use = m_job.engine;
  const bool waits = m_job.reason != AutoDetector::Reason::Set;
  if (waits && m_samples[at(use)] == 0 && m_spent < kBuildLater * building[at(use)]) use = Engine::SpatialHash;
  const double cost = m_job.cost[at(use)];
  m_spent += cost;
  if (m_samples[at(use)] < kFirstSamples) return turn(use, true);
  const bool isDue = m_calls >= m_tried[at(use)] + kSampleEvery;
  if (!mayTry) return turn(use, !waits && isDue);

  if (m_again > 0) {
    --m_again;
    return turn(m_confirm, true);
  }
  const double share = settings.share * (1 + kEarlyCalls / static_cast<double>(m_calls));
  int others = 0;
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) others += can(Engine(e)) && Engine(e) != use;
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const Engine engine{static_cast<std::uint8_t>(e)};
    if (!can(engine) || engine == use) continue;
    if (m_samples[e] < kFirstSamples) {
      if (m_spent >= kBuildLater * building[e]) return turn(engine, true);
      continue;
    }
    const double other = m_job.cost[e];
    m_saved[e] += share / others * cost;
    // The mean of this method is less than the present mean of the method in use.
    const bool promises = other * settings.advantage < cost && m_calls > m_tried[e] + kSampleEvery;
    if (settings.share > 0 && (promises || m_saved[e] >= std::max(cost, other))) {
      m_saved[e] = 0;
      m_tried[e] = m_calls;
      return turn(engine, true);
    }
  }
  return turn(use, isDue);
}

void JobChoice::took(const AutoDetector::Settings& settings, Engine engine, double seconds) {
  double& mean = m_job.cost[at(engine)];
  unsigned& samples = m_samples[at(engine)];
  if (samples <= 1)
    mean = seconds;
  else
    mean += (std::min(seconds, kOutlier * mean) - mean) * (samples == 2 ? 0.5 : kNewest);
  samples = std::min(samples + 1, kFirstSamples);
  m_tried[at(engine)] = m_calls;
  if (samples < kFirstSamples || engine == m_job.engine) return;
  const double inUse = m_job.cost[at(m_job.engine)];
  if (m_samples[at(m_job.engine)] < kFirstSamples) return;
  m_job.reason = AutoDetector::Reason::Measured;
  if (mean * settings.advantage < inUse) {
    m_job.engine = engine;
    m_again = 0;
  } else if (seconds * settings.advantage < inUse && !(m_again > 0 && m_confirm == engine)) {
    // A slow method was fast once. One time alone may be chance, so the method is tried again.
    m_confirm = engine;
    m_again = kConfirm;
  }
}

}  // namespace pliant::detail
