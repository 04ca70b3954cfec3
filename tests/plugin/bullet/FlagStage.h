#pragma once

#include "../Worlds.h"

/// A soft body falls past an object that it collides with, that is excluded, or that is a sensor.
namespace flags {

inline const btCollisionObject* g_refused = nullptr;
inline const btCollisionObject* g_with = nullptr;  ///< the only object that g_refused may not meet; null: any object
inline int g_asked = 0;                            ///< number of pairs that refuse() has refused

inline bool isRefused(const btBroadphaseProxy* a, const btBroadphaseProxy* b) {
  const auto refused = [](const btBroadphaseProxy* one, const btBroadphaseProxy* other) {
    return one->m_clientObject == g_refused && (!g_with || other->m_clientObject == g_with);
  };
  return g_refused && (refused(a, b) || refused(b, a));
}

inline void refuse(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
  if (isRefused(pair.m_pProxy0, pair.m_pProxy1))
    ++g_asked;
  else
    btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

inline struct Filter : btOverlapFilterCallback {
  bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override { return !isRefused(a, b); }
} g_filter;

/// Ways in which a program excludes the collision of two bodies.
enum class Way { Masks, Ignored, IgnoredByOther, Disabled, NearCallback, Filter };

/// Excludes collision between `soft` and `other`, then adds `soft` to the world; `other` is in the world already.
template <typename AnyStage>
void keepApart(AnyStage& stage, btSoftBody* soft, btCollisionObject* other, Way way) {
  if (way == Way::Ignored) soft->setIgnoreCollisionCheck(other, true);
  if (way == Way::IgnoredByOther) other->setIgnoreCollisionCheck(soft, true);
  if (way == Way::Disabled) soft->m_collisionDisabledObjects.push_back(other);
  if (way == Way::NearCallback || way == Way::Filter) g_refused = other;
  if (way == Way::NearCallback) stage.dispatcher.setNearCallback(refuse);
  if (way == Way::Filter) stage.broadphase.getOverlappingPairCache()->setOverlapFilterCallback(&g_filter);
  if (way == Way::Masks)
    stage.world.addSoftBody(soft, 64, 64);
  else
    stage.world.addSoftBody(soft);
}

/// Channels that report contacts of the two bodies.
struct Outcome {
  bool list = false, nodes = false, test = false, listener = false;
  bool pushing = false;  ///< true if a contact of the list has an impulse
};

/// Steps until the body has passed the other one. Returns the channels that reported contacts of the two.
template <typename AnyStage>
Outcome fall(AnyStage& stage, btSoftBody* soft, btCollisionObject* other, int steps = 60) {
  const auto between = [&](const pliant::SoftContact& contact) {
    return contact.rigid == other || contact.bodyA == other || contact.bodyB == other;
  };
  struct Listener : pliant::SoftCollisionListener {
    std::function<bool(const pliant::SoftContact&)> between;
    bool heard = false;
    void contactsFound(std::span<const pliant::SoftContact> contacts) override {
      heard = heard || std::ranges::any_of(contacts, between);
    }
  } listener;
  listener.between = between;
  stage.collision().setListener(&listener);
  Outcome outcome;
  stage.step(steps, [&] {
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      outcome.list = outcome.list || between(contact);
      outcome.pushing = outcome.pushing || (between(contact) && contact.impulse > 0);
    }
    for (int k = 0; k < soft->m_rcontacts.size(); ++k)
      outcome.nodes = outcome.nodes || soft->m_rcontacts[k].m_cti.m_colObj == other;
    PointCounter points;
    stage.world.contactPairTest(soft, other, points);
    outcome.test = outcome.test || points.count > 0;
  });
  outcome.listener = listener.heard;
  stage.collision().setListener(nullptr);
  return outcome;
}

template <typename AnyStage>
btSoftBody* makeFalling(AnyStage& stage) {
  stage.setGravity(vector(0, 0, 0));
  btSoftBody* cube = makeCube(stage.info(), vector(0.1, 0.8, 0.05), 1, 2);
  cube->setVelocity(vector(0, -3, 0));
  return cube;
}

/// Adds a light cube, and a heavy one that comes from above and pushes it through y = 0 in one step. Returns the light
/// cube.
inline btSoftBody* addPushed(PliantStage& stage) {
  btSoftBody* light = stage.addCube(vector(0, 0.8, 0), 0.4, 2);
  light->setTotalMass(btScalar(0.1));
  btSoftBody* heavy = makeCube(stage.info(), vector(0, 1.3, 0), 0.4, 2);
  heavy->setTotalMass(100);
  stage.add(heavy)->setVelocity(vector(0, -60, 0));
  return light;
}

/// Returns the same body after its fall in an empty world.
inline const btSoftBody& freeFall(int steps = 60) {
  static PliantStage stage;
  static btSoftBody* const body = stage.add(makeFalling(stage));
  static int done = 0;
  for (; done < steps; ++done) stage.step();
  REQUIRE(done == steps);
  return *body;
}

}  // namespace flags
