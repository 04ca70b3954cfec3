#include "solve/ContactConstraints.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/makeRoom.h"
#include "solve/leverage.h"

namespace pliant::detail {

/// Number of contacts from which they are sorted by colours.
constexpr std::size_t kManyContacts = 4096;

template <typename Visit>
void ContactConstraints::forEachList(Visit&& visit) {
  visit(m_contacts);
  visit(m_onFace);
  visit(m_onVertex);
  visit(m_onEdge);
  visit(m_rigid);
  visit(m_standing);
  visit(m_pushes);
  visit(m_centres);
}

void ContactConstraints::begin() {
  forEachList([](auto& list) { list.clear(); });
  m_members.clear();
}

void ContactConstraints::beginRange() {
  forEachList([](auto& list) { list.beginRange(); });
  m_coloured = false;
}

/// Measures of how the vertices of a constraint move.
struct ContactConstraints::Lever {
  Real effective = 0;  ///< Σ w²·im
  Real largest = 0;    ///< largest w·im

  template <std::size_t N>
  Lever(const PackedNodes& nodes, const std::array<Index, N>& particles, const std::array<Real, N>& weights) {
    for (std::size_t i = 0; i < N; ++i) {
      const Real inverseMass = nodes.inverseMass()[particles[i]];
      effective += weights[i] * weights[i] * inverseMass;
      largest = std::max(largest, std::abs(weights[i] * inverseMass));
    }
  }
  /// To separate both elements by d, some vertex would move farther than d.
  bool isShort() const { return largest > effective; }
  Real inverse() const { return effective > 0 ? 1 / std::max(effective, largest) : Real(0); }
  bool isUsable() const { return effective > 0 && std::isfinite(inverse()); }
};

/// The nodes must have the vertices. Returns false if the constraint moves nothing.
template <std::size_t N>
bool ContactConstraints::prepare(const SolveContext& context, const std::array<Index, N>& vertices,
                                 const std::array<Real, N>& weights, const Vector3& normal, const PackedNodes& nodes,
                                 Constraint<N>& constraint) {
  constraint.normal = toLane(normal);
  constraint.slip_t0.setZero();
  constraint.weight = weights;
  for (std::size_t i = 0; i < N; ++i) {
    constraint.particle[i] = nodes.find(vertices[i]);
    constraint.move[i] = weights[i] * nodes.inverseMass()[constraint.particle[i]];
    constraint.slip_t0 += toLane(context.start(vertices[i])) * weights[i];
  }
  const Lever lever(nodes, constraint.particle, weights);
  constraint.shortLever = lever.isShort();
  constraint.inverse = lever.inverse();
  constraint.friction = context.friction(context.bodyOf(vertices.front()), context.bodyOf(vertices.back()));
  return lever.isUsable();
}

ContactConstraints::Planned ContactConstraints::plan(const SolveContext& context, const SurfaceContact& contact,
                                                     Index number, const PackedNodes& nodes) {
  Planned planned{{}, number, Plan::Solve};
  if (context.isRigid(context.bodyOf(contact.vertices[0])) || context.isRigid(context.bodyOf(contact.vertices[3]))) {
    planned.plan = Plan::WithRigid;
    return planned;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    planned.particle[i] = nodes.find(contact.vertices[i]);
    if (planned.particle[i] != kNoIndex) continue;
    planned.plan = Plan::AddNodes;
    return planned;
  }
  const bool lever = hasLever(contact, [&](std::size_t i) {
    return nodes.inverseMass()[planned.particle[i]] > 0 && !context.seams.isFollower(contact.vertices[i]);
  });
  if (!lever || !Lever(nodes, planned.particle, contact.weights).isUsable()) planned.plan = Plan::Drop;
  return planned;
}

void ContactConstraints::add(const SolveContext& context, std::span<const SurfaceContact> contacts,
                             std::span<const Index> numbers, PackedNodes& nodes) {
  makeRoom(m_planned, numbers.size());
  m_planned.resize(numbers.size());
  forChunks(context.workers, numbers.size(), kContactsPerChunk,
            [&](std::size_t i) { m_planned[i] = plan(context, contacts[numbers[i]], numbers[i], nodes); });
  std::size_t count = 0;
  for (Planned planned : m_planned) {
    const SurfaceContact& contact = contacts[planned.number];
    if (planned.plan == Plan::AddNodes) {
      for (const Index vertex : contact.vertices) nodes.add(context, vertex);
      planned = plan(context, contact, planned.number, nodes);
    }
    if (planned.plan == Plan::WithRigid) add(context, contact, planned.number, nodes);
    if (planned.plan == Plan::Solve) m_planned[count++] = planned;
  }
  m_planned.resize(count);
  m_coloured = count >= kManyContacts;
  if (m_coloured) m_colours.sort(std::span<const Planned>(m_planned), nodes.size());
  const std::span<Constraint<4>> added = m_contacts.grow(count);
  forChunks(context.workers, count, kContactsPerChunk, [&](std::size_t i) {
    const SurfaceContact& contact = contacts[m_planned[i].number];
    Constraint<4> constraint;
    prepare<4>(context, contact, m_planned[i].number, nodes, constraint);
    m_planned[i].plan = constraint.shortLever ? Plan::AllowMotion : Plan::Solve;
    added[m_coloured ? m_colours.places()[i] : i] = constraint;
  });
  for (const Planned& planned : m_planned) {
    if (planned.plan != Plan::AllowMotion) continue;
    const Real farthest = farthestMotion(context, contacts[planned.number]);
    for (const Index particle : planned.particle) nodes.allowMotion(particle, farthest);
  }
}

void ContactConstraints::add(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                             PackedNodes& nodes) {
  if (!hasLever(context, contact)) return;
  if (context.motionOf(contact.vertices[0]) || context.motionOf(contact.vertices[3])) {
    RigidConstraint rigid;
    if (!rigid.prepare(context, contact, impulse, nodes)) return;
    m_rigid.push_back(rigid);
    if (!rigid.motion().supports.empty()) addOnce(m_standing, &rigid.motion());
    return;
  }
  const bool rigidA = context.isRigid(context.bodyOf(contact.vertices[0]));
  if (!rigidA && !context.isRigid(context.bodyOf(contact.vertices[3]))) {
    addContact(context, contact, impulse, nodes, m_contacts);
  } else if (contact.kind == SurfaceContact::Kind::EdgeEdge) {
    addContact(context, contact, impulse, nodes, m_onEdge);
  } else if (rigidA) {
    addContact(context, contact, impulse, nodes, m_onVertex);
  } else {
    addContact(context, contact, impulse, nodes, m_onFace);
  }
}

/// N: number of the contact's vertices that do not belong to a rigid mesh. Returns false if the contact moves nothing.
template <std::size_t N>
bool ContactConstraints::prepare(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                                 const PackedNodes& nodes, Constraint<N>& constraint) {
  std::array<Index, N> vertices{};
  std::array<Real, N> weights{};
  Lane end{Real(0), Real(0), Real(0), Real(0)}, start = end;
  std::size_t count = 0;
  for (std::size_t k = 0; k < contact.vertices.size(); ++k) {
    const Index vertex = contact.vertices[k];
    if (!context.isRigid(context.bodyOf(vertex))) {
      vertices[count] = vertex;
      weights[count++] = contact.weights[k];
    } else {
      start += toLane(context.start(vertex)) * contact.weights[k];
      end += toLane(context.end(vertex)) * contact.weights[k];
    }
  }
  if (!prepare<N>(context, vertices, weights, contact.normal, nodes, constraint)) return false;
  if constexpr (N < 4) constraint.fixed = end;
  constraint.slip_t0 += start;
  constraint.friction = context.friction(context.bodyOf(contact.vertices[0]), context.bodyOf(contact.vertices[3]));
  const ContactAim aim(contact, context.settings);
  constraint.target = aim.target;
  constraint.recovered = aim.recovered;
  constraint.impulse = impulse;
  return true;
}

template <std::size_t N>
void ContactConstraints::addContact(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                                    PackedNodes& nodes, RangedList<Constraint<N>>& constraints) {
  for (const Index vertex : contact.vertices)
    if (!context.isRigid(context.bodyOf(vertex))) nodes.add(context, vertex);
  Constraint<N> constraint;
  if (!prepare<N>(context, contact, impulse, nodes, constraint)) return;
  if (constraint.shortLever) {
    const Real farthest = farthestMotion(context, contact);
    for (const Index particle : constraint.particle) nodes.allowMotion(particle, farthest);
  }
  constraints.push_back(constraint);
}

void ContactConstraints::add(const SolveContext& context, const SeparationConstraints& pushes, std::size_t place,
                             PackedNodes& nodes) {
  if (place >= pushes.points.size()) {
    CentreConstraint centres;
    if (centres.prepare(context, pushes, pushes.wholes[place - pushes.points.size()], nodes, m_members))
      m_centres.push_back(centres);
    return;
  }
  const SeparationConstraint& push = pushes.points[place];
  for (const Index vertex : push.vertices) nodes.add(context, vertex);
  Constraint<5> constraint;
  if (!prepare<5>(context, push.vertices, push.weights, push.normal, nodes, constraint)) return;
  constraint.recovered = push.distance;
  constraint.target = dot(constraint.normal, constraint.slip_t0);
  if (constraint.shortLever)
    for (const Index particle : constraint.particle) nodes.allowMotion(particle, push.distance);
  m_pushes.push_back(constraint);
}

/// Contacts of a colour that are one chunk of work for a thread.
constexpr std::size_t kContactsOfChunk = 64;
/// Largest number of passes over m_centres per pass over all constraints. Bodies in a row must reach their distances
/// together: otherwise contacts would restore the rest and bend the bodies.
constexpr int kGroupPasses = 32;

template <std::size_t N>
Lane ContactConstraints::separation(const Constraint<N>& c, const Lane* x) {
  Lane r{Real(0), Real(0), Real(0), Real(0)};
  if constexpr (N < 4) r = c.fixed;
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
    clampFriction(held, c.friction * (c.pushed + lambda));
    impulse += held - c.slid;
  }
  if (c.shortLever) {
    Real part = 1;
    for (std::size_t i = 0; i < N; ++i) part = std::min(part, nodes.allowedPart(c.particle[i], impulse * c.move[i]));
    lambda *= part;
    impulse *= part;
    held = c.slid + (held - c.slid) * part;
  }
  c.pushed += lambda;
  c.slid = held;
  for (std::size_t i = 0; i < N; ++i) x[c.particle[i]] += impulse * c.move[i];
}

/// Solves the contacts of soft bodies.
void ContactConstraints::sweepContacts(PackedNodes& nodes, Workers* workers) {
  const auto contacts = m_contacts.range();
  std::size_t first = 0;
  const auto solveUpTo = [&](std::size_t last, Workers* all) {
    const auto some = [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = first + begin; i < first + end; ++i) solve(contacts[i], nodes);
    };
    if (all)
      all->forChunks(last - first, kContactsOfChunk, some);
    else
      some(0, 0, last - first);
    first = last;
  };
  if (m_coloured)
    for (const Index last : m_colours.ends()) solveUpTo(last, workers);
  solveUpTo(contacts.size(), nullptr);
}

void ContactConstraints::sweep(PackedNodes& nodes, int count, Workers* workers) {
  for (int k = 0; k < count; ++k) sweepOnce(nodes, workers);
}

void ContactConstraints::sweepOnce(PackedNodes& nodes, Workers* workers) {
  sweepContacts(nodes, workers);
  forEachWithRigidMesh(*this, [&](auto& contact) { solve(contact, nodes); });
  for (RigidConstraint& rigid : m_rigid.range()) {
    rigid.solve(nodes);
    if (rigid.movesSoftAlone()) continue;
    // Immediately: otherwise a light body would yield to one contact after the other.
    holdUp(rigid.motion(), rigid.motion().supports);
  }
  for (auto& push : m_pushes.range()) solve(push, nodes);
  for (int pass = 0; pass < kGroupPasses; ++pass) {
    bool moved = false;
    for (const CentreConstraint& centres : m_centres.range()) moved = centres.solve(m_members, nodes.x()) || moved;
    if (!moved || m_centres.range().size() == 1) break;
  }
  for (RigidMotion* motion : m_standing.range()) settle(*motion);
}

bool ContactConstraints::recover(const PackedNodes& nodes, Workers* workers) {
  std::atomic<bool> any = false;
  const auto recoverOne = [&](auto& constraint) {
    constraint.pushedKeep = constraint.pushed;
    if (!(constraint.recovered > 0)) return;
    constraint.target += constraint.recovered;
    constraint.recovered = 0;
    if (!any.load(std::memory_order_relaxed) &&
        dot(constraint.normal, separation(constraint, nodes.x())) < constraint.target)
      any.store(true, std::memory_order_relaxed);
  };
  const auto contacts = m_contacts.range();
  forChunks(workers, contacts.size(), kContactsPerChunk, [&](std::size_t i) { recoverOne(contacts[i]); });
  forEachWithRigidMesh(*this, recoverOne);
  for (auto& push : m_pushes.range()) recoverOne(push);
  for (RigidConstraint& rigid : m_rigid.range()) any = rigid.recover(nodes.x()) || any;
  for (CentreConstraint& centres : m_centres.range()) any = centres.recover() || any;
  return any;
}

void ContactConstraints::report(std::span<ContactImpulse> impulses, Workers* workers) const {
  const auto reportAll = [&](const auto& constraints) {
    const auto contacts = constraints.all();
    // No two contacts of a list have the same impulse.
    forChunks(workers, contacts.size(), kContactsPerChunk, [&](std::size_t i) {
      const auto& contact = contacts[i];
      impulses[contact.impulse].normal += contact.pushedKeep > 0 ? contact.pushedKeep : contact.pushed;
      impulses[contact.impulse].friction += contact.slid.template head<3>().matrix();
    });
  };
  reportAll(m_contacts);
  reportAll(m_onFace);
  reportAll(m_onEdge);
  reportAll(m_onVertex);
  for (const RigidConstraint& contact : m_rigid.all()) contact.report(impulses);
}

}  // namespace pliant::detail
