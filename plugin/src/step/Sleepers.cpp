#include "Sleepers.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>

#include <algorithm>

namespace pliant::detail {
namespace {

void store(const btSoftBody& body, std::vector<btVector3>& positions) {
  positions.clear();
  for (int i = 0; i < body.m_nodes.size(); ++i) positions.push_back(body.m_nodes[i].m_x);
}

/// Returns true if each node is within `distance` of its entry in `positions`; false if a node is NaN.
bool isNear(const btSoftBody& body, const std::vector<btVector3>& positions, btScalar distance) {
  if (positions.size() != static_cast<std::size_t>(body.m_nodes.size())) return false;
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (!((body.m_nodes[i].m_x - positions[static_cast<std::size_t>(i)]).length2() <= distance * distance))
      return false;
  return true;
}

bool isAt(const btSoftBody& body, const std::vector<btVector3>& positions) {
  if (positions.size() != static_cast<std::size_t>(body.m_nodes.size())) return false;
  bool same = true;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btVector3 &x = body.m_nodes[i].m_x, &kept = positions[static_cast<std::size_t>(i)];
    same &= (x.x() == kept.x()) & (x.y() == kept.y()) & (x.z() == kept.z());
  }
  return same;
}

bool hasVelocity(const btSoftBody& body) {
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (!body.m_nodes[i].m_v.isZero()) return true;
  return false;
}

bool sleeps(const btSoftBody& body) {
  return body.getActivationState() == ISLAND_SLEEPING;
}

}  // namespace

void Sleepers::begin(const btAlignedObjectArray<btSoftBody*>& bodies, bool velocitiesMove) {
  ++m_step;
  m_wanting.clear();
  m_unmoved.clear();
  bool any = false;
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    if (!sleeps(body)) {
      if (body.getActivationState() == WANTS_DEACTIVATION) m_wanting.push_back(&body);
      if (const auto at = m_states.find(&body); at != m_states.end()) at->second.seen = m_step;
      continue;
    }
    State& state = m_states[&body];
    state.seen = m_step;
    state.isNew = false;
    if (!state.asleep) {
      beginSleep(body, state);
    } else if (isAt(body, state.positions) && !(velocitiesMove && hasVelocity(body))) {
      m_unmoved.push_back(&body);
    } else {
      body.activate(true);
      continue;
    }
    for (Partner& partner : state.partners) partner.isThere = false;
    any = true;
  }
  std::sort(m_wanting.begin(), m_wanting.end());
  std::erase_if(m_states, [this](const auto& each) { return each.second.seen != m_step; });
  if (any) lookAtPartners(bodies);
}

void Sleepers::settle(const btAlignedObjectArray<btSoftBody*>& bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    if (!sleeps(body) || !std::binary_search(m_wanting.begin(), m_wanting.end(), &body)) continue;
    for (int n = 0; n < body.m_nodes.size(); ++n) {
      body.m_nodes[n].m_x = body.m_nodes[n].m_q;
      body.m_nodes[n].m_v.setZero();
    }
  }
}

/// Remembers where a body sleeps that was put to sleep.
void Sleepers::beginSleep(const btSoftBody& body, State& state) {
  state.asleep = state.isNew = true;
  state.partners.clear();
  store(body, state.positions);
}

void Sleepers::lookAtPartners(const btAlignedObjectArray<btSoftBody*>& bodies) {
  const btSoftBodyWorldInfo* const info = bodies[0]->m_worldInfo;
  btOverlappingPairCache* const cache =
      info && info->m_broadphase ? info->m_broadphase->getOverlappingPairCache() : nullptr;
  if (!cache) return;
  const btBroadphasePairArray& pairs = cache->getOverlappingPairArray();
  for (int i = 0; i < pairs.size(); ++i) {
    const auto* const a = static_cast<const btCollisionObject*>(pairs[i].m_pProxy0->m_clientObject);
    const auto* const b = static_cast<const btCollisionObject*>(pairs[i].m_pProxy1->m_clientObject);
    if (!a || !b) continue;  // proxies that the program has created have no object
    lookAtPartner(*a, *b);
    lookAtPartner(*b, *a);
  }
  for (int i = 0; i < bodies.size(); ++i) {
    if (!sleeps(*bodies[i])) continue;
    const auto& partners = m_states[bodies[i]].partners;
    const bool all = std::all_of(partners.begin(), partners.end(), [](const Partner& p) { return p.isThere; });
    if (!all) bodies[i]->activate(true);
  }
}

void Sleepers::lookAtPartner(const btCollisionObject& sleeper, const btCollisionObject& other) {
  const btSoftBody* const body = btSoftBody::upcast(&sleeper);
  if (!body || !sleeps(*body) || !other.hasContactResponse() || !other.getBroadphaseHandle()) return;
  const auto at = m_states.find(body);
  if (at == m_states.end() || !at->second.asleep) return;
  State& state = at->second;
  const int proxy = other.getBroadphaseHandle()->m_uniqueId;
  const bool active = other.isActive() && !other.isStaticObject();
  if (state.isNew) {
    state.partners.push_back({&other, proxy, other.getWorldTransform(), active, true});
    return;
  }
  for (Partner& partner : state.partners)
    if (partner.object == &other && partner.proxy == proxy)
      partner.isThere = (partner.active || !active) && partner.transform == other.getWorldTransform();
}

void Sleepers::end(const btAlignedObjectArray<btSoftBody*>& bodies, const SoftCollisionSettings& settings,
                   btScalar timeStep) {
  bool anyNew = false;
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    const int activation = body.getActivationState();
    if (activation == DISABLE_SIMULATION) continue;
    if (activation == ISLAND_SLEEPING) {
      State& state = m_states[&body];
      state.seen = m_step;
      state.isNew = false;
      for (Partner& partner : state.partners) partner.isThere = true;
      if (state.asleep) continue;
      beginSleep(body, state);
      anyNew = true;
      continue;
    }
    const auto at = m_states.find(&body);
    if (at != m_states.end() && at->second.asleep) {
      if (isAt(body, at->second.positions)) continue;
      // Bullet's islands have woken it, and would put it to sleep in mid-air as soon as the boxes are separated.
      body.activate(true);
      at->second.asleep = false;
      at->second.rested = 0;
    }
    if (!(settings.sleepSpeed > 0) || activation == DISABLE_DEACTIVATION) continue;
    State& state = m_states[&body];
    state.seen = m_step;
    if (isNear(body, state.positions, settings.sleepSpeed * settings.sleepTime)) {
      state.rested += timeStep;
    } else {
      state.rested = 0;
      store(body, state.positions);
    }
    body.setActivationState(state.rested >= settings.sleepTime ? WANTS_DEACTIVATION : ACTIVE_TAG);
  }
  if (anyNew) lookAtPartners(bodies);
}

}  // namespace pliant::detail
