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
    Index& first = m_firstAt[context.rigid[rigid]->motion->bodyIndex];
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
    join(context.bodyOf(contact.vertices[0]), context.bodyOf(contact.vertices[3]));
  }
  for (const SeparationConstraint& push : separations.points) {
    for (const Index vertex : push.vertices) join(context.bodyOf(push.vertices[0]), context.bodyOf(vertex));
  }
  for (const RigidSeparation& push : separations.wholes) {
    join(context.bodyOf(separations.vertices[push.begin]), context.bodyOf(separations.vertices[push.middle]));
  }
  for (const VolumeRegion& volume : constraints.volumes.regions) join(volume.bodyA, volume.bodyB);
  // Bullet's own solver does not support seams.
  if (context.seams.any())
    for (Index body = 0; body < count; ++body)
      m_touched[body] = m_touched[body] || (context.moves(body) && context.hasSeams(body));

  // Islands are numbered by their first body.
  m_count = 0;
  m_island.assign(count, kNoIndex);
  for (Index body = 0; body < count; ++body) {
    if (!m_touched[body]) continue;
    const Index root = m_sets.find(body);
    m_island[body] = root == body ? m_count++ : m_island[root];
  }
  m_bodies.reserve(count);
  m_bodies.build(count, m_count, [this](std::size_t body) { return m_island[body]; });
}

}  // namespace pliant::detail
