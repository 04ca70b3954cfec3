#include "solve/LockstepSolver.h"

#include <algorithm>
#include <cmath>

#include "CpuClock.h"
#include "solve/BodySequence.h"
#include "solve/ContactSweep.h"
#include "solve/ImpactZones.h"
#include "solve/InversionGuard.h"
#include "solve/Islands.h"
#include "solve/LoadPaths.h"
#include "solve/VolumeSweep.h"

namespace pliant::detail {
namespace {

constexpr int kVolumePasses = 4;  // over velocities, since a vertex is in several regions

}  // namespace

struct LockstepSolver::Impl {
  /// What is done with a body, by slot.
  enum class Mode : std::uint8_t {
    Still,     ///< not solved
    Stock,     ///< alone: btSoftBody::solveConstraints
    Sequence,  ///< alone, but its parts run one by one, because some of them must come before or after the others
    Lockstep,
  };
  struct Body {
    Mode mode = Mode::Still;
    bool begun = false;       ///< beginSolve is done
    bool velocities = false;  ///< taken; later moves add to them
  };
  struct Moved {
    Index vertex;
    btVector3 from;
  };

  void begin(const SolveContext& context);
  void solveLone(const SolveContext& context, SolveReport& report);
  void solveIsland(const SolveContext& context, Index island, SolveReport& report);
  Real forWeight(const SolveContext& context, std::span<const Index> slots);
  void repair(const SolveContext& context, ContactSource& source, SolveReport& report);
  void finish(const SolveContext& context);
  void check(const SolveContext& context, ContactSource& source, SolveReport& report);

  std::vector<SurfaceContact> contacts, hits;
  PushOuts pushOuts;
  const VolumeRegions* volumes = nullptr;  ///< the source's
  std::vector<ContactImpulse> impulses, volumeImpulses;
  std::vector<Body> bodies;
  std::vector<Moved> moved;                 ///< vertices of bodies with velocities that repairs touch
  std::vector<char> isMoved;                ///< by flat vertex
  std::vector<Index> order, firstOfIsland;  ///< contacts, pushes and volumes by island
  Islands islands;
  LoadPaths loadPaths;
  ContactSweep sweep, repairs;
  VolumeSweep volumeSweep;
  PackedNodes nodes;             ///< of the island, then of the repairs
  std::vector<BodyLinks> links;  ///< by slot
  InversionGuard guard;
  ImpactZones zones;
  btAlignedObjectArray<btVector3> driftScratch;
  CpuLap lap;
};

LockstepSolver::LockstepSolver() : m_impl(std::make_unique<Impl>()) {}
LockstepSolver::~LockstepSolver() = default;

void LockstepSolver::Impl::begin(const SolveContext& context) {
  bodies.assign(context.bodies.size(), {});  // the set counts its bodies at its next update
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    if (!context.moves(slot)) continue;
    btSoftBody& body = *context.bodies[slot];
    const bool parts = body.m_cfg.viterations > 0 || body.m_cfg.diterations > 0 || body.m_clusters.size() > 0;
    bodies[slot].mode = parts ? Mode::Sequence : Mode::Stock;
    // Velocity iterations and clusters move nodes: contacts must be looked for afterwards.
    if (parts) beginSolve(body);
    bodies[slot].begun = parts;
  }
}

void LockstepSolver::Impl::solveLone(const SolveContext& context, SolveReport& report) {
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    Body& state = bodies[slot];
    if (state.mode == Mode::Still || state.mode == Mode::Lockstep) continue;
    btSoftBody& body = *context.bodies[slot];
    ++report.loneBodies;
    state.velocities = true;
    if (state.mode == Mode::Stock) {
      body.solveConstraints();
      continue;
    }
    const int iterations = body.m_cfg.piterations;
    for (int i = 0; i < iterations; ++i) iterate(body, btScalar(i) / btScalar(iterations));
    if (iterations > 0) takeVelocities(body);
    solveDrift(body, driftScratch);
  }
}

/// Iterations that bear the solids' own weight. A step's gravity moves each node by g·dt²; a link that all nodes above
/// bear upon has to take back as much as they moved by together, and an iteration gives half its compression.
Real LockstepSolver::Impl::forWeight(const SolveContext& context, std::span<const Index> slots) {
  Real most = 0;
  for (const Index slot : slots) {
    const btSoftBody& body = *context.bodies[slot];
    const Real square = links[slot].meanSquare();
    const btVector3& gravity = body.m_worldInfo->m_gravity;
    if (context.set.tetrahedra(slot).size() == 0 || !(square > 0) || !(gravity.length2() > 0)) continue;
    const Lane down = toLane(gravity);
    const Lane* const x = nodes.x() + nodes.firstOf(slot);
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

void LockstepSolver::Impl::solveIsland(const SolveContext& context, Index island, SolveReport& report) {
  const auto slots = islands.bodies(island);
  int largest = 0, nodeCount = 0;
  for (const Index slot : slots) {
    if (!bodies[slot].begun) beginSolve(*context.bodies[slot]);
    largest = std::max(largest, context.bodies[slot]->m_cfg.piterations);
    nodeCount += context.bodies[slot]->m_nodes.size();
  }
  const auto begin = order.begin() + firstOfIsland[island], end = order.begin() + firstOfIsland[island + 1];
  const std::size_t firstPush = contacts.size(), firstVolume = firstPush + pushOuts.size();
  const bool overlap = std::any_of(begin, end, [=](Index k) { return k >= firstPush && k < firstVolume; });
  const SolveSettings& settings = context.settings;
  Real factor = settings.iterationFactor;
  if (!overlap) {
    factor = std::clamp(factor * static_cast<Real>(nodeCount) / static_cast<Real>(settings.smallGroup), factor,
                        settings.largestIterationFactor);
  }
  nodes.clear();
  for (const Index slot : slots) {
    nodes.addBody(context, slot);
    links[slot].read(*context.bodies[slot]);
    loadPaths.addBody(context, slot, nodes);
  }
  for (auto k = begin; k != end; ++k) {
    if (*k < firstPush) {
      loadPaths.addPair(context, context.slotOf(contacts[*k].vertices[0]), context.slotOf(contacts[*k].vertices[3]));
    } else if (*k >= firstVolume) {
      const VolumeRegion& region = volumes->regions[*k - firstVolume];
      loadPaths.addPair(context, region.slotA, region.slotB);
    }
  }
  const auto path = static_cast<Real>(loadPaths.longest(slots));
  factor = std::max(factor, std::min(settings.iterationFactorPerBody * path, settings.largestPathFactor));
  const Real most = settings.largestPathFactor * static_cast<Real>(largest);
  const Real byWeight = path > 0 ? std::min(forWeight(context, slots), most) : Real(0);
  const int iterations =
      std::max({1, settings.minIterations, static_cast<int>(std::ceil(factor * static_cast<Real>(largest))),
                static_cast<int>(std::ceil(byWeight))});
  report.iterations = std::max(report.iterations, iterations);
  lap.addTo(report.solveMs);
  sweep.beginRange();
  volumeSweep.beginRange();
  for (Index i = firstOfIsland[island]; i < firstOfIsland[island + 1]; ++i) {
    const Index k = order[i];
    if (k < firstPush) {
      sweep.add(context, contacts[k], k, nodes);
    } else if (k < firstVolume) {
      sweep.add(context, pushOuts, k - firstPush, nodes);
    } else {
      volumeSweep.add(context, *volumes, static_cast<Index>(k - firstVolume), nodes);
    }
  }
  lap.addTo(report.responseMs);
  for (int i = 0; i < iterations; ++i) {
    const btScalar time = btScalar(i) / btScalar(iterations);
    for (const Index slot : slots) {
      iterate(*context.bodies[slot], time, links[slot], nodes, nodes.firstOf(slot));
    }
    lap.addTo(report.solveMs);
    const bool last = i + 1 == iterations;
    if (context.settings.inversionFloor > 0) {
      if (i == 0 || i == iterations / 2 || last) {
        guard.scan(context, slots, nodes);
      } else {
        guard.revisit(context, nodes);
      }
    }
    for (int k = last ? 1 + context.settings.lastSweeps : 1; k > 0; --k) {
      volumeSweep.sweep(nodes.x());
      sweep.sweep(nodes.x());
    }
    lap.addTo(report.responseMs);
  }
  nodes.scatter();
  for (const Index slot : slots) {
    if (context.bodies[slot]->m_cfg.diterations <= 0) continue;
    takeVelocities(*context.bodies[slot]);
    solveDrift(*context.bodies[slot], driftScratch);
    bodies[slot].velocities = true;
  }
  lap.addTo(report.solveMs);
}

void LockstepSolver::Impl::check(const SolveContext& context, ContactSource& source, SolveReport& report) {
  lap.addTo(report.responseMs);
  hits.clear();
  source.check(hits);
  lap.addTo(report.detectMs);
  if (hits.empty()) return;
  ++report.checkRounds;
  report.hits += static_cast<int>(hits.size());
  for (const SurfaceContact& hit : hits) {
    for (const Index vertex : hit.vertices) {
      if (isMoved[vertex] || !bodies[context.slotOf(vertex)].velocities) continue;
      isMoved[vertex] = 1;
      moved.push_back({vertex, context.nodeOfVertex[vertex]->m_x});
    }
  }
}

void LockstepSolver::Impl::repair(const SolveContext& context, ContactSource& source, SolveReport& report) {
  for (const Moved& m : moved) {
    if (m.vertex < isMoved.size()) isMoved[m.vertex] = 0;
  }
  isMoved.resize(context.nodeOfVertex.size(), 0);
  moved.clear();
  repairs.begin();
  nodes.clear();
  check(context, source, report);
  for (int round = 0; round < context.settings.checkRounds && !hits.empty(); ++round) {
    for (const SurfaceContact& hit : hits) {
      repairs.add(context, hit, static_cast<Index>(contacts.size()), nodes);
      contacts.push_back(hit);
    }
    repairs.sweep(nodes.x(), context.settings.repairSweeps);
    nodes.scatter();
    check(context, source, report);
  }
  if (hits.empty()) return;
  zones.begin(context.nodeOfVertex.size());
  for (int round = 0; round < context.settings.zoneRounds && !hits.empty(); ++round) {
    if (!zones.absorb(context, hits)) break;
    check(context, source, report);
  }
  report.zones = zones.zones();
  report.zoneVertices = static_cast<int>(zones.vertices().size());
  report.unresolved = static_cast<int>(hits.size());
}

void LockstepSolver::Impl::finish(const SolveContext& context) {
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    if (bodies[slot].mode == Mode::Lockstep && !bodies[slot].velocities) takeVelocities(*context.bodies[slot]);
  }
  for (const Moved& m : moved) {
    const btSoftBody& body = *context.bodies[context.slotOf(m.vertex)];
    btSoftBody::Node& node = *context.nodeOfVertex[m.vertex];
    node.m_v += (node.m_x - m.from) * (body.m_sst.isdt * (1 - body.m_cfg.kDP));
  }
  for (Index slot = 0; slot < context.rigid.size(); ++slot) {
    RigidMotion* const motion = context.isRigid(slot) ? context.rigid[slot]->motion : nullptr;
    if (!motion || motion->slot != slot) continue;
    motion->velocity += motion->shift * motion->perSecond;
    motion->spin += motion->turn * motion->perSecond;
  }
  if (context.settings.removeRecoveryVelocity) {
    sweep.removeRecoveryVelocity(context);
    repairs.removeRecoveryVelocity(context);
    volumeSweep.removeRecoveryVelocity(context, kVolumePasses);
  }
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    if (bodies[slot].mode == Mode::Lockstep || bodies[slot].mode == Mode::Sequence) endSolve(*context.bodies[slot]);
  }
  impulses.reserve(contacts.capacity());  // so that it grows when they do
  impulses.assign(contacts.size(), {});
  sweep.report(impulses);
  repairs.report(impulses);
  volumeImpulses.reserve(volumes->regions.capacity());
  volumeImpulses.assign(volumes->regions.size(), {});
  volumeSweep.report(volumeImpulses);
}

void LockstepSolver::solve(std::span<btSoftBody* const> bodies, const BodySet& set,
                           std::span<btSoftBody::Node* const> nodeOfVertex, ContactSource& source,
                           const SolveSettings& settings, SolveReport& report,
                           std::span<const RigidMember* const> rigid) {
  Impl& impl = *m_impl;
  const SolveContext context{bodies, nodeOfVertex, set, settings, rigid};
  report = {};
  impl.lap = {};
  impl.begin(context);
  impl.lap.addTo(report.solveMs);

  impl.contacts.clear();
  impl.pushOuts.clear();
  source.detect(impl.contacts, impl.pushOuts);
  impl.volumes = &source.volumes();
  impl.lap.addTo(report.detectMs);
  report.contacts = static_cast<int>(impl.contacts.size());
  report.pushOuts = static_cast<int>(impl.pushOuts.size());
  report.volumes = static_cast<int>(impl.volumes->regions.size());

  if (impl.guard.revision() != set.revision()) impl.guard.build(set);
  impl.islands.build(context, impl.contacts, impl.pushOuts, impl.volumes->regions);
  const Index islandCount = impl.islands.count();
  for (Index island = 0; island < islandCount; ++island) {
    for (const Index slot : impl.islands.bodies(island)) {
      impl.bodies[slot].mode = Impl::Mode::Lockstep;
      ++report.lockstepBodies;
    }
  }
  report.islands = static_cast<int>(islandCount);

  // Contacts of one island side by side, in their order. Those between obstacles belong to none.
  const auto islandOf = [&](std::size_t k) {
    if (k < impl.contacts.size()) {
      const auto& v = impl.contacts[k].vertices;
      return impl.islands.islandOf(context.slotOf(v[0]), context.slotOf(v[3]));
    }
    const std::size_t push = k - impl.contacts.size(), points = impl.pushOuts.points.size();
    if (push >= impl.pushOuts.size()) {
      const VolumeRegion& region = impl.volumes->regions[push - impl.pushOuts.size()];
      return impl.islands.islandOf(region.slotA, region.slotB);
    }
    if (push >= points) {
      const GroupPush& group = impl.pushOuts.groups[push - points];
      return impl.islands.islandOf(context.slotOf(impl.pushOuts.vertices[group.begin]),
                                   context.slotOf(impl.pushOuts.vertices[group.middle]));
    }
    const auto& v = impl.pushOuts.points[push].vertices;
    const Index island = impl.islands.islandOf(context.slotOf(v[0]), context.slotOf(v[1]));
    return island != kNoIndex ? island : impl.islands.islandOf(context.slotOf(v[2]), context.slotOf(v[3]));
  };
  const std::size_t constraintCount = impl.contacts.size() + impl.pushOuts.size() + impl.volumes->regions.size();
  impl.firstOfIsland.reserve(bodies.size() + 2);
  impl.firstOfIsland.assign(islandCount + 2, 0);
  for (std::size_t k = 0; k < constraintCount; ++k) {
    if (const Index island = islandOf(k); island != kNoIndex) ++impl.firstOfIsland[island + 2];
  }
  for (std::size_t i = 2; i < impl.firstOfIsland.size(); ++i) impl.firstOfIsland[i] += impl.firstOfIsland[i - 1];
  impl.order.resize(impl.firstOfIsland.back());
  for (std::size_t k = 0; k < constraintCount; ++k) {
    if (const Index island = islandOf(k); island != kNoIndex) {
      impl.order[impl.firstOfIsland[island + 1]++] = static_cast<Index>(k);
    }
  }

  impl.lap.addTo(report.responseMs);
  impl.solveLone(context, report);
  impl.lap.addTo(report.solveMs);
  impl.sweep.begin();
  impl.volumeSweep.begin();
  impl.loadPaths.begin(context);
  impl.links.resize(bodies.size());
  for (Index island = 0; island < islandCount; ++island) impl.solveIsland(context, island, report);
  impl.repair(context, source, report);
  impl.finish(context);
  impl.lap.addTo(report.responseMs);
}

std::span<const SurfaceContact> LockstepSolver::contacts() const {
  return m_impl->contacts;
}
std::span<const ContactImpulse> LockstepSolver::impulses() const {
  return m_impl->impulses;
}

std::span<const ContactImpulse> LockstepSolver::volumeImpulses() const {
  return m_impl->volumeImpulses;
}

}  // namespace pliant::detail
