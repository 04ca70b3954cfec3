#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/plugin/SoftCollisionSettings.h>

#include <unordered_map>
#include <vector>

namespace pliant::detail {

/// Sleep of soft bodies. A body that has rested long enough requests sleep, as a rigid body does. Bullet's islands then
/// put it to sleep together with all bodies whose boxes overlap its box, or not at all. A sleeping body, whichever code
/// put it to sleep, wakes if
/// - the user moves it,
/// - an object that its box overlapped when it fell asleep was removed, was moved, or has woken, or
/// - an active body in contact with it approaches or pushes it (ContactWriter::wake).
class Sleepers {
 public:
  /// Call before the bodies are predicted. `velocitiesMove`: a velocity that the program gives to a sleeping body wakes
  /// it, too; in a classic world it has no effect.
  void begin(const btAlignedObjectArray<btSoftBody*>& bodies, bool velocitiesMove = false);
  /// Returns the bodies that begin() has found asleep where they have slept before. Some may have woken in it since.
  const std::vector<const btSoftBody*>& unmoved() const { return m_unmoved; }
  /// Call before the bodies are solved. A body that Bullet's islands have put to sleep since `begin` stays at its t0
  /// positions.
  void settle(const btAlignedObjectArray<btSoftBody*>& bodies);
  /// Call after the step. `timeStep`: its length [s].
  void end(const btAlignedObjectArray<btSoftBody*>& bodies, const SoftCollisionSettings& settings, btScalar timeStep);
  void forget(const btSoftBody* body) { m_states.erase(body); }

 private:
  /// An object that a sleeping body may rest on.
  struct Partner {
    const btCollisionObject* object = nullptr;  // may be deleted: only compared
    int proxy = 0;
    btTransform transform;
    bool active = false;
    bool isThere = false;
  };
  struct State {
    std::vector<btVector3> positions;  // where it sleeps, or where it began to rest
    btScalar rested = 0;               // time at rest [s]
    bool asleep = false, isNew = false;
    std::vector<Partner> partners;
    unsigned seen = 0;
  };

  static void beginSleep(const btSoftBody& body, State& state);
  void lookAtPartners(const btAlignedObjectArray<btSoftBody*>& bodies);
  void lookAtPartner(const btCollisionObject& sleeper, const btCollisionObject& other);

  std::unordered_map<const btSoftBody*, State> m_states;
  std::vector<const btSoftBody*> m_wanting;  // bodies that requested sleep at prediction; sorted
  std::vector<const btSoftBody*> m_unmoved;
  unsigned m_step = 0;
};

}  // namespace pliant::detail
