#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btCompoundCollisionAlgorithm.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <LinearMath/btAabbUtil2.h>
#include <LinearMath/btQuickprof.h>
#include <pliant/detectors/AutoDetector.h>

#include "BodyPrediction.h"
#include "SoftCollisionImpl.h"
#include "StageTimer.h"
#include "bullet/SoftAlgorithms.h"

namespace pliant {
namespace {

constexpr int kClusters = btSoftBody::fCollision::CL_SS;
// Flags that Bullet's own collision passes would misinterpret; they are hidden from them.
constexpr int kNotOurs =
    btSoftBody::fCollision::VF_SS | btSoftBody::fCollision::VF_DD | btSoftBody::fCollision::CL_SELF;

bool disabledFor(const btSoftBody& a, const btCollisionObject& b) {
  return a.m_collisionDisabledObjects.findLinearSearch(&b) != a.m_collisionDisabledObjects.size();
}

bool haveResponse(const btCollisionObject& a, const btCollisionObject& b) {
  return a.hasContactResponse() && b.hasContactResponse();
}

/// Returns true if dispatch would have accepted the pair, although the boxes were separated at dispatch.
bool wouldCollide(btSoftBody* a, btCollisionObject* b) {
  const btSoftBodyWorldInfo* info = a->m_worldInfo;
  if (!info || !info->m_broadphase || !info->m_dispatcher) return false;
  btBroadphaseProxy *proxyA = a->getBroadphaseHandle(), *proxyB = b->getBroadphaseHandle();
  btOverlappingPairCache* cache = info->m_broadphase->getOverlappingPairCache();
  if (!proxyA || !proxyB || !cache) return false;
  if (cache->findPair(proxyA, proxyB)) return false;  // dispatch had the pair and did not report it
  return cache->needsBroadphaseCollision(proxyA, proxyB) && info->m_dispatcher->needsCollision(a, b) &&
         detail::nearCallbackWants(*info->m_dispatcher, *proxyA, *proxyB);
}

/// Returns the dispatcher of the bodies' world info. This also works in a stock world, which is not accessible itself.
btDispatcher* dispatcherOf(const btAlignedObjectArray<btSoftBody*>& bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    const btSoftBodyWorldInfo* info = bodies[i]->m_worldInfo;
    if (info && info->m_dispatcher) return info->m_dispatcher;
  }
  return nullptr;
}

}  // namespace

Detector* SoftCollision::Impl::detector() const {
  return givenDetector ? givenDetector : ownDetector.get();
}

LdiDetector* SoftCollision::Impl::volumes() const {
  Detector* const inUse = detector();
  return inUse ? inUse->volumes() : nullptr;
}

Detector* SoftCollision::Impl::elements() const {
  return volumes() ? besideVolumes.get() : detector();
}

void SoftCollision::Impl::makeDetector() {
  ownDetector = method ? method->make() : nullptr;
  setResolution();
  if (volumes() && !besideVolumes) besideVolumes = std::make_unique<SpatialHash>();
}

void SoftCollision::Impl::setResolution() {
  LdiDetector* const ldi = ownDetector ? ownDetector->volumes() : nullptr;
  if (!ldi) return;
  LdiDetector::Settings settings = ldi->settings();
  settings.grid.resolution = static_cast<Index>(volumeResolution);
  ldi->setSettings(settings);
}

void SoftCollision::Impl::setEngines() {
  Detector* const inUse = hasOwnMethods ? elements() : nullptr;
  AutoDetector* const chooser = inUse ? inUse->chooser() : nullptr;
  if (!chooser) return;
  for (std::size_t id = 0; id < reader.capacity(); ++id)
    if (const auto* entry = reader.at(static_cast<int>(id)); entry && entry->setId != kNoIndex)
      chooser->setEngine(entry->setId, table.get(entry->body).engine);
  // A mesh may have the id of a removed soft body.
  for (const auto& mesh : reader.rigidMeshes().all())
    if (mesh && mesh->setId != kNoIndex) chooser->setEngine(mesh->setId, std::nullopt);
}

btScalar SoftCollision::Impl::reachOf(const btSoftBody* body) const {
  const detail::SoftBodyReader::Entry* entry = reader.find(body);
  if (!entry || entry->setId == kNoIndex) return 0;
  const BodySet& set = reader.set();
  return std::max(set.margin(entry->setId), set.obstacleMargin(entry->setId)) * (1 + contactSettings.reach);
}

void SoftCollision::Impl::optimize(btAlignedObjectArray<btSoftBody*>& bodies, btSoftBodySolver& by) {
  times = {};
  counters = {};
  list.clear();
  world = &bodies;
  bodySolver = &by;
  pairs.clear();
  tightBounds.clear();
  reader.beginStep();
  synchronise();  // from here on, all known bodies are alive
  writer.clearSContacts(reader);
  unmaskFlags();  // in case an exception ended the last step
}

void SoftCollision::Impl::predict(btScalar timeStep) {
  BT_PROFILE("pliant predict");
  if (!world) return;
  stepTime = timeStep;
  reader.rigidMeshes().beginStep(timeStep, driveTime < 0 ? timeStep : driveTime);
  if (driveTime > 0) driveTime = 0;
  const detail::StageTimer timer(times.predict);
  synchronise();  // a pre-tick callback may have changed bodies
  reader.beginDispatch();
  rigidContacts.clear();
  tightBounds.clear();
  if (btDispatcher* dispatcher = dispatcherOf(*world)) detail::serveGImpactMeshes(*dispatcher);
  sleepers.begin(*world);
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody* body = (*world)[i];
    if (!body->isActive()) continue;
    const detail::Trees trees = keepTrees             ? detail::Trees::All
                                : reader.wasCut(body) ? detail::Trees::Rays
                                                      : detail::Trees::None;
    const btScalar reach = reachOf(body);
    detail::Bounds motion = detail::predictMotion(*body, timeStep, trees, reach);
    if (const auto* entry = reader.find(body)) detail::joinSeams(*body, entry->seams);
    tightBounds.push_back({body, detail::BodyLife::known(*body), {body->m_bounds[0], body->m_bounds[1]}});
    reader.markPredicted(body);
    if (detector()) detail::include(motion, reader.takeHandMoves(body), reach);
    body->m_bounds[0] = motion.low;
    body->m_bounds[1] = motion.high;
  }
  dispatching = true;
}

void SoftCollision::Impl::restoreBounds() {
  for (const TightBounds& tight : tightBounds) {
    if (!reader.has(tight.life)) continue;
    tight.body->m_bounds[0] = tight.bounds[0];
    tight.body->m_bounds[1] = tight.bounds[1];
  }
  tightBounds.clear();
}

void SoftCollision::Impl::collide(btSoftBody& body, const btCollisionObjectWrapper& rigid) {
  // Bullet passes a mesh triangle by triangle where it does not call Pliant's algorithm for the whole mesh.
  for (const btCollisionObjectWrapper* part = &rigid; part; part = part->m_parent)
    if (detail::triangleMeshOf(*part->getCollisionShape()) && collideMesh(body, *part)) return;
  if (collidePlane(body, rigid)) return;
  const std::lock_guard lock(dispatch);
  rigidContacts.collide(body, rigid, dispatching);
}

bool SoftCollision::Impl::collideMesh(btSoftBody& body, const btCollisionObjectWrapper& mesh) {
  const btCollisionObject& object = *mesh.getCollisionObject();
  if (!dispatching || !rigidMeshes || !detector()) return false;
  const std::lock_guard lock(dispatch);  // another thread may have changed the body's flags
  if ((body.m_cfg.collisions & btSoftBody::fCollision::RVSmask) != btSoftBody::fCollision::SDF_RS) return false;
  if (disabledFor(body, object)) return true;
  const detail::SoftBodyReader::Entry* entry = reader.find(&body);
  if (!entry || !table.get(&body).enabled) return false;
  Real wider = 0;
  if (entry->setId != kNoIndex)
    wider = std::max(Real(0), reader.set().obstacleMargin(entry->setId) - reader.set().margin(entry->setId));
  return reader.rigidMeshes().meet(body, mesh, wider);
}

bool SoftCollision::Impl::collidePlane(btSoftBody& body, const btCollisionObjectWrapper& triangle) {
  const btCollisionObject& object = *triangle.getCollisionObject();
  if (!rigidMeshes || object.getCollisionShape()->getShapeType() != STATIC_PLANE_PROXYTYPE) return false;
  if (!object.isStaticOrKinematicObject() || !object.hasContactResponse()) return false;
  const std::lock_guard lock(dispatch);  // another thread may have changed the body's flags
  if ((body.m_cfg.collisions & btSoftBody::fCollision::RVSmask) != btSoftBody::fCollision::SDF_RS) return false;
  // Bullet passes a plane as two triangles, 0 and 1; one of them is enough.
  if (triangle.m_index != 1) detail::RigidContacts::collidePlane(body, object);
  return true;
}

void SoftCollision::Impl::meetChildren(btSoftBody& body, const btCollisionObjectWrapper& compound) {
  const auto& shape = static_cast<const btCompoundShape&>(*compound.getCollisionShape());
  btVector3 low, high;
  body.getAabb(low, high);
  if (const btBroadphaseProxy* proxy = body.getBroadphaseHandle()) {
    low.setMin(proxy->m_aabbMin);
    high.setMax(proxy->m_aabbMax);
  }
  const btTransform& frame = compound.getWorldTransform();
  for (int i = 0; i < shape.getNumChildShapes(); ++i) {
    const btCollisionShape& child = *shape.getChildShape(i);
    const btTransform at = frame * shape.getChildTransform(i);
    if (!child.isCompound() && !detail::triangleMeshOf(child)) continue;
    btVector3 childLow, childHigh;
    child.getAabb(at, childLow, childHigh);
    if (!TestAabbAgainstAabb2(low, high, childLow, childHigh)) continue;
    if (gCompoundChildShapePairCallback && !gCompoundChildShapePairCallback(body.getCollisionShape(), &child)) continue;
    const btCollisionObjectWrapper wrap(&compound, &child, compound.getCollisionObject(), at, -1, i);
    if (child.isCompound())
      meetChildren(body, wrap);
    else
      collideMesh(body, wrap);
  }
}

void SoftCollision::Impl::collide(btSoftBody& a, btSoftBody& b) {
  if (&a == &b || disabledFor(a, b) || disabledFor(b, a)) return;
  const std::lock_guard lock(dispatch);  // another thread may have changed the flags of these bodies
  // A sensor pair is only reported, which Bullet's clusters cannot do.
  if (haveResponse(a, b) && (a.m_cfg.collisions & b.m_cfg.collisions & kClusters)) {
    const int flagsA = a.m_cfg.collisions, flagsB = b.m_cfg.collisions;
    a.m_cfg.collisions &= ~kNotOurs;
    b.m_cfg.collisions &= ~kNotOurs;
    a.defaultCollisionHandler(&b);
    a.m_cfg.collisions = flagsA;
    b.m_cfg.collisions = flagsB;
    return;
  }
  pairs.record(&a, &b);
}

void SoftCollision::Impl::solve() {
  BT_PROFILE("pliant solve");
  if (!world) return;
  dispatching = false;
  synchronise();  // a tick callback may have deleted bodies
  restoreBounds();
  sleepers.settle(*world);
  reader.rigidMeshes().beginSolve(dispatcherOf(*world), volumes() != nullptr);
  reader.beginSolve();
  counters.bodies = world->size();
  setEngines();

  contacts.begin(elements(), volumes(), contactSettings, pairs, table, [this](Index slotA, Index slotB) {
    btSoftBody *a = reader.bodyOfSlot(slotA), *b = reader.bodyOfSlot(slotB);
    if (!a || !b) return mayMeet(a ? *a : *b, *reader.meshOfSlot(a ? slotB : slotA));
    return table.get(a).enabled && table.get(b).enabled && table.pair(a, b) && haveResponse(*a, *b) &&
           !disabledFor(*a, *b) && !disabledFor(*b, *a) && !(a->m_cfg.collisions & b->m_cfg.collisions & kClusters) &&
           wouldCollide(a, b);
  });
  rigidContacts.withhold(*world);
  solver.solve(reader.moving(), reader.set(), reader.nodeOfVertex(), contacts, solveSettings, report, reader.rigid(),
               reader.seams());
  reader.rigidMeshes().endSolve();
  {
    const detail::StageTimer timer(times.solve);
    for (btSoftBody* body : reader.outside())
      if (body->isActive()) body->solveConstraints();
  }
  rigidContacts.giveBack();
  contacts.end(solver.impulses(), report.unresolved > 0);
  times.detect += report.detectMs;
  times.solve += report.solveMs;
  times.response += report.responseMs;
  writeContacts();
  counters.pairs = contacts.pairCount();
  counters.contacts = static_cast<int>(list.view().size());
  counters.volumes = report.volumes;
  counters.lockstepBodies = report.lockstepBodies;
  counters.iterations = report.iterations;
  counters.checkHits = report.hits;
  counters.zones = report.zones;
  counters.detection = contacts.counters();
  tellStatus();
  if (listener) listener->contactsFound(list.view());
  maskFlags();
}

/// Returns true if a soft body may collide with a mesh although dispatch has not reported the pair.
bool SoftCollision::Impl::mayMeet(btSoftBody& body, const detail::RigidMesh& mesh) const {
  if (!mesh.placed) return false;
  if ((body.m_cfg.collisions & btSoftBody::fCollision::RVSmask) != btSoftBody::fCollision::SDF_RS) return false;
  return table.get(&body).enabled && !disabledFor(body, mesh.object()) && haveResponse(body, mesh.object()) &&
         wouldCollide(&body, &mesh.object());
}

void SoftCollision::Impl::writeContacts() {
  BT_PROFILE("pliant report");
  const detail::StageTimer timer(times.response);
  // Impulses of the solver are mass × length; divided by the time step, they are mass × velocity.
  const Real perSecond = stepTime > 0 ? 1 / stepTime : 0;
  writer.report(reader, contacts.found(), solver.impulses(), perSecond, list.fill());
  writer.report(reader, contacts.volumes(), solver.volumeImpulses(), perSecond, list.fill());
  writer.report(reader, contacts.withoutResponse(), list.fill());
  if (writeSContacts) writer.writeSContacts(reader, contacts.found());
  detail::ContactWriter::wake(reader, contacts.found(), contacts.volumes(), solver.volumeImpulses());
}

void SoftCollision::Impl::update() {
  BT_PROFILE("pliant update");
  unmaskFlags();
  if (!world) return;
  const detail::StageTimer timer(times.update);
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody* body = (*world)[i];
    if (body->isActive()) body->integrateMotion();
  }
  sleepers.end(*world, stepTime);
  rigidContacts.clear();
}

void SoftCollision::Impl::maskFlags() {
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody* body = (*world)[i];
    const bool self = table.get(body).self.value_or(detail::SoftBodyReader::selfByDefault(*body));
    const int hidden = body->m_cfg.collisions & (self ? kNotOurs : kNotOurs & ~btSoftBody::fCollision::CL_SELF);
    if (!hidden) continue;
    masked.push_back({body, detail::BodyLife::known(*body), hidden});
    body->m_cfg.collisions &= ~hidden;
  }
}

void SoftCollision::Impl::unmaskFlags() {
  for (const MaskedFlags& flags : masked)
    if (reader.has(flags.life)) flags.body->m_cfg.collisions |= flags.collisions;
  masked.clear();
}

}  // namespace pliant
