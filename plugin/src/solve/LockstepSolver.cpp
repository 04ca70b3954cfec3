#include "solve/LockstepSolver.h"

#include <bit>

#include "solve/BodySequence.h"
#include "solve/leverage.h"

namespace pliant::detail {

void LockstepSolver::begin(const SolveContext& context, SolveReport& report) {
  report = {};
  const StageTimer timer(report.solveMs);
  m_bodies.assign(context.bodies.size(), {});  // set.bodyCount() is valid only after the set's update
  for (Index index = 0; index < m_bodies.size(); ++index) {
    if (!context.moves(index)) continue;
    btSoftBody& body = *context.bodies[index];
    const bool parts = runsInParts(body);
    m_bodies[index].mode = parts ? Mode::Sequence : Mode::Stock;
    // Velocity iterations and clusters move nodes, so they run before detection.
    if (parts) beginSolve(context, index);
    m_bodies[index].begun = parts;
  }
}

void LockstepSolver::findIslands(const SolveContext& context, const StepConstraints& constraints, SolveReport& report) {
  m_islands.build(context, constraints);
  report.islands = static_cast<int>(m_islands.count());
  for (Index island = 0; island < m_islands.count(); ++island) {
    for (const Index index : m_islands.bodies(island)) {
      m_bodies[index].mode = Mode::Lockstep;
      ++report.lockstepBodies;
    }
  }
  sortByIsland(context, constraints);
}

/// Sorts the constraints by island, in their order. Constraints between bodies that stand still belong to no island.
void LockstepSolver::sortByIsland(const SolveContext& context, const StepConstraints& constraints) {
  const auto contacts = constraints.contacts;
  const SeparationConstraints& separations = constraints.separations;
  const auto islandOf = [&](std::size_t k) {
    if (k < contacts.size()) {
      const auto& v = contacts[k].vertices;
      return m_islands.islandOf(context.bodyOf(v[0]), context.bodyOf(v[3]));
    }
    const std::size_t push = k - contacts.size(), points = separations.points.size();
    if (push >= separations.size()) {
      const VolumeRegion& region = constraints.volumes.regions[push - separations.size()];
      return m_islands.islandOf(region.bodyA, region.bodyB);
    }
    if (push >= points) {
      const RigidSeparation& wholes = separations.wholes[push - points];
      return m_islands.islandOf(context.bodyOf(separations.vertices[wholes.begin]),
                                context.bodyOf(separations.vertices[wholes.middle]));
    }
    const auto& v = separations.points[push].vertices;
    const Index island = m_islands.islandOf(context.bodyOf(v[0]), context.bodyOf(v[1]));
    return island != kNoIndex ? island : m_islands.islandOf(context.bodyOf(v[2]), context.bodyOf(v[3]));
  };
  m_byIsland.reserve(m_bodies.size());
  m_byIsland.build(constraints.size(), m_islands.count(), islandOf);
}

void LockstepSolver::solveLone(const SolveContext& context, SolveReport& report) {
  m_lone.clear();
  if (context.settings.contactsOnly) return;
  for (Index index = 0; index < m_bodies.size(); ++index) {
    const Mode mode = m_bodies[index].mode;
    if (mode == Mode::Still || mode == Mode::Lockstep) continue;
    ++report.loneBodies;
    m_lone.push_back(index);
    if (!m_bodies[index].begun && !isLeftToBullet(*context.bodies[index])) beginSolve(context, index);
  }
  m_islandSolver.solveAlone(context, m_lone);
}

void LockstepSolver::solveIslands(const SolveContext& context, const StepConstraints& constraints, SolveReport& report,
                                  Lap& lap) {
  for (Index island = 0; island < m_islands.count(); ++island) {
    for (const Index index : m_islands.bodies(island))
      if (!m_bodies[index].begun) beginSolve(context, index);
    m_islandSolver.solve(context, constraints, m_islands.bodies(island), m_byIsland[island], report, lap);
  }
}

/// Clusters move nodes here, too, so this runs before the final check.
void LockstepSolver::endBodies(const SolveContext& context) {
  for (Index index = 0; index < m_bodies.size(); ++index) {
    if (m_bodies[index].mode != Mode::Lockstep && m_bodies[index].mode != Mode::Sequence) continue;
    btSoftBody& body = *context.bodies[index];
    if (body.m_clusters.size() == 0) continue;
    endClusters(body);
    // Vertices of a seam may be in different clusters.
    const BodySet::Range range = context.set.vertices(index);
    for (Index v = range.begin; v < range.end; ++v) {
      if (!context.seams.isGrouped(v) || context.seams.isFollower(v)) continue;
      m_seam.clear();
      context.seams.forEach(v, [&](Index vertex) { m_seam.push_back(vertex); });
      joinNodes(m_seam, [&](Index vertex) -> btSoftBody::Node& { return *context.nodeOfVertex[vertex]; });
    }
  }
}

void LockstepSolver::solve(const SolveContext& context, const StepConstraints& constraints, SolveReport& report) {
  Lap lap;
  report.contacts = static_cast<int>(constraints.contacts.size());
  report.volumes = static_cast<int>(constraints.volumes.regions.size());
  findIslands(context, constraints, report);
  lap.addTo(report.responseMs);
  m_islandSolver.begin(context);
  solveLone(context, report);
  lap.addTo(report.solveMs);
  solveIslands(context, constraints, report, lap);
  endBodies(context);
  beginRepairs(context, constraints);
  lap.addTo(report.responseMs);
}

void LockstepSolver::beginRepairs(const SolveContext& context, const StepConstraints& constraints) {
  m_contactCount = constraints.contacts.size();
  m_volumeCount = constraints.volumes.regions.size();
  m_repairRounds = m_zoneRounds = 0;
  m_anyZones = false;
  for (const Moved& m : m_moved) {
    if (m.vertex < m_isMoved.size()) m_isMoved[m.vertex] = 0;
  }
  m_isMoved.resize(context.nodeOfVertex.size(), 0);
  m_moved.clear();
  m_repairs.begin();
  m_nodes.clear();
}

/// Removes hits that no contact can separate.
void LockstepSolver::dropWithoutLever(const SolveContext& context, std::vector<SurfaceContact>& hits) {
  m_places.reserve(hits.capacity());  // grows together with the hits
  m_places.clear();
  for (Index i = 0; i < hits.size(); ++i) {
    if (!hasLever(context, hits[i])) continue;
    hits[m_places.size()] = hits[i];
    m_places.push_back(i);
  }
  hits.resize(m_places.size());
}

void LockstepSolver::recordHits(const SolveContext& context, std::span<const SurfaceContact> hits) {
  for (const SurfaceContact& hit : hits) {
    for (const Index vertex : hit.vertices) {
      if (m_isMoved[vertex] || !context.moves(context.bodyOf(vertex))) continue;
      m_isMoved[vertex] = 1;
      m_moved.push_back({vertex, context.nodeOfVertex[vertex]->m_x});
    }
  }
}

/// Adds the zones' vertices to m_moved: a zone with a whole body moves vertices without hits.
void LockstepSolver::recordZones(const SolveContext& context) {
  const auto vertices = m_zones.vertices();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Index vertex = vertices[i];
    if (m_isMoved[vertex] || context.nodeOfVertex[vertex] == nullptr) continue;
    m_isMoved[vertex] = 1;
    const btVector3 start = context.start(vertex);
    btVector3 from(0, 0, 0);
    for (int k = 0; k < 3; ++k) from[k] = btScalar(double(start[k]) + m_zones.displacements()[i][k]);
    m_moved.push_back({vertex, from});
  }
}

/// Separates the hits as contacts. `checked`: number of hits of the check, with those without lever. Returns false if
/// the rounds have been too many, or the hits are.
bool LockstepSolver::pushApart(const SolveContext& context, std::span<const SurfaceContact> hits, std::size_t checked) {
  const std::size_t most = context.nodeOfVertex.size() * static_cast<std::size_t>(context.settings.mostHitsPerVertex);
  if (m_anyZones || m_repairRounds >= context.settings.checkRounds || hits.size() > most) return false;
  ++m_repairRounds;
  for (std::size_t i = 0; i < hits.size(); ++i)
    m_repairs.add(context, hits[i], static_cast<Index>(m_contactCount) + m_places[i], m_nodes);
  m_contactCount += checked;
  m_repairs.sweep(m_nodes, context.settings.repairPasses);
  m_nodes.scatter();
  return true;
}

/// Lets impact zones grow. Returns false if no zone has grown, or if the rounds have been too many.
bool LockstepSolver::growZones(const SolveContext& context, std::vector<SurfaceContact>& hits, SolveReport& report) {
  if (!m_anyZones) m_zones.begin(context.nodeOfVertex.size());
  m_anyZones = true;
  const bool grown = m_zoneRounds < context.settings.zoneRounds &&
                     m_zones.absorb(context, hits, m_zoneRounds >= context.settings.partRounds);
  ++m_zoneRounds;
  if (grown) recordZones(context);
  report.zones = m_zones.zones();
  return grown;
}

bool LockstepSolver::repair(const SolveContext& context, std::vector<SurfaceContact>& hits, SolveReport& report) {
  const StageTimer timer(report.responseMs);
  const std::size_t checked = hits.size();
  dropWithoutLever(context, hits);
  const std::size_t withoutLever = checked - hits.size();
  bool moved = false;
  if (!hits.empty()) {
    ++report.checkRounds;
    report.hits += static_cast<int>(hits.size());
    recordHits(context, hits);
    moved = pushApart(context, hits, checked) || growZones(context, hits, report);
  }
  report.unresolved = static_cast<int>(withoutLever + hits.size());
  return moved;
}

void LockstepSolver::finish(const SolveContext& context, SolveReport& report) {
  const StageTimer timer(report.responseMs);
  for (const Moved& m : m_moved) {
    const btSoftBody& body = *context.bodies[context.bodyOf(m.vertex)];
    btSoftBody::Node& node = *context.nodeOfVertex[m.vertex];
    node.m_v += (node.m_x - m.from) * (body.m_sst.isdt * (1 - body.m_cfg.kDP));
    context.seams.forEach(m.vertex, [&](Index vertex) {
      context.nodeOfVertex[vertex]->m_x = node.m_x;
      context.nodeOfVertex[vertex]->m_v = node.m_v;
    });
  }
  context.forEachMotion([](RigidMotion& motion) { motion.takeVelocity(); });
  const auto clear = [](std::vector<ContactImpulse>& list, std::size_t count) {
    list.reserve(std::bit_ceil(count));  // the count varies from step to step
    list.assign(count, {});
  };
  clear(m_impulses, m_contactCount);
  clear(m_volumeImpulses, m_volumeCount);
  m_islandSolver.report(m_impulses, m_volumeImpulses, context.workers);
  m_repairs.report(m_impulses);
}

}  // namespace pliant::detail
