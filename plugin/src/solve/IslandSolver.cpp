#include "solve/IslandSolver.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/forEachBody.h"
#include "core/pairKey.h"
#include "solve/BodySequence.h"

namespace pliant::detail {
namespace {

/// Iterations of a body without contacts up to which packing its nodes takes longer than it saves.
constexpr int kFewIterations = 4;

}  // namespace

void IslandSolver::begin(const SolveContext& context) {
  m_contacts.begin();
  m_volumes.begin();
  m_links.resize(context.bodies.size());
  m_memberOf.resize(context.bodies.size());
  if (m_guard.revision() != context.set.revision()) m_guard.build(context.set);
}

void IslandSolver::solve(const SolveContext& context, const StepConstraints& constraints, std::span<const Index> bodies,
                         std::span<const Index> order, SolveReport& report, Lap& lap) {
  add(context, constraints, bodies, order);
  lap.addTo(report.responseMs);
  iterate(context, constraints, report, lap);
  m_planes.give(context.bodies[bodies.front()]->m_sst.isdt);
  forEachBody(context, [&](Index index) {
    btSoftBody& body = *context.bodies[index];
    m_nodes.scatterBody(m_nodes.firstOf(index), static_cast<Index>(body.m_nodes.size()));
    if (m_members[m_memberOf[index]].iterations() > 0) takeVelocities(body);
    solveDrift(body, m_driftScratch);
  });
  const auto drifts = [&](Index index) { return context.bodies[index]->m_cfg.diterations > 0; };
  if (std::ranges::any_of(m_inOrder, drifts)) m_nodes.gather();
  context.forEachMotion([](RigidMotion& motion) { motion.takeVelocity(); });
  lap.addTo(report.solveMs);
  recover(context);
  applyStaticFriction(context, constraints);
  lap.addTo(report.responseMs);
}

void IslandSolver::solveAlone(const SolveContext& context, std::span<const Index> bodies) {
  m_packed.clear();
  m_isPacked.assign(context.bodies.size(), 0);
  for (const Index index : bodies) {
    const btSoftBody& body = *context.bodies[index];
    if (isLeftToBullet(body) || (body.m_cfg.piterations <= kFewIterations && !context.hasSeams(index))) continue;
    m_isPacked[index] = 1;
    m_packed.push_back(index);
  }
  readBodies(context, bodies, m_packed);
  forEachBody(context, [&](Index index) {
    btSoftBody& body = *context.bodies[index];
    if (isLeftToBullet(body)) return body.solveConstraints();
    const int iterations = body.m_cfg.piterations;
    const auto timeOf = [&](int i) { return btScalar(i) / btScalar(iterations); };
    if (m_isPacked[index]) {
      const Index first = m_nodes.firstOf(index);
      for (int i = 0; i < iterations; ++i) pliant::detail::iterate(body, timeOf(i), m_links[index], m_nodes, first);
      m_nodes.scatterBody(first, static_cast<Index>(body.m_nodes.size()));
    } else {
      for (int i = 0; i < iterations; ++i) pliant::detail::iterate(body, timeOf(i));
    }
    if (iterations > 0) takeVelocities(body);
    solveDrift(body, m_driftScratch);
  });
}

/// Divides the bodies in m_apart and m_inOrder. Packs the nodes and the links of `packed`, some of them.
void IslandSolver::readBodies(const SolveContext& context, std::span<const Index> bodies,
                              std::span<const Index> packed) {
  m_nodes.clear();
  m_apart.clear();
  m_inOrder.clear();
  m_apartSize = 0;
  m_nodes.addBodies(context, packed);
  for (const Index index : bodies) {
    const btSoftBody& body = *context.bodies[index];
    if (reachesOthers(body)) {
      m_inOrder.push_back(index);
      continue;
    }
    m_apart.push_back(index);
    m_apartSize += static_cast<std::size_t>(body.m_links.size());
  }
  if (context.settings.contactsOnly) return;
  pliant::detail::forEachBody(context.workers, packed.size(), m_apartSize, [&](std::size_t i) {
    m_links[packed[i]].read(*context.bodies[packed[i]], &m_nodes, m_nodes.firstOf(packed[i]));
  });
}

/// Calls work(body index) for each body: on all threads for m_apart, then in order for m_inOrder. A rigid body that
/// several bodies push so gets their impulses in the same order for any number of threads.
template <typename Work>
void IslandSolver::forEachBody(const SolveContext& context, const Work& work) const {
  pliant::detail::forEachBody(context.workers, m_apart.size(), m_apartSize, [&](std::size_t i) { work(m_apart[i]); });
  for (const Index index : m_inOrder) work(index);
}

void IslandSolver::add(const SolveContext& context, const StepConstraints& constraints, std::span<const Index> bodies,
                       std::span<const Index> order) {
  m_members.clear();
  for (const Index index : bodies) {
    m_memberOf[index] = static_cast<Index>(m_members.size());
    m_members.push_back({index, std::max(0, context.bodies[index]->m_cfg.piterations)});
  }
  readBodies(context, bodies, bodies);
  m_contacts.beginRange();
  m_volumes.beginRange();
  m_planes.begin();
  if (context.settings.contactsOnly)
    for (const Index index : bodies) m_planes.add(context, index, m_nodes);
  const std::size_t firstPush = constraints.contacts.size(), firstVolume = firstPush + constraints.separations.size();
  // The order ascends.
  const auto ofContacts = static_cast<std::size_t>(std::ranges::lower_bound(order, firstPush) - order.begin());
  m_contacts.add(context, constraints.contacts, order.first(ofContacts), m_nodes);
  for (const Index k : order.subspan(ofContacts)) {
    if (k < firstVolume) {
      m_contacts.add(context, constraints.separations, k - firstPush, m_nodes);
    } else {
      m_volumes.add(context, constraints.volumes, static_cast<Index>(k - firstVolume), m_nodes);
    }
  }
}

void IslandSolver::iterate(const SolveContext& context, const StepConstraints& constraints, SolveReport& report,
                           Lap& lap) {
  int done = 0, last = 0;
  const auto findLast = [&] {
    last = 1;  // at least 1: bodies without iterations are tested for pressure, too
    for (const Member& member : m_members) last = std::max(last, member.iterations());
  };
  bool joined = false;
  const bool guards = context.settings.inversionFloor > 0;
  // A body in m_inOrder may move nodes of others, which are guarded after it.
  const bool guardsAtOnce = guards && m_inOrder.empty();
  for (findLast(); done < last; ++done) {
    const bool all = done == 0 || joined || done == last / 2 || done + 1 == last;
    if (all)
      for (Member& member : m_members)
        member.guarded = guards && member.pressed &&
                         (!context.settings.guarded || context.settings.guarded(*context.bodies[member.bodyIndex]));
    forEachBody(context, [&](Index index) {
      const Member& member = m_members[m_memberOf[index]];
      const int iterations = member.iterations();
      if (done < iterations && !context.settings.contactsOnly) {
        const btScalar time = btScalar(done) / btScalar(iterations);
        pliant::detail::iterate(*context.bodies[index], time, m_links[index], m_nodes, m_nodes.firstOf(index));
      }
      if (guardsAtOnce) guardVolumes(context, member, all);
    });
    if (guards && !guardsAtOnce)
      pliant::detail::forEachBody(context.workers, m_members.size(), m_apartSize,
                                  [&](std::size_t i) { guardVolumes(context, m_members[i], all); });
    lap.addTo(report.solveMs);
    sweep(context);
    joined = findPressed(context, constraints);
    if (joined) {
      countIterations(context, constraints);
      findLast();
    }
    lap.addTo(report.responseMs);
  }
  for (int k = context.settings.finalPasses; k > 0; --k) {
    if (context.settings.inversionFromStart)
      for (const Member& member : m_members) guardVolumes(context, member, false);
    sweep(context);
  }
  report.iterations = std::max(report.iterations, last);
  for (const Member& member : m_members) report.pressedBodies += member.pressed;
}

/// Runs one pass over all constraints between bodies.
void IslandSolver::sweep(const SolveContext& context) {
  m_planes.sweep(m_nodes, [this](Index body) { return m_members[m_memberOf[body]].pressed; });
  m_volumes.sweep(m_nodes.x());
  m_contacts.sweep(m_nodes, 1, context.workers);
}

void IslandSolver::guardVolumes(const SolveContext& context, const Member& member, bool all) {
  if (!member.guarded) return;
  if (all)
    m_guard.scan(context, member.bodyIndex, m_nodes);
  else
    m_guard.revisit(member.bodyIndex, m_nodes);
}

/// Calls visit(bodyA, bodyB) for the constraints of the island that have an impulse.
template <typename Visit>
void IslandSolver::forEachPushing(const SolveContext& context, const StepConstraints& constraints,
                                  Visit&& visit) const {
  m_contacts.forEachPushed([&](const PushedContact& pushed) {
    const auto& vertices = constraints.contacts[pushed.impulse].vertices;
    visit(context.bodyOf(vertices[0]), context.bodyOf(vertices[3]));
  });
  m_volumes.forEachPushed([&](Index k) {
    const VolumeRegion& region = constraints.volumes.regions[k];
    visit(region.bodyA, region.bodyB);
  });
}

/// Returns true if a body has become pressed.
bool IslandSolver::findPressed(const SolveContext& context, const StepConstraints& constraints) {
  if (std::ranges::all_of(m_members, &Member::pressed)) return false;
  // Most calls find none, so all threads look whether there is any.
  std::atomic<bool> any = false;
  const auto look = [&](Index index) {
    if (context.moves(index) && !m_members[m_memberOf[index]].pressed) any.store(true, std::memory_order_relaxed);
  };
  m_contacts.forEachPushedAtOnce(context.workers, [&](const PushedContact& pushed) {
    if (any.load(std::memory_order_relaxed)) return;
    const auto& vertices = constraints.contacts[pushed.impulse].vertices;
    look(context.bodyOf(vertices[0]));
    look(context.bodyOf(vertices[3]));
  });
  m_volumes.forEachPushed([&](Index k) {
    look(constraints.volumes.regions[k].bodyA);
    look(constraints.volumes.regions[k].bodyB);
  });
  if (!any) return false;
  bool joined = false;
  forEachPushing(context, constraints, [&](Index bodyA, Index bodyB) {
    for (const Index index : {bodyA, bodyB}) {
      if (!context.moves(index)) continue;
      Member& member = m_members[m_memberOf[index]];
      joined = joined || !member.pressed;
      member.pressed = true;
    }
  });
  return joined;
}

void IslandSolver::countIterations(const SolveContext& context, const StepConstraints& constraints) {
  const SolveSettings& settings = context.settings;
  m_groups.reset(m_members.size());
  m_rigidLoads.clear();
  m_loadPaths.begin(context);
  for (const Member& member : m_members)
    if (member.pressed) m_loadPaths.addBody(context, member.bodyIndex, m_nodes);
  forEachPushing(context, constraints, [&](Index bodyA, Index bodyB) {
    m_loadPaths.addPair(context, bodyA, bodyB);
    if (context.moves(bodyA) && context.moves(bodyB)) m_groups.unite(m_memberOf[bodyA], m_memberOf[bodyB]);
    for (const auto& [rigid, soft] : {std::array{bodyA, bodyB}, std::array{bodyB, bodyA}}) {
      if (!context.isRigid(rigid) || !context.rigid[rigid]->motion || !context.moves(soft)) continue;
      const std::array load{context.rigid[rigid]->motion->bodyIndex, m_memberOf[soft]};
      if (m_rigidLoads.empty() || m_rigidLoads.back() != load) m_rigidLoads.push_back(load);
    }
  });
  if (settings.contactsOnly) {
    for (Member& member : m_members) member.iterationsPressed = member.iterationsAlone;
    return;
  }
  m_loadPaths.measure();
  for (auto& [rigid, member] : m_rigidLoads) member = m_groups.find(member);
  makeSet(m_rigidLoads);
  for (Index root = 0; root < m_members.size(); ++root) {
    if (!m_members[root].pressed || m_groups.find(root) != root) continue;
    m_group.clear();
    int largest = 0, nodeCount = 0, path = 0;
    for (Index i = root; i < m_members.size(); ++i) {
      if (m_groups.find(i) != root) continue;
      const Index index = m_members[i].bodyIndex;
      m_group.push_back(index);
      largest = std::max(largest, m_members[i].iterationsAlone);
      nodeCount += context.bodies[index]->m_nodes.size();
      path = std::max(path, m_loadPaths.length(index));
    }
    Real factor =
        std::clamp(settings.iterationFactor * static_cast<Real>(nodeCount) / static_cast<Real>(settings.smallGroup),
                   settings.iterationFactor, settings.largestIterationFactor);
    factor = std::max(factor,
                      std::min(settings.iterationFactorPerBody * static_cast<Real>(path), settings.largestPathFactor));
    factor =
        std::max(factor, std::min(settings.iterationFactorPerLoad * loadOf(context, root), settings.largestLoadFactor));
    const Real most = settings.largestPathFactor * static_cast<Real>(largest);
    const Real byWeight = path > 0 ? std::min(forWeight(context, m_group), most) : Real(0);
    const int count =
        std::max({1, static_cast<int>(factor * static_cast<Real>(largest)), static_cast<int>(std::ceil(byWeight))});
    for (const Index index : m_group) m_members[m_memberOf[index]].iterationsPressed = count;
  }
}

/// Returns the mass that only the held bodies of the group carry, divided by the free mass of these bodies. Held:
/// pinned or anchored.
Real IslandSolver::loadOf(const SolveContext& context, Index root) const {
  btScalar held = 0, load = 0;
  for (const auto& [rigid, group] : m_rigidLoads)
    if (group == root && m_loadPaths.length(rigid) > 1)
      load += static_cast<btScalar>(context.rigid[rigid]->motion->mass);
  for (const Index index : m_group) {
    const btSoftBody& body = *context.bodies[index];
    btScalar mass = 0;
    bool isHeld = body.m_anchors.size() > 0;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      const btScalar inverse = body.m_nodes[i].m_im;
      if (inverse > 0)
        mass += 1 / inverse;
      else
        isHeld = true;
    }
    if (isHeld)
      held += mass;
    else if (m_loadPaths.length(index) > 1)
      load += mass;
  }
  return held > 0 ? static_cast<Real>(load / held) : Real(0);
}

/// Returns the number of iterations that bear the solids' own weight. In a step gravity moves each node by g·dt². A
/// link that carries all nodes above it must take back the sum of their motions, and one iteration moves a node by half
/// the link's compression.
Real IslandSolver::forWeight(const SolveContext& context, std::span<const Index> bodies) const {
  Real most = 0;
  for (const Index index : bodies) {
    const btSoftBody& body = *context.bodies[index];
    const Real square = m_links[index].meanSquare();
    const btVector3& gravity = body.m_worldInfo->m_gravity;
    if (context.set.tetrahedra(index).size() == 0 || !(square > 0) || !(gravity.length2() > 0)) continue;
    const Lane down = toLane(gravity);
    const Lane* const x = m_nodes.x() + m_nodes.firstOf(index);
    Real low = dot(down, x[0]), high = low;
    for (int i = 1; i < body.m_nodes.size(); ++i) {
      low = std::min(low, dot(down, x[i]));
      high = std::max(high, dot(down, x[i]));
    }
    const Real fall = (high - low) * body.m_sst.sdt * body.m_sst.sdt;  // height × g·dt²
    most = std::max(most, 2 * fall / (square * context.settings.largestCompression));
  }
  return most;
}

/// Restores missing distance without velocity, so with the contacts alone: velocities would lack the motion by other
/// constraints.
void IslandSolver::recover(const SolveContext& context) {
  const bool contacts = m_contacts.recover(m_nodes, context.workers), volumes = m_volumes.recover(m_nodes);
  if (!contacts && !volumes) return;
  for (int k = context.settings.recoveryPasses; k > 0; --k) sweep(context);
  context.forEachMotion([](RigidMotion& motion) { motion.skipVelocity(); });
  forEachBody(context, [&](Index index) {
    m_nodes.scatterBody(m_nodes.firstOf(index), static_cast<Index>(context.bodies[index]->m_nodes.size()));
  });
}

void IslandSolver::applyStaticFriction(const SolveContext& context, const StepConstraints& constraints) {
  m_pressed.clear();
  m_pressedOf.resize(m_members.size());
  for (Index i = 0; i < m_members.size(); ++i) {
    if (!m_members[i].pressed) continue;
    // The root of a group is its first member.
    m_pressedOf[i] = static_cast<Index>(m_pressed.size());
    m_pressed.push_back({m_members[i].bodyIndex, m_pressedOf[m_groups.find(i)]});
  }
  if (!m_pressed.empty()) m_staticFriction.apply(context, m_pressed, constraints.contacts, m_contacts);
}

void IslandSolver::report(std::span<ContactImpulse> impulses, std::span<ContactImpulse> volumeImpulses,
                          Workers* workers) const {
  m_contacts.report(impulses, workers);
  m_volumes.report(volumeImpulses);
}

}  // namespace pliant::detail
