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

/// The user's settings of bodies and pairs. They belong to one life of a body, which begins before the body is in the
/// world. A body that comes back after it has left keeps them only if it is as it was.
class SettingsTable {
 public:
  /// To be changed by the user.
  BodySettings& of(const btSoftBody* body) { return entryOf(*body).settings; }
  BodySettings get(const btSoftBody* body) const {
    const Entry* entry = find(*body);
    return entry ? entry->settings : BodySettings{};
  }

  void setPair(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool pair(const btSoftBody* a, const btSoftBody* b) const;

  bool has(const BodyLife& life) const;
  /// A body has left the world; it may be gone. `state`: what it was then.
  void leave(const BodyLife& life, const BodyState& state);
  /// A body has come into the world.
  void arrive(const btSoftBody& body);

  btScalar marginFraction = kDefaultMarginFraction;

 private:
  struct Entry {
    const void* mark = nullptr;
    std::optional<BodyState> left;  ///< as the world has seen it last, if it has left
    BodySettings settings;
    std::set<BodyLife> apart;  ///< those with which it does not collide
  };
  using Bodies = std::unordered_map<const btSoftBody*, Entry>;

  const Entry* find(const btSoftBody& body) const;
  Entry& entryOf(const btSoftBody& body);
  void forget(Bodies::iterator at);

  Bodies m_bodies;          // an entry of a body that is gone stays until another one has its address
  std::size_t m_apart = 0;  // pairs that don't collide, twice
};

}  // namespace pliant::detail
