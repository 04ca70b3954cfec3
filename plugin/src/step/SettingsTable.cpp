#include "SettingsTable.h"

#include "core/BodyElements.h"

namespace pliant::detail {

const SettingsTable::Entry* SettingsTable::find(const btSoftBody& body) const {
  const auto at = m_bodies.find(&body);
  if (at == m_bodies.end() || at->second.mark != BodyLife::known(body).mark) return nullptr;
  return at->second.left && *at->second.left != BodyState::of(body) ? nullptr : &at->second;
}

SettingsTable::Entry& SettingsTable::entryOf(const btSoftBody& body) {
  arrive(body);
  Entry& entry = m_bodies[&body];
  entry.mark = BodyLife::of(body).mark;
  return entry;
}

bool SettingsTable::self(const btSoftBody& body) const {
  const std::optional<bool> set = get(&body).self;
  if (set) return *set;
  return deformable ? body.m_useSelfCollision : meetsItselfByDefault(body);
}

void SettingsTable::setPair(const btSoftBody* a, const btSoftBody* b, bool enabled) {
  Entry &entryA = entryOf(*a), &entryB = entryOf(*b);
  if (enabled)
    m_disabledPairs -= entryA.notAgainst.erase(BodyLife::of(*b)) + entryB.notAgainst.erase(BodyLife::of(*a));
  else
    m_disabledPairs += std::size_t{entryA.notAgainst.insert(BodyLife::of(*b)).second} +
                       entryB.notAgainst.insert(BodyLife::of(*a)).second;
}

bool SettingsTable::pair(const btSoftBody* a, const btSoftBody* b) const {
  if (m_disabledPairs == 0) return true;
  const Entry *entryA = find(*a), *entryB = find(*b);
  return !entryA || !entryB || !entryA->notAgainst.contains(BodyLife::known(*b));
}

bool SettingsTable::has(const BodyLife& life) const {
  const auto at = m_bodies.find(life.body);
  return at != m_bodies.end() && at->second.mark == life.mark;
}

void SettingsTable::leave(const BodyLife& life, const BodyState& state) {
  if (has(life)) m_bodies.at(life.body).left = state;
}

void SettingsTable::arrive(const btSoftBody& body) {
  const auto at = m_bodies.find(&body);
  if (at == m_bodies.end()) return;
  if (find(body))
    at->second.left.reset();
  else
    forget(at);
}

void SettingsTable::forget(Bodies::iterator at) {
  const BodyLife life{at->first, at->second.mark};
  for (const BodyLife& other : at->second.notAgainst) {
    const auto partner = m_bodies.find(other.body);
    if (partner != m_bodies.end()) m_disabledPairs -= partner->second.notAgainst.erase(life);
    --m_disabledPairs;
  }
  m_bodies.erase(at);
}

}  // namespace pliant::detail
