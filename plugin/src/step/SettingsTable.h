#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/plugin/SoftCollisionSettings.h>

#include <optional>
#include <set>
#include <unordered_map>

#include "BodyLife.h"

namespace pliant::detail {

/// The user's settings of a world, its bodies and pairs. A body's settings belong to one life of it, and may be set
/// before it is in the world. A body that leaves and returns keeps them only if its state is unchanged.
class SettingsTable {
 public:
  SoftCollisionSettings common;
  bool deformable = false;  ///< true for the bodies of a deformable world

  /// Returns the settings for modification; creates them if there are none.
  SoftBodySettings& of(const btSoftBody* body) { return entryOf(*body).settings; }
  SoftBodySettings get(const btSoftBody* body) const {
    const Entry* entry = find(*body);
    return entry ? entry->settings : SoftBodySettings{};
  }

  /// Returns true if the body collides with itself. Default of a deformable body: as setSelfCollision says.
  bool self(const btSoftBody& body) const;

  void setPair(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool pair(const btSoftBody* a, const btSoftBody* b) const;

  bool has(const BodyLife& life) const;
  /// Call when a body has left the world; it may be deleted. `state`: its state at that time.
  void leave(const BodyLife& life, const BodyState& state);
  /// Call when a body has entered the world.
  void arrive(const btSoftBody& body);

 private:
  struct Entry {
    const void* mark = nullptr;
    std::optional<BodyState> left;  ///< last known state; empty unless the body has left
    SoftBodySettings settings;
    std::set<BodyLife> notAgainst;  ///< bodies with which it does not collide
  };
  using Bodies = std::unordered_map<const btSoftBody*, Entry>;

  const Entry* find(const btSoftBody& body) const;
  Entry& entryOf(const btSoftBody& body);
  void forget(Bodies::iterator at);

  Bodies m_bodies;                  // an entry of a deleted body stays until its address is reused
  std::size_t m_disabledPairs = 0;  // twice the number of disabled pairs
};

}  // namespace pliant::detail
