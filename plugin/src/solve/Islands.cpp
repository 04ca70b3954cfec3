#include "solve/Islands.h"

namespace pliant::detail {

void Islands::build(const SolveContext& context, const StepConstraints& constraints) {
  const SeparationConstraints& separations = constraints.separations;
  const Index count = context.set.bodyCount();
  m_sets.reset(count);
  m_touched.assign(count, 0);
  m_firstAt.assign(count, kNoIndex);
  const auto joinRigid = [&](Index soft, Index rigid) {
    if (!context.isRigid(rigid) || !context.rigid[rigid]->motion || !context.moves(soft)) return;
    Index& first = m_firstAt[context.rigid[rigid]->motion->slot];
    if (first == kNoIndex) first = soft;
    m_sets.unite(first, soft);
  };
  const auto join = [&](Index a, Index b) {
    joinRigid(a, b);
    joinRigid(b, a);
    const bool movesA = context.moves(a), movesB = context.moves(b);
    m_touched[a] = m_touched[a] || movesA;
    m_touched[b] = m_touched[b] || movesB;
    if (movesA && movesB) m_sets.unite(a, b);
  };
  for (const SurfaceContact& contact : constraints.contacts) {
    join(context.slotOf(contact.vertices[0]), context.slotOf(contact.vertices[3]));
  }
  for (const SeparationConstraint& push : separations.points) {
    for (const Index vertex : push.vertices) join(context.slotOf(push.vertices[0]), context.slotOf(vertex));
  }
  for (const RigidSeparation& push : separations.groups) {
    join(context.slotOf(separations.vertices[push.begin]), context.slotOf(separations.vertices[push.middle]));
  }
  for (const VolumeRegion& volume : constraints.volumes.regions) join(volume.slotA, volume.slotB);
  // Bullet's own solver does not support seams.
  if (context.seams.any())
    for (Index slot = 0; slot < count; ++slot)
      m_touched[slot] = m_touched[slot] || (context.moves(slot) && context.hasSeams(slot));

  // Counting sort of the bodies by island. Islands are numbered by their first body.
  m_island.assign(count, kNoIndex);
  m_begin.reserve(std::size_t{count} + 1);  // the number of islands varies
  m_begin.assign(1, 0);
  for (Index slot = 0; slot < count; ++slot) {
    if (!m_touched[slot]) continue;
    const Index root = m_sets.find(slot);
    if (root == slot) {
      m_island[slot] = static_cast<Index>(m_begin.size()) - 1;
      m_begin.push_back(0);
    } else {
      m_island[slot] = m_island[root];
    }
    ++m_begin[m_island[slot] + 1];
  }
  for (std::size_t i = 1; i < m_begin.size(); ++i) m_begin[i] += m_begin[i - 1];
  m_slots.resize(m_begin.back());
  for (Index slot = count; slot-- > 0;) {
    if (m_touched[slot]) m_slots[--m_begin[m_island[slot] + 1]] = slot;
  }
  // The fill ran backwards from the ends, so each end now holds its island's beginning.
  for (std::size_t i = 1; i + 1 < m_begin.size(); ++i) m_begin[i] = m_begin[i + 1];
  if (m_begin.size() > 1) m_begin.back() = static_cast<Index>(m_slots.size());
}

}  // namespace pliant::detail
