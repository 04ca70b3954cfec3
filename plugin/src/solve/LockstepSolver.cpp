#include "solve/LockstepSolver.h"

#include <algorithm>

#include "solve/BodySequence.h"
#include "solve/ContactConstraints.h"
#include "solve/ImpactZones.h"
#include "solve/IslandSolver.h"
#include "solve/Islands.h"
#include "solve/leverage.h"
#include "step/CpuClock.h"

namespace pliant::detail {

struct LockstepSolver::Impl {
  /// Method by which a body is solved.
  enum class Mode : std::uint8_t {
    Still,     ///< not solved
    Stock,     ///< alone, as by btSoftBody::solveConstraints
    Sequence,  ///< alone, part by part: some parts run before detection or after the islands
    Lockstep,
  };
  struct Body {
    Mode mode = Mode::Still;
    bool begun = false;  ///< true if beginSolve has run
  };
  struct Moved {
    Index vertex;
    btVector3 from;
  };

  StepConstraints constraints() const { return {contacts, separations, *volumes}; }
  void begin(const SolveContext& context);
  void findIslands(const SolveContext& context, SolveReport& report);
  void sortByIsland(const SolveContext& context);
  void solveLone(const SolveContext& context, SolveReport& report);
  void solveIslands(const SolveContext& context, SolveReport& report);
  void endBodies(const SolveContext& context);
  void repair(const SolveContext& context, ContactSource& source, SolveReport& report);
  void finish(const SolveContext& context);
  void noteZones(const SolveContext& context);
  void check(const SolveContext& context, ContactSource& source, SolveReport& report);

  std::vector<SurfaceContact> contacts, hits;
  SeparationConstraints separations;
  const VolumeRegions* volumes = nullptr;  ///< owned by the source
  std::vector<ContactImpulse> impulses, volumeImpulses;
  std::vector<Body> bodies;
  std::vector<Moved> moved;                 ///< vertices that repairs move, with their positions before
  std::vector<char> isMoved;                ///< one per vertex of the set
  std::vector<Index> order, firstOfIsland;  ///< contacts, separations and volume regions by island
  std::vector<Index> seam;
  Islands islands;
  IslandSolver islandSolver;
  ContactConstraints repairs;
  PackedNodes nodes;  ///< nodes of the repairs
  ImpactZones zones;
  int withoutLever = 0;  ///< hits of the last check that cannot be resolved
  CpuLap lap;
  TurnTimer turns;
};

LockstepSolver::LockstepSolver() : m_impl(std::make_unique<Impl>()) {}
LockstepSolver::~LockstepSolver() = default;

void LockstepSolver::Impl::begin(const SolveContext& context) {
  bodies.assign(context.bodies.size(), {});  // set.bodyCount() is valid only after the set's update
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    if (!context.moves(slot)) continue;
    btSoftBody& body = *context.bodies[slot];
    const bool parts = body.m_cfg.viterations > 0 || body.m_cfg.diterations > 0 || body.m_clusters.size() > 0;
    bodies[slot].mode = parts ? Mode::Sequence : Mode::Stock;
    // Velocity iterations and clusters move nodes, so they run before detection.
    if (parts) beginSolve(context, slot);
    bodies[slot].begun = parts;
  }
}

void LockstepSolver::Impl::findIslands(const SolveContext& context, SolveReport& report) {
  islands.build(context, contacts, separations, volumes->regions);
  report.islands = static_cast<int>(islands.count());
  for (Index island = 0; island < islands.count(); ++island) {
    for (const Index slot : islands.bodies(island)) {
      bodies[slot].mode = Mode::Lockstep;
      ++report.lockstepBodies;
    }
  }
  sortByIsland(context);
}

/// Sorts the constraints by island, in their order. Constraints between bodies that stand still belong to no island.
void LockstepSolver::Impl::sortByIsland(const SolveContext& context) {
  const auto islandOf = [&](std::size_t k) {
    if (k < contacts.size()) {
      const auto& v = contacts[k].vertices;
      return islands.islandOf(context.slotOf(v[0]), context.slotOf(v[3]));
    }
    const std::size_t push = k - contacts.size(), points = separations.points.size();
    if (push >= separations.size()) {
      const VolumeRegion& region = volumes->regions[push - separations.size()];
      return islands.islandOf(region.slotA, region.slotB);
    }
    if (push >= points) {
      const RigidSeparation& group = separations.groups[push - points];
      return islands.islandOf(context.slotOf(separations.vertices[group.begin]),
                              context.slotOf(separations.vertices[group.middle]));
    }
    const auto& v = separations.points[push].vertices;
    const Index island = islands.islandOf(context.slotOf(v[0]), context.slotOf(v[1]));
    return island != kNoIndex ? island : islands.islandOf(context.slotOf(v[2]), context.slotOf(v[3]));
  };
  const std::size_t count = constraints().size();
  firstOfIsland.reserve(bodies.size() + 2);
  firstOfIsland.assign(islands.count() + 2, 0);
  for (std::size_t k = 0; k < count; ++k) {
    if (const Index island = islandOf(k); island != kNoIndex) ++firstOfIsland[island + 2];
  }
  for (std::size_t i = 2; i < firstOfIsland.size(); ++i) firstOfIsland[i] += firstOfIsland[i - 1];
  order.resize(firstOfIsland.back());
  for (std::size_t k = 0; k < count; ++k) {
    if (const Index island = islandOf(k); island != kNoIndex)
      order[firstOfIsland[island + 1]++] = static_cast<Index>(k);
  }
}

void LockstepSolver::Impl::solveLone(const SolveContext& context, SolveReport& report) {
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    const Mode mode = bodies[slot].mode;
    if (mode == Mode::Still || mode == Mode::Lockstep) continue;
    btSoftBody& body = *context.bodies[slot];
    ++report.loneBodies;
    // Only Bullet's solver handles Bullet's own soft contacts.
    if (mode == Mode::Stock && body.m_scontacts.size() > 0) {
      body.solveConstraints();
      continue;
    }
    if (!bodies[slot].begun) beginSolve(context, slot);
    islandSolver.solveAlone(context, slot);
  }
}

void LockstepSolver::Impl::solveIslands(const SolveContext& context, SolveReport& report) {
  turns.begin();
  for (Index island = 0; island < islands.count(); ++island) {
    for (const Index slot : islands.bodies(island))
      if (!bodies[slot].begun) beginSolve(context, slot);
    const auto places =
        std::span<const Index>(order).subspan(firstOfIsland[island], firstOfIsland[island + 1] - firstOfIsland[island]);
    islandSolver.solve(context, constraints(), islands.bodies(island), places, report, turns);
  }
  double ms = 0;
  lap.addTo(ms);
  turns.share(ms, report.solveMs, report.responseMs);
}

/// Clusters move nodes here, too, so this runs before the final check.
void LockstepSolver::Impl::endBodies(const SolveContext& context) {
  for (Index slot = 0; slot < bodies.size(); ++slot) {
    if (bodies[slot].mode != Mode::Lockstep && bodies[slot].mode != Mode::Sequence) continue;
    btSoftBody& body = *context.bodies[slot];
    if (body.m_clusters.size() == 0) continue;
    endClusters(body);
    // Vertices of a seam may be in different clusters.
    const BodySet::Range range = context.set.vertices(slot);
    for (Index v = range.begin; v < range.end; ++v) {
      if (!context.seams.isGrouped(v) || context.seams.isFollower(v)) continue;
      seam.clear();
      context.seams.forEach(v, [&](Index vertex) { seam.push_back(vertex); });
      joinNodes(seam, [&](Index vertex) -> btSoftBody::Node& { return *context.nodeOfVertex[vertex]; });
    }
  }
}

void LockstepSolver::Impl::check(const SolveContext& context, ContactSource& source, SolveReport& report) {
  lap.addTo(report.responseMs);
  hits.clear();
  source.check(hits);
  lap.addTo(report.detectMs);
  withoutLever = static_cast<int>(std::erase_if(hits, [&](const auto& hit) { return !hasLever(context, hit); }));
  if (hits.empty()) return;
  ++report.checkRounds;
  report.hits += static_cast<int>(hits.size());
  for (const SurfaceContact& hit : hits) {
    for (const Index vertex : hit.vertices) {
      if (isMoved[vertex] || !context.moves(context.slotOf(vertex))) continue;
      isMoved[vertex] = 1;
      moved.push_back({vertex, context.nodeOfVertex[vertex]->m_x});
    }
  }
}

/// Adds the zones' vertices to `moved`: a zone with a whole body moves vertices without hits.
void LockstepSolver::Impl::noteZones(const SolveContext& context) {
  const auto vertices = zones.vertices();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Index vertex = vertices[i];
    if (isMoved[vertex] || context.nodeOfVertex[vertex] == nullptr) continue;
    isMoved[vertex] = 1;
    const btVector3 start = context.start(vertex);
    btVector3 from(0, 0, 0);
    for (int k = 0; k < 3; ++k) from[k] = btScalar(double(start[k]) + zones.displacements()[i][k]);
    moved.push_back({vertex, from});
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
  const std::size_t most = context.nodeOfVertex.size() * static_cast<std::size_t>(context.settings.mostHitsPerVertex);
  for (int round = 0; round < context.settings.checkRounds && !hits.empty() && hits.size() <= most; ++round) {
    for (const SurfaceContact& hit : hits) {
      repairs.add(context, hit, static_cast<Index>(contacts.size()), nodes);
      contacts.push_back(hit);
    }
    repairs.sweep(nodes, context.settings.repairPasses);
    nodes.scatter();
    check(context, source, report);
  }
  report.unresolved = withoutLever;
  if (hits.empty()) return;
  zones.begin(context.nodeOfVertex.size());
  for (int round = 0; round < context.settings.zoneRounds && !hits.empty(); ++round) {
    if (!zones.absorb(context, hits, round >= context.settings.partRounds)) break;
    noteZones(context);
    check(context, source, report);
  }
  report.zones = zones.zones();
  report.zoneVertices = static_cast<int>(zones.vertices().size());
  report.unresolved = withoutLever + static_cast<int>(hits.size());
}

void LockstepSolver::Impl::finish(const SolveContext& context) {
  for (const Moved& m : moved) {
    const btSoftBody& body = *context.bodies[context.slotOf(m.vertex)];
    btSoftBody::Node& node = *context.nodeOfVertex[m.vertex];
    node.m_v += (node.m_x - m.from) * (body.m_sst.isdt * (1 - body.m_cfg.kDP));
    context.seams.forEach(m.vertex, [&](Index vertex) {
      context.nodeOfVertex[vertex]->m_x = node.m_x;
      context.nodeOfVertex[vertex]->m_v = node.m_v;
    });
  }
  for (const RigidMember* rigid : context.rigid)
    if (rigid != nullptr && rigid->motion != nullptr) rigid->motion->takeVelocity();
  impulses.reserve(contacts.capacity());  // grows together with the contacts
  impulses.assign(contacts.size(), {});
  volumeImpulses.reserve(volumes->regions.capacity());
  volumeImpulses.assign(volumes->regions.size(), {});
  islandSolver.report(impulses, volumeImpulses);
  repairs.report(impulses);
}

void LockstepSolver::solve(std::span<btSoftBody* const> bodies, const BodySet& set,
                           std::span<btSoftBody::Node* const> nodeOfVertex, ContactSource& source,
                           const SolveSettings& settings, SolveReport& report,
                           std::span<const RigidMember* const> rigid, const SeamGroups& seams) {
  Impl& impl = *m_impl;
  const SolveContext context{bodies, nodeOfVertex, set, settings, rigid, seams};
  report = {};
  impl.lap = {};
  impl.begin(context);
  impl.lap.addTo(report.solveMs);

  impl.contacts.clear();
  impl.separations.clear();
  source.detect(impl.contacts, impl.separations);
  impl.volumes = &source.volumes();
  impl.lap.addTo(report.detectMs);
  report.contacts = static_cast<int>(impl.contacts.size());
  report.separations = static_cast<int>(impl.separations.size());
  report.volumes = static_cast<int>(impl.volumes->regions.size());
  impl.findIslands(context, report);
  impl.lap.addTo(report.responseMs);

  impl.islandSolver.begin(context);
  impl.solveLone(context, report);
  impl.lap.addTo(report.solveMs);
  impl.solveIslands(context, report);
  impl.endBodies(context);
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
