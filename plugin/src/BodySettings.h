#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BodySet.h>

#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace pliant::detail {

struct BodySettings {
  bool enabled = true;
  std::optional<bool> self;
  unsigned selfRings = kDefaultSelfRings;
  std::optional<Real> margin;
  std::optional<AutoDetector::Engine> engine;
};

/// What the user has said about bodies and pairs.
class SettingsTable {
 public:
  BodySettings& of(const btSoftBody* body) { return m_bodies[body]; }
  BodySettings get(const btSoftBody* body) const {
    const auto at = m_bodies.find(body);
    return at == m_bodies.end() ? BodySettings{} : at->second;
  }

  void setPair(const btSoftBody* a, const btSoftBody* b, bool enabled) {
    if (enabled)
      m_disabledPairs.erase(ordered(a, b));
    else
      m_disabledPairs.insert(ordered(a, b));
  }
  bool pair(const btSoftBody* a, const btSoftBody* b) const {
    return m_disabledPairs.empty() || !m_disabledPairs.contains(ordered(a, b));
  }

  void forget(const btSoftBody* body) {
    m_bodies.erase(body);
    std::erase_if(m_disabledPairs, [body](const auto& pair) { return pair.first == body || pair.second == body; });
  }

  btScalar marginFraction = kDefaultMarginFraction;

 private:
  using Pair = std::pair<const btSoftBody*, const btSoftBody*>;
  static Pair ordered(const btSoftBody* a, const btSoftBody* b) {
    return std::less<>{}(b, a) ? Pair{b, a} : Pair{a, b};
  }

  std::unordered_map<const btSoftBody*, BodySettings> m_bodies;
  std::set<Pair> m_disabledPairs;
};

}  // namespace pliant::detail
