// The step, in the order of docs/architecture.md. Bullet calls the functions here through SoftBodySolver: beginStep as
// optimize, predict as predictMotion, detectAndSolve as solveConstraints, endStep as updateSoftBodies. Stage 3,
// Bullet's dispatch (Dispatch.cpp), runs between predict and detectAndSolve.

#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <utility>

#include "BodyPrediction.h"
#include "SoftCollisionImpl.h"
#include "core/forEachBody.h"
#include "dispatcherAccess.h"

namespace pliant {
namespace {

/// Returns the dispatcher of the bodies' world info. This also works in a stock world, which is not accessible itself.
btDispatcher* dispatcherOf(const btAlignedObjectArray<btSoftBody*>& bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    const btSoftBodyWorldInfo* info = bodies[i]->m_worldInfo;
    if (info && info->m_dispatcher) return info->m_dispatcher;
  }
  return nullptr;
}

}  // namespace

/// Calls work(i) for each active body of the world, on all threads. The bodies of a world that holds one of them twice
/// take turns.
template <typename Work>
void SoftCollision::Impl::forEachActive(const Work& work) {
  std::size_t nodes = 0;
  activeBodies.clear();
  sortedBodies.clear();
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody* body = (*world)[i];
    if (!body->isActive()) continue;
    activeBodies.push_back(i);
    sortedBodies.push_back(body);
    nodes += static_cast<std::size_t>(body->m_nodes.size());
  }
  bool apart = workers.threads() > 1;
  if (apart) {
    std::sort(sortedBodies.begin(), sortedBodies.end());
    apart = std::adjacent_find(sortedBodies.begin(), sortedBodies.end()) == sortedBodies.end();
  }
  detail::forEachBody(apart ? &workers : nullptr, activeBodies.size(), nodes,
                      [&](std::size_t i) { work(activeBodies[i]); });
}

/// Returns the distance by which the body's box is widened, so that dispatch finds all bodies that come near it
/// [length].
btScalar SoftCollision::Impl::boxMargin(const btSoftBody* body) const {
  const detail::SoftBodyReader::Entry* entry = reader.find(body);
  if (!entry || entry->setId == kNoIndex) return 0;
  const BodySet& set = reader.set();
  return std::max(set.margin(entry->setId), set.obstacleMargin(entry->setId)) * (1 + table.common.contacts.reach);
}

// 1. Read bodies.
void SoftCollision::Impl::beginStep(btAlignedObjectArray<btSoftBody*>& bodies, btSoftBodySolver& by) {
  times = {};
  counters = {};
  reportedContacts.clear();
  world = &bodies;
  bodySolver = &by;
  pairs.clear();
  given.clear();
  dispatching = false;
  reader.beginStep();
  synchronise();    // from here on, all known bodies are alive
  restoreBounds();  // an exception of a callback may have ended the last step before dispatch
  writer.clearSContacts(reader);
  // An exception of a callback of the program may have ended the last step.
  unmaskFlags();
  callbackFailure = nullptr;
}

// 2. Predict.
void SoftCollision::Impl::predict(btScalar timeStep) {
  BT_PROFILE("pliant predict");
  if (!world) return;
  stepTime = timeStep;
  reader.rigidMeshes().beginStep(timeStep, driveTime.value_or(timeStep));
  if (driveTime) driveTime = 0;  // kinematic bodies do not move in the other substeps of a call
  const detail::StageTimer timer(times.predict);
  synchronise();  // a pre-tick callback may have changed bodies
  reader.beginDispatch();
  rigidContacts.clear();
  tightBounds.clear();
  if (btDispatcher* dispatcher = dispatcherOf(*world)) detail::serveGImpactMeshes(*dispatcher);
  sleepers.begin(*world);
  for (const btSoftBody* const body : sleepers.unmoved()) reader.markUnmoved(body, true);
  predicted.resize(static_cast<std::size_t>(world->size()));
  forEachActive([&](int i) {
    btSoftBody& body = *(*world)[i];
    const detail::Trees trees = table.common.keepBulletTrees ? detail::Trees::All
                                : reader.wasCut(&body)       ? detail::Trees::Rays
                                                             : detail::Trees::None;
    detail::Bounds motion = detail::predictMotion(body, timeStep, trees, boxMargin(&body));
    if (detector()) detail::includePoints(motion, reader.takeUserMoves(&body), boxMargin(&body));
    predicted[static_cast<std::size_t>(i)] = {{body.m_bounds[0], body.m_bounds[1]}, motion};
    if (const auto* entry = reader.find(&body)) detail::joinSeams(body, entry->seams);
  });
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody* body = (*world)[i];
    if (!body->isActive()) continue;
    auto& [tight, motion] = predicted[static_cast<std::size_t>(i)];
    tightBounds.push_back({body, detail::BodyLife::known(*body), {tight.low, tight.high}});
    reader.markPredicted(body);
    body->m_bounds[0] = motion.low;
    body->m_bounds[1] = motion.high;
  }
  dispatching = true;
}

void SoftCollision::Impl::beginDeformable(btScalar timeStep) {
  stepTime = timeStep;
  reader.rigidMeshes().beginStep(timeStep, driveTime.value_or(timeStep));
  if (driveTime) driveTime = 0;  // kinematic bodies do not move in the other substeps of a call
  reader.beginDispatch();
  dispatching = true;
}

void SoftCollision::Impl::sweepBounds() {
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody& body = *(*world)[i];
    if (!body.isActive()) continue;
    tightBounds.push_back({&body, detail::BodyLife::known(body), {body.m_bounds[0], body.m_bounds[1]}});
    const detail::Bounds motion = detail::sweptBounds(body, boxMargin(&body));
    body.m_bounds[0] = motion.low;
    body.m_bounds[1] = motion.high;
  }
}

std::span<const Real> SoftCollision::Impl::markMoved(const btSoftBody& body) {
  reader.markPredicted(&body);
  return reader.takeUserMoves(&body);
}

std::span<const SurfaceContact> SoftCollision::Impl::detectAlone() {
  const bool was = dispatching;
  beginDetection();
  detail::Lap lap;
  detection.detect(separations);
  lap.addTo(times.detect);
  dispatching = was;
  return detection.found().detected();
}

// Stages 4 to 8.
void SoftCollision::Impl::detectAndSolve() {
  BT_PROFILE("pliant solve");
  if (!world) return;
  beginDetection();
  rigidContacts.hideSensorContacts(*world);
  const detail::SolveContext context{reader.moving(), reader.nodeOfVertex(),
                                     reader.set(),    solveSettings,
                                     reader.rigid(),  reader.seams(),
                                     &workers,        table.deformable ? &reader.rigidMeshes().motions() : nullptr};
  solver.begin(context, solveReport);  // may move nodes (velocity iterations, clusters), so it precedes detection

  // 4. Detect.
  detail::Lap lap;
  detection.detect(separations);
  lap.addTo(times.detect);

  // 5. Solve.
  solver.solve(context, {detection.found().detected(), separations, detection.volumeRegions()}, solveReport);

  // 6. Final check and repair.
  do {
    lap = {};
    detection.check(hits);
    lap.addTo(times.detect);
  } while (solver.repair(context, hits, solveReport));

  // 7. Velocities.
  solver.finish(context, solveReport);
  reader.rigidMeshes().endSolve();
  solveBodiesOutsideSet();
  rigidContacts.restoreSensorContacts();
  detection.end(solver.impulses(), solveReport.unresolved > 0);

  // 8. Report.
  fillStatistics();
  writeContactsAndWake();
  counters.contacts = static_cast<int>(reportedContacts.size(workers));
}

/// Ends stage 8: calls the listener, and throws what a callback of the program has thrown.
void SoftCollision::Impl::notify() {
  if (!world) return;
  reportStatuses();
  if (listener) listener->contactsFound(reportedContacts.view(workers));
  if (!table.deformable) maskFlags();
  if (callbackFailure) std::rethrow_exception(std::exchange(callbackFailure, nullptr));
}

/// Begins stage 4:
/// - restores the boxes that prediction has widened;
/// - returns bodies that fell asleep in this step to their t0 positions;
/// - reads the positions at t0 and t1, the rigid meshes near soft bodies, and the pairs of dispatch;
/// - passes the methods of single bodies to the detector.
void SoftCollision::Impl::beginDetection() {
  dispatching = false;
  synchronise();  // a tick callback may have deleted bodies
  restoreBounds();
  sleepers.settle(*world);
  // Near callbacks may have moved bodies since prediction. One that met none is looked at in the next step.
  for (const auto& [a, b] : pairs)
    for (const btSoftBody* const body : {a, b}) reader.markUnmoved(body, false);
  for (const auto& pair : reader.rigidMeshes().pairs()) reader.markUnmoved(pair.body, false);
  reader.rigidMeshes().beginSolve(dispatcherOf(*world), volumeDetector() != nullptr);
  reader.beginSolve(workers);
  counters.bodies = world->size();
  setAutoMethods();
  detection.begin(elementDetector(), volumeDetector(), table.common.contacts, pairs, table,
                  [this](Index bodyA, Index bodyB) {
                    try {
                      return mayCollide(bodyA, bodyB);
                    } catch (...) {
                      callbackFailure = std::current_exception();
                      return false;
                    }
                  });
}

/// Solves bodies that detection cannot handle, as Bullet does.
void SoftCollision::Impl::solveBodiesOutsideSet() {
  if (table.deformable) return;
  const detail::StageTimer timer(times.solve);
  for (btSoftBody* body : reader.bodiesOutsideSet())
    if (body->isActive()) body->solveConstraints();
}

/// Fills the times and counters that the program reads.
void SoftCollision::Impl::fillStatistics() {
  times.solve += solveReport.solveMs;
  times.response += solveReport.responseMs;
  counters.pairs = detection.pairCount();
  counters.volumes = solveReport.volumes;
  counters.lockstepBodies = solveReport.lockstepBodies;
  counters.iterations = solveReport.iterations;
  counters.checkHits = solveReport.hits;
  counters.zones = solveReport.zones;
  counters.detection = detection.counters();
}

/// Returns the impulses of the solve, with those that the contacts had before.
std::span<const detail::ContactImpulse> SoftCollision::Impl::impulses() {
  const auto solved = solver.impulses();
  if (given.empty()) return solved;
  allImpulses.assign(solved.begin(), solved.end());
  const auto contacts = detection.found().detected();
  for (std::size_t i = 0; i < contacts.size() && i < allImpulses.size(); ++i) {
    const auto key = detail::contactKeyOf(contacts[i]);
    const auto at = std::ranges::lower_bound(given, key, {}, &detail::GivenImpulse::key);
    if (at != given.end() && at->key == key) allImpulses[i].normal += at->normal;
  }
  return allImpulses;
}

/// Writes the contacts, and wakes bodies that are hit.
void SoftCollision::Impl::writeContactsAndWake() {
  BT_PROFILE("pliant report");
  const detail::StageTimer timer(times.response);
  // Impulses of the solver are mass × length; divided by the time step, they are mass × velocity.
  const Real perSecond = stepTime > 0 ? 1 / stepTime : 0;
  reportedContacts.keep(reader, {detection.found(), impulses(), detection.withoutResponse()}, perSecond);
  reportedContacts.addVolumes(detection.volumeRegions(), solver.volumeImpulses());
  if (table.common.writeSContacts) writer.writeSContacts(reader, detection.found(), table.deformable, workers);
  writer.wake(reader, detection.found(), detection.volumeRegions(), solver.volumeImpulses());
}

// 9. End the step.
void SoftCollision::Impl::endStep() {
  BT_PROFILE("pliant update");
  unmaskFlags();
  if (!world) return;
  const detail::StageTimer timer(times.update);
  forEachActive([&](int i) { (*world)[i]->integrateMotion(); });
  sleepers.end(*world, table.common, stepTime);
  rigidContacts.clear();
}

}  // namespace pliant
