#include "auto/JobChoice.h"

#include <algorithm>

namespace pliant::detail {
namespace {

using Engine = AutoDetector::Engine;

// The first is not counted once there is another: it found cold memory.
constexpr unsigned kFirstSamples = 3;
constexpr std::uint64_t kSampleEvery = 32;  // calls
constexpr double kNewest = 0.25;            // weight of the latest time in a mean
constexpr double kOutlier = 3;              // times the mean, that a time counts for at the most
constexpr unsigned kConfirm = 2;
// In about so many first calls, in which most is still to be learnt, the share for trying again is larger.
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
  // A first choice that needs building waits for that, too, unless it was set.
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
    // Was faster than what the one in use has come to.
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
    // What was slow has become fast: one time alone may be chance.
    m_confirm = engine;
    m_again = kConfirm;
  }
}

}  // namespace pliant::detail
