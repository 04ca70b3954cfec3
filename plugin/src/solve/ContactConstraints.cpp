#include "solve/ContactConstraints.h"

#include <algorithm>
#include <cmath>

#include "solve/leverage.h"

namespace pliant::detail {

void ContactConstraints::begin() {
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

void ContactConstraints::beginRange() {
  m_firstContact = m_contacts.size();
  m_firstOnFace = m_onFace.size();
  m_firstOnEdge = m_onEdge.size();
  m_firstOnVertex = m_onVertex.size();
  m_firstRigid = m_rigid.size();
  m_firstStanding = m_standing.size();
  m_firstPush = m_pushes.size();
  m_firstGroup = m_groups.size();
}

template <typename Visit>
void ContactConstraints::forEachOfRange(Visit&& visit) {
  const auto visitFrom = [&](auto& constraints, std::size_t first) {
    for (std::size_t i = first; i < constraints.size(); ++i) visit(constraints[i]);
  };
  visitFrom(m_contacts, m_firstContact);
  visitFrom(m_onFace, m_firstOnFace);
  visitFrom(m_onVertex, m_firstOnVertex);
  // Edge contacts come last: fine meshes have many of them, and only in this order do they keep what the contacts above
  // have settled.
  visitFrom(m_onEdge, m_firstOnEdge);
}

template <std::size_t N>
bool ContactConstraints::prepare(const SolveContext& context, const std::array<Index, N>& vertices,
                                 const std::array<Real, N>& weights, const Vector3& normal, PackedNodes& nodes,
                                 Constraint<N>& constraint) {
  constraint.normal = toLane(normal);
  constraint.slip_t0.setZero();
  constraint.vertex = vertices;
  constraint.weight = weights;
  Real effective = 0, largest = 0;
  for (std::size_t i = 0; i < N; ++i) {
    constraint.particle[i] = nodes.add(context, vertices[i]);
    const Real inverseMass = nodes.inverseMass()[constraint.particle[i]];
    constraint.move[i] = weights[i] * inverseMass;
    constraint.slip_t0 += toLane(context.start(vertices[i])) * weights[i];
    effective += weights[i] * weights[i] * inverseMass;
    largest = std::max(largest, std::abs(constraint.move[i]));
  }
  // Short lever: to separate both elements by d, some vertex would move farther than d.
  constraint.shortLever = largest > effective;
  constraint.inverse = effective > 0 ? 1 / std::max(effective, largest) : Real(0);
  constraint.friction = context.friction(context.slotOf(vertices.front()), context.slotOf(vertices.back()));
  return effective > 0 && std::isfinite(constraint.inverse);
}

void ContactConstraints::add(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                             PackedNodes& nodes) {
  if (!hasLever(context, contact)) return;
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
  if (!rigidA && !context.isRigid(context.slotOf(contact.vertices[3]))) {
    addContact(context, contact, impulse, nodes, m_contacts);
  } else if (contact.kind == SurfaceContact::Kind::EdgeEdge) {
    addContact(context, contact, impulse, nodes, m_onEdge);
  } else if (rigidA) {
    addContact(context, contact, impulse, nodes, m_onVertex);
  } else {
    addContact(context, contact, impulse, nodes, m_onFace);
  }
}

/// N: number of the contact's vertices that do not belong to a rigid mesh.
template <std::size_t N>
void ContactConstraints::addContact(const SolveContext& context, const SurfaceContact& contact, Index impulse,
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
  const ContactAim aim(contact, context.settings);
  constraint.target = aim.target;
  constraint.recovered = aim.recovered;
  constraint.impulse = impulse;
  if (constraint.shortLever) {
    const Real reach = reachOf(context, contact);
    for (const Index particle : constraint.particle) nodes.extendReach(particle, reach);
  }
  constraints.push_back(constraint);
}

void ContactConstraints::add(const SolveContext& context, const SeparationConstraints& pushes, std::size_t place,
                             PackedNodes& nodes) {
  if (place >= pushes.points.size()) {
    GroupConstraint group;
    if (group.prepare(context, pushes, pushes.groups[place - pushes.points.size()], nodes, m_members))
      m_groups.push_back(group);
    return;
  }
  const SeparationConstraint& push = pushes.points[place];
  Constraint<5> constraint;
  if (!prepare<5>(context, push.vertices, push.weights, push.normal, nodes, constraint)) return;
  constraint.recovered = push.distance;
  constraint.target = dot(constraint.normal, constraint.slip_t0);
  if (constraint.shortLever)
    for (const Index particle : constraint.particle) nodes.extendReach(particle, push.distance);
  m_pushes.push_back(constraint);
}

/// Largest number of passes over the groups per pass over all constraints. Bodies in a row must reach their distances
/// together: otherwise contacts would restore the rest and bend the bodies.
constexpr int kGroupPasses = 32;

template <std::size_t N>
Lane ContactConstraints::separation(const Constraint<N>& c, const Lane* x) {
  Lane r = c.fixed;
  for (std::size_t i = 0; i < N; ++i) r += x[c.particle[i]] * c.weight[i];
  return r;
}

template <std::size_t N>
void ContactConstraints::solve(Constraint<N>& c, PackedNodes& nodes) {
  Lane* const x = nodes.x();
  const Lane r = separation(c, x);
  const Real missing = c.target - dot(c.normal, r);
  Lane impulse{Real(0), Real(0), Real(0), Real(0)};
  Real lambda = 0;
  if (missing > 0) {
    lambda = missing * c.inverse;
    impulse = c.normal * lambda;
  } else if (c.pushed <= 0 || c.friction <= 0) {
    return;
  }
  Lane held = c.slid;
  if (c.friction > 0) {
    const Lane moved = r - c.slip_t0;
    const Lane slip = moved - c.normal * dot(c.normal, moved);
    held -= slip * c.inverse;
    const Real limit = c.friction * (c.pushed + lambda);
    const Real squared = dot(held, held);
    if (squared > limit * limit) held *= limit / std::sqrt(squared);
    impulse += held - c.slid;
  }
  if (c.shortLever) {
    Real part = 1;
    for (std::size_t i = 0; i < N; ++i)
      part = std::min(part, nodes.partWithinReach(c.particle[i], impulse * c.move[i]));
    lambda *= part;
    impulse *= part;
    held = c.slid + (held - c.slid) * part;
  }
  c.pushed += lambda;
  c.slid = held;
  for (std::size_t i = 0; i < N; ++i) x[c.particle[i]] += impulse * c.move[i];
}

void ContactConstraints::sweep(PackedNodes& nodes, int count) {
  for (int k = 0; k < count; ++k) {
    forEachOfRange([&](auto& contact) { solve(contact, nodes); });
    for (std::size_t i = m_firstRigid; i < m_rigid.size(); ++i) {
      m_rigid[i].solve(nodes);
      if (m_rigid[i].movesSoftAlone()) continue;
      // Immediately: otherwise a light body would yield to one contact after the other.
      holdUp(m_rigid[i].motion(), m_rigid[i].motion().supports);
    }
    for (std::size_t i = m_firstPush; i < m_pushes.size(); ++i) solve(m_pushes[i], nodes);
    for (int pass = 0; pass < kGroupPasses; ++pass) {
      bool moved = false;
      for (std::size_t i = m_firstGroup; i < m_groups.size(); ++i)
        moved = m_groups[i].solve(m_members, nodes.x()) || moved;
      if (!moved || m_groups.size() - m_firstGroup == 1) break;
    }
    for (std::size_t i = m_firstStanding; i < m_standing.size(); ++i) settle(*m_standing[i]);
  }
}

bool ContactConstraints::recover(const PackedNodes& nodes) {
  bool any = false;
  const auto recoverOne = [&](auto& constraint) {
    constraint.pushedKeep = constraint.pushed;
    if (!(constraint.recovered > 0)) return;
    constraint.target += constraint.recovered;
    constraint.recovered = 0;
    any = any || dot(constraint.normal, separation(constraint, nodes.x())) < constraint.target;
  };
  forEachOfRange(recoverOne);
  for (std::size_t i = m_firstPush; i < m_pushes.size(); ++i) recoverOne(m_pushes[i]);
  for (std::size_t i = m_firstRigid; i < m_rigid.size(); ++i) any = m_rigid[i].recover(nodes.x()) || any;
  for (std::size_t i = m_firstGroup; i < m_groups.size(); ++i) any = m_groups[i].recover() || any;
  return any;
}

void ContactConstraints::report(std::span<ContactImpulse> impulses) const {
  const auto reportAll = [&](const auto& constraints) {
    for (const auto& contact : constraints) {
      impulses[contact.impulse].normal += contact.pushedKeep > 0 ? contact.pushedKeep : contact.pushed;
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
