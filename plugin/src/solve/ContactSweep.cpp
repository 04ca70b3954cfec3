#include "solve/ContactSweep.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {

void ContactSweep::begin(const SolveContext& context) {
  for (const Index vertex : m_vertices) {
    if (vertex < m_particleOf.size()) m_particleOf[vertex] = kNoIndex;
  }
  m_particleOf.resize(context.nodeOfVertex.size(), kNoIndex);
  m_contacts.clear();
  m_pushes.clear();
  m_x.clear();
  m_nodes.clear();
  m_vertices.clear();
  beginRange();
}

void ContactSweep::beginRange() {
  m_rangeContacts = static_cast<Index>(m_contacts.size());
  m_rangePushes = static_cast<Index>(m_pushes.size());
  m_rangeParticles = static_cast<Index>(m_x.size());
}

ContactSweep::Range ContactSweep::endRange() const {
  Range range = all();
  range.contacts[0] = m_rangeContacts;
  range.pushes[0] = m_rangePushes;
  range.particles[0] = m_rangeParticles;
  return range;
}

ContactSweep::Range ContactSweep::all() const {
  Range range;
  range.contacts[1] = static_cast<Index>(m_contacts.size());
  range.pushes[1] = static_cast<Index>(m_pushes.size());
  range.particles[1] = static_cast<Index>(m_x.size());
  return range;
}

Index ContactSweep::particle(const SolveContext& context, Index vertex) {
  Index& entry = m_particleOf[vertex];
  if (entry == kNoIndex) {
    entry = static_cast<Index>(m_x.size());
    btSoftBody::Node* const node = context.nodeOfVertex[vertex];
    m_x.push_back(toLane(node->m_x));
    m_nodes.push_back(context.moves(context.slotOf(vertex)) ? node : nullptr);
    m_vertices.push_back(vertex);
  }
  return entry;
}

template <std::size_t N>
bool ContactSweep::prepare(const SolveContext& context, const std::array<Index, N>& vertices,
                           const std::array<Real, N>& weights, const Vector3& normal, Constraint<N>& constraint) {
  constraint.normal = toLane(normal);
  constraint.slip_t0.setZero();
  Real effective = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const Real inverseMass = context.inverseMass(vertices[i]);
    constraint.particle[i] = particle(context, vertices[i]);
    constraint.weight[i] = weights[i];
    constraint.move[i] = weights[i] * inverseMass;
    constraint.slip_t0 += toLane(context.start(vertices[i])) * weights[i];
    effective += weights[i] * weights[i] * inverseMass;
  }
  constraint.inverse = effective > 0 ? 1 / effective : Real(0);
  constraint.friction = context.friction(context.slotOf(vertices[0]), context.slotOf(vertices[3]));
  return std::isfinite(constraint.inverse) && effective > 0;
}

void ContactSweep::add(const SolveContext& context, const SurfaceContact& contact, Index impulse) {
  Constraint<4> constraint;
  if (!prepare<4>(context, contact.vertices, contact.weights, contact.normal, constraint)) return;
  const Real missing = std::max(Real(0), contact.contactDistance - contact.distance_t0);
  constraint.recovered = context.settings.recovery * missing;
  constraint.target = std::min(contact.distance_t0, contact.contactDistance) + constraint.recovered;
  constraint.impulse = impulse;
  m_contacts.push_back(constraint);
}

void ContactSweep::add(const SolveContext& context, const PushOut& push) {
  Constraint<5> constraint;
  if (!prepare<5>(context, push.vertices, push.weights, push.normal, constraint)) return;
  const Real limit = context.settings.pushOutLimit * push.contactDistance;
  constraint.recovered = std::min(push.depth + push.contactDistance, limit);
  constraint.target = dot(constraint.normal, constraint.slip_t0) + constraint.recovered;
  m_pushes.push_back(constraint);
}

void ContactSweep::gather(const Range& range) {
  for (Index i = range.particles[0]; i < range.particles[1]; ++i) {
    if (m_nodes[i] != nullptr) m_x[i] = toLane(m_nodes[i]->m_x);
  }
}

void ContactSweep::scatter(const Range& range) const {
  for (Index i = range.particles[0]; i < range.particles[1]; ++i) {
    if (m_nodes[i] != nullptr) m_nodes[i]->m_x = toBullet(m_x[i]);
  }
}

template <std::size_t N>
void ContactSweep::solve(Constraint<N>& c) {
  Lane r = m_x[c.particle[0]] * c.weight[0];
  for (std::size_t i = 1; i < N; ++i) r += m_x[c.particle[i]] * c.weight[i];
  const Real missing = c.target - dot(c.normal, r);
  Lane impulse{Real(0), Real(0), Real(0), Real(0)};
  const Real lambda = missing > 0 ? missing * c.inverse : Real(0);
  if (lambda > 0) {
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
  for (std::size_t i = 0; i < N; ++i) m_x[c.particle[i]] += impulse * c.move[i];
}

void ContactSweep::sweep(const Range& range, int count) {
  for (int k = 0; k < count; ++k) {
    for (Index i = range.contacts[0]; i < range.contacts[1]; ++i) solve(m_contacts[i]);
    for (Index i = range.pushes[0]; i < range.pushes[1]; ++i) solve(m_pushes[i]);
  }
}

template <std::size_t N>
void ContactSweep::removeRecoveryVelocity(const SolveContext& context, const Constraint<N>& c) const {
  if (c.pushed <= 0 || c.recovered <= 0) return;
  Lane velocity{Real(0), Real(0), Real(0), Real(0)};
  Real perStep = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const btSoftBody::Node* node = m_nodes[c.particle[i]];
    if (node == nullptr) continue;
    velocity += toLane(node->m_v) * c.weight[i];
    perStep = std::max(perStep, Real(context.bodies[context.slotOf(m_vertices[c.particle[i]])]->m_sst.isdt));
  }
  const Real excess = std::min(dot(c.normal, velocity), c.recovered * perStep);
  if (!(excess > 0)) return;
  const Lane impulse = c.normal * (-excess * c.inverse);
  for (std::size_t i = 0; i < N; ++i) {
    if (btSoftBody::Node* node = m_nodes[c.particle[i]]) node->m_v += toBullet(impulse * c.move[i]);
  }
}

void ContactSweep::removeRecoveryVelocity(const SolveContext& context) const {
  for (const auto& contact : m_contacts) removeRecoveryVelocity(context, contact);
  for (const auto& push : m_pushes) removeRecoveryVelocity(context, push);
}

void ContactSweep::report(std::span<Real> impulses) const {
  for (const auto& contact : m_contacts) impulses[contact.impulse] += contact.pushed;
}

}  // namespace pliant::detail
