#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <unordered_map>
#include <vector>

namespace pliant::detail {

/// Which soft bodies sleep. Who has rested long enough wants to sleep, as a rigid body does: Bullet's islands then lay
/// it down together with all whose boxes meet its own, or not at all. A sleeping body, whoever has laid it down, wakes
/// when it is moved by hand, or when something that its box met when it fell asleep is gone, was moved, or has woken.
class Sleepers {
 public:
  btScalar speed = 0;  ///< m/s; 0: no body falls asleep
  btScalar time = 2;   ///< s

  /// Before the bodies are predicted.
  void begin(const btAlignedObjectArray<btSoftBody*>& bodies);
  /// Before the bodies are solved: whom Bullet's islands have laid down meanwhile stays where it was.
  void settle(const btAlignedObjectArray<btSoftBody*>& bodies);
  /// After the step, of that length in seconds.
  void end(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep);
  void forget(const btSoftBody* body) { m_states.erase(body); }

 private:
  /// Something that a sleeping body may rest on.
  struct Partner {
    const btCollisionObject* object = nullptr;  // may be gone: only compared
    int proxy = 0;
    btTransform transform;
    bool active = false;
    bool isThere = false;
  };
  struct State {
    std::vector<btVector3> positions;  // where it sleeps, or where it was when it began to rest
    btScalar rested = 0;               // s
    bool asleep = false, isNew = false;
    std::vector<Partner> partners;
    unsigned seen = 0;
  };

  void layDown(const btSoftBody& body, State& state);
  void lookAtPartners(const btAlignedObjectArray<btSoftBody*>& bodies);
  void lookAtPartner(const btCollisionObject& sleeper, const btCollisionObject& other);
  void dropUnseen();

  std::unordered_map<const btSoftBody*, State> m_states;
  std::vector<const btSoftBody*> m_wanting;  // to sleep, when they were predicted; sorted
  unsigned m_step = 0;
};

}  // namespace pliant::detail
