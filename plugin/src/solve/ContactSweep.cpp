#include "solve/ContactSweep.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

constexpr int kPushPasses = 8;
constexpr int kStandingPasses = 4;  // over velocities of what is held by contacts on two sides

}  // namespace

void ContactSweep::begin() {
  m_contacts.clear();
  m_onFace.clear();
  m_onEdge.clear();
  m_onVertex.clear();
  m_rigid.clear();
  m_standing.clear();
  m_pushes.clear();
  m_groups.clear();
  m_members.clear();
  beginRange();
}

void ContactSweep::beginRange() {
  m_firstContact = m_contacts.size();
  m_firstOnFace = m_onFace.size();
  m_firstOnEdge = m_onEdge.size();
  m_firstOnVertex = m_onVertex.size();
  m_firstRigid = m_rigid.size();
  m_firstStanding = m_standing.size();
  m_firstPush = m_pushes.size();
  m_firstGroup = m_groups.size();
}

template <std::size_t N>
bool ContactSweep::prepare(const SolveContext& context, const std::array<Index, N>& vertices,
                           const std::array<Real, N>& weights, const Vector3& normal, PackedNodes& nodes,
                           Constraint<N>& constraint) {
  constraint.normal = toLane(normal);
  constraint.slip_t0.setZero();
  constraint.vertex = vertices;
  constraint.weight = weights;
  Real effective = 0;
  for (std::size_t i = 0; i < N; ++i) {
    constraint.particle[i] = nodes.add(context, vertices[i]);
    const Real inverseMass = nodes.inverseMass()[constraint.particle[i]];
    constraint.move[i] = weights[i] * inverseMass;
    constraint.slip_t0 += toLane(context.start(vertices[i])) * weights[i];
    effective += weights[i] * weights[i] * inverseMass;
  }
  constraint.inverse = effective > 0 ? 1 / effective : Real(0);
  constraint.friction = context.friction(context.slotOf(vertices.front()), context.slotOf(vertices.back()));
  return effective > 0 && std::isfinite(constraint.inverse);
}

void ContactSweep::add(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes) {
  if (context.motionOf(contact.vertices[0]) || context.motionOf(contact.vertices[3])) {
    RigidConstraint rigid;
    if (!rigid.prepare(context, contact, impulse, nodes)) return;
    m_rigid.push_back(rigid);
    const auto first = m_standing.begin() + static_cast<std::ptrdiff_t>(m_firstStanding);
    if (!rigid.motion().supports.empty() && std::find(first, m_standing.end(), &rigid.motion()) == m_standing.end())
      m_standing.push_back(&rigid.motion());
    return;
  }
  const bool rigidA = context.isRigid(context.slotOf(contact.vertices[0]));
  if (rigidA || context.isRigid(context.slotOf(contact.vertices[3]))) {
    if (contact.kind == SurfaceContact::Kind::EdgeEdge) return addOnRigid(context, contact, impulse, nodes, m_onEdge);
    if (rigidA) return addOnRigid(context, contact, impulse, nodes, m_onVertex);
    return addOnRigid(context, contact, impulse, nodes, m_onFace);
  }
  Constraint<4> constraint;
  if (!prepare<4>(context, contact.vertices, contact.weights, contact.normal, nodes, constraint)) return;
  aim(context, contact, constraint.target, constraint.recovered);
  constraint.impulse = impulse;
  m_contacts.push_back(constraint);
}

void ContactSweep::aim(const SolveContext& context, const SurfaceContact& contact, Real& target, Real& recovered) {
  const Real missing = std::max(Real(0), contact.contactDistance - contact.distance_t0);
  recovered = context.settings.recovery * missing;
  target = std::min(contact.distance_t0, contact.contactDistance) + recovered;
}

/// N: how many of the vertices are the soft body's.
template <std::size_t N>
void ContactSweep::addOnRigid(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                              PackedNodes& nodes, std::vector<Constraint<N>>& constraints) {
  std::array<Index, N> vertices{};
  std::array<Real, N> weights{};
  Lane end{Real(0), Real(0), Real(0), Real(0)}, start = end;
  std::size_t count = 0;
  for (std::size_t k = 0; k < contact.vertices.size(); ++k) {
    const Index vertex = contact.vertices[k];
    if (!context.isRigid(context.slotOf(vertex))) {
      vertices[count] = vertex;
      weights[count++] = contact.weights[k];
    } else {
      start += toLane(context.start(vertex)) * contact.weights[k];
      end += toLane(context.end(vertex)) * contact.weights[k];
    }
  }
  Constraint<N> constraint;
  if (!prepare<N>(context, vertices, weights, contact.normal, nodes, constraint)) return;
  constraint.fixed = end;
  constraint.slip_t0 += start;
  constraint.friction = context.friction(context.slotOf(contact.vertices[0]), context.slotOf(contact.vertices[3]));
  aim(context, contact, constraint.target, constraint.recovered);
  constraint.impulse = impulse;
  constraints.push_back(constraint);
}

void ContactSweep::add(const SolveContext& context, const PushOuts& pushes, std::size_t place, PackedNodes& nodes) {
  if (place >= pushes.points.size()) {
    GroupConstraint group;
    if (group.prepare(context, pushes, pushes.groups[place - pushes.points.size()], nodes, m_members))
      m_groups.push_back(group);
    return;
  }
  const PushOut& push = pushes.points[place];
  Constraint<5> constraint;
  if (!prepare<5>(context, push.vertices, push.weights, push.normal, nodes, constraint)) return;
  constraint.recovered = push.distance;
  constraint.target = dot(constraint.normal, constraint.slip_t0) + constraint.recovered;
  m_pushes.push_back(constraint);
}

template <std::size_t N>
void ContactSweep::solve(Constraint<N>& c, Lane* x) {
  Lane r = c.fixed;
  for (std::size_t i = 0; i < N; ++i) r += x[c.particle[i]] * c.weight[i];
  const Real missing = c.target - dot(c.normal, r);
  Lane impulse{Real(0), Real(0), Real(0), Real(0)};
  if (missing > 0) {
    const Real lambda = missing * c.inverse;
    c.pushed += lambda;
    impulse = c.normal * lambda;
  } else if (c.pushed <= 0 || c.friction <= 0) {
    return;
  }
  if (c.friction > 0) {
    const Lane moved = r - c.slip_t0;
    const Lane slip = moved - c.normal * dot(c.normal, moved);
    Lane held = c.slid - slip * c.inverse;
    const Real limit = c.friction * c.pushed;
    const Real squared = dot(held, held);
    if (squared > limit * limit) held *= limit / std::sqrt(squared);
    impulse += held - c.slid;
    c.slid = held;
  }
  for (std::size_t i = 0; i < N; ++i) x[c.particle[i]] += impulse * c.move[i];
}

void ContactSweep::sweep(Lane* x, int count) {
  for (int k = 0; k < count; ++k) {
    for (std::size_t i = m_firstContact; i < m_contacts.size(); ++i) solve(m_contacts[i], x);
    for (std::size_t i = m_firstOnFace; i < m_onFace.size(); ++i) solve(m_onFace[i], x);
    for (std::size_t i = m_firstOnVertex; i < m_onVertex.size(); ++i) solve(m_onVertex[i], x);
    // Last: on fine meshes, where there are many, they hold what is settled above only if they come after it.
    for (std::size_t i = m_firstOnEdge; i < m_onEdge.size(); ++i) solve(m_onEdge[i], x);
    for (std::size_t i = m_firstRigid; i < m_rigid.size(); ++i) {
      m_rigid[i].solve(x);
      // At once: a light body would else yield to one contact after the other.
      holdUp(m_rigid[i].motion(), m_rigid[i].motion().supports);
    }
    for (std::size_t i = m_firstPush; i < m_pushes.size(); ++i) solve(m_pushes[i], x);
    for (std::size_t i = m_firstGroup; i < m_groups.size(); ++i) m_groups[i].solve(m_members, x);
    for (std::size_t i = m_firstStanding; i < m_standing.size(); ++i) settle(*m_standing[i]);
  }
}

template <std::size_t N>
void ContactSweep::removeRecoveryVelocity(const SolveContext& context, Constraint<N>& c) {
  if (c.pushed <= 0 || c.recovered <= 0) return;
  Lane velocity{Real(0), Real(0), Real(0), Real(0)};
  Real perStep = 0;
  for (std::size_t i = 0; i < N; ++i) {
    if (!context.moves(context.slotOf(c.vertex[i]))) continue;
    velocity += toLane(context.nodeOfVertex[c.vertex[i]]->m_v) * c.weight[i];
    perStep = std::max(perStep, Real(context.bodies[context.slotOf(c.vertex[i])]->m_sst.isdt));
  }
  const Real excess = std::clamp(c.taken + dot(c.normal, velocity), Real(0), c.recovered * perStep) - c.taken;
  if (!(excess > 0 || excess < 0)) return;
  c.taken += excess;
  const Lane impulse = c.normal * (-excess * c.inverse);
  for (std::size_t i = 0; i < N; ++i) {
    if (c.move[i] != 0) context.nodeOfVertex[c.vertex[i]]->m_v += toBullet(impulse * c.move[i]);
  }
}

void ContactSweep::removeRecoveryVelocity(const SolveContext& context) {
  for (auto& contact : m_contacts) removeRecoveryVelocity(context, contact);
  for (auto& contact : m_onFace) removeRecoveryVelocity(context, contact);
  for (auto& contact : m_onVertex) removeRecoveryVelocity(context, contact);
  for (auto& contact : m_onEdge) removeRecoveryVelocity(context, contact);
  for (RigidMotion* motion : m_standing) noteLeaving(*motion, motion->supports);
  for (int k = m_standing.empty() ? 1 : kStandingPasses; k > 0; --k) {
    for (auto& contact : m_rigid) {
      contact.removeRecoveryVelocity(context);
      holdDown(contact.motion(), contact.motion().supports);
    }
  }
  // Bodies that overlap several others are in several pushes, and what one of them takes is missing to the next.
  for (int k = 0; k < kPushPasses; ++k) {
    for (auto& push : m_pushes) removeRecoveryVelocity(context, push);
    for (auto& group : m_groups) group.removeRecoveryVelocity(context, m_members);
  }
}

void ContactSweep::report(std::span<ContactImpulse> impulses) const {
  const auto reportAll = [&](const auto& constraints) {
    for (const auto& contact : constraints) {
      impulses[contact.impulse].normal += contact.pushed;
      impulses[contact.impulse].friction += contact.slid.template head<3>().matrix();
    }
  };
  reportAll(m_contacts);
  reportAll(m_onFace);
  reportAll(m_onEdge);
  reportAll(m_onVertex);
  for (const auto& contact : m_rigid) contact.report(impulses);
}

}  // namespace pliant::detail
