#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BodySet.h>

#include <optional>
#include <set>
#include <unordered_map>

#include "BodyLife.h"

namespace pliant::detail {

struct BodySettings {
  bool enabled = true;
  std::optional<bool> self;
  bool seams = true;
  unsigned excludedRings = kDefaultExcludedRings;
  std::optional<Real> margin;
  std::optional<AutoDetector::Engine> engine;
};

/// The user's settings of bodies and pairs. They belong to one life of a body, and may be set before the body is in the
/// world. A body that leaves and returns keeps them only if its state is unchanged.
class SettingsTable {
 public:
  /// Returns the settings for modification; creates them if there are none.
  BodySettings& of(const btSoftBody* body) { return entryOf(*body).settings; }
  BodySettings get(const btSoftBody* body) const {
    const Entry* entry = find(*body);
    return entry ? entry->settings : BodySettings{};
  }

  void setPair(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool pair(const btSoftBody* a, const btSoftBody* b) const;

  bool has(const BodyLife& life) const;
  /// Call when a body has left the world; it may be deleted. `state`: its state at that time.
  void leave(const BodyLife& life, const BodyState& state);
  /// Call when a body has entered the world.
  void arrive(const btSoftBody& body);

  btScalar marginFraction = kDefaultMarginFraction;

 private:
  struct Entry {
    const void* mark = nullptr;
    std::optional<BodyState> left;  ///< last known state; empty unless the body has left
    BodySettings settings;
    std::set<BodyLife> apart;  ///< bodies with which it does not collide
  };
  using Bodies = std::unordered_map<const btSoftBody*, Entry>;

  const Entry* find(const btSoftBody& body) const;
  Entry& entryOf(const btSoftBody& body);
  void forget(Bodies::iterator at);

  Bodies m_bodies;          // an entry of a deleted body stays until its address is reused
  std::size_t m_apart = 0;  // twice the number of disabled pairs
};

}  // namespace pliant::detail
