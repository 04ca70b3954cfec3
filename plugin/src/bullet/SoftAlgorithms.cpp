#include "SoftAlgorithms.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <pliant/plugin/SoftBodySolver.h>

#include <algorithm>

#include "ClosestPoints.h"
#include "step/SoftCollisionImpl.h"
#include "step/dispatcherAccess.h"

namespace pliant::detail {
namespace {

btSoftBody* softBodyOf(const btCollisionObjectWrapper* wrap) {
  return const_cast<btSoftBody*>(btSoftBody::upcast(wrap->getCollisionObject()));
}

/// Returns the body's solver if it is Pliant's, and sets use.byDispatch; else null.
SoftBodySolver* solverOf(const btSoftBody& body, ConfigurationUse& use) {
  auto* const ours = dynamic_cast<SoftBodySolver*>(body.getSoftBodySolver());
  if (ours) use.byDispatch = true;
  return ours;
}

}  // namespace

bool ConfigurationUse::anyWorld() const {
  return std::ranges::any_of(worlds, [](const World& world) { return !world.life.expired(); });
}

void ConfigurationUse::add(const World& world) {
  std::erase_if(worlds, [](const World& known) { return known.life.expired(); });
  worlds.push_back(world);
}

SoftCollision* ConfigurationUse::of(const btSoftBody& body) const {
  if (collision) return collision;
  for (const World& world : worlds)
    if (world.deformable && !world.life.expired() && world.deformable->impl().isServed(body)) return world.deformable;
  return nullptr;
}

void noteAsked(btOverlappingPairCache& cache, btDispatcher& dispatcher, std::vector<PairKey>& asked) {
  asked.clear();
  if (!hasNearCallback(dispatcher)) return;
  const auto isSoft = [](const btBroadphaseProxy& proxy) {
    const auto* const object = static_cast<const btCollisionObject*>(proxy.m_clientObject);
    return object && btSoftBody::upcast(object);
  };
  const btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
  for (int i = 0; i < pairs.size(); ++i) {
    const btBroadphasePair& pair = pairs[i];
    if (!isSoft(*pair.m_pProxy0) || !isSoft(*pair.m_pProxy1)) continue;
    // Bullet's own callback takes no pair of which neither moves. Both may be woken later in the step.
    const auto isActive = [](const btBroadphaseProxy& proxy) {
      return static_cast<const btCollisionObject*>(proxy.m_clientObject)->isActive();
    };
    if (!isActive(*pair.m_pProxy0) && !isActive(*pair.m_pProxy1)) continue;
    if (pair.m_algorithm && !dynamic_cast<const SoftSoftAlgorithm*>(pair.m_algorithm)) continue;
    asked.push_back(pairOf(*pair.m_pProxy0, *pair.m_pProxy1));
  }
  std::sort(asked.begin(), asked.end());
}

void SoftSoftAlgorithm::processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                                         const btDispatcherInfo&, btManifoldResult*) {
  btSoftBody *a = softBodyOf(first), *b = softBodyOf(second);
  if (!a || !b) return;
  btSoftBodySolver* solver = a->getSoftBodySolver();
  if (!solverOf(*a, m_use) && m_use.collision)
    m_use.collision->impl().collide(*a, *b);
  else if (solver)
    solver->processCollision(a, b);
  if (SoftCollision* const deformable = m_use.collision ? nullptr : m_use.of(*a))
    deformable->impl().record(*a, *b, *m_dispatcher);
}

SoftMeshAlgorithm::~SoftMeshAlgorithm() {
  if (!m_bulletsOwn) return;
  m_bulletsOwn->~btCollisionAlgorithm();
  m_dispatcher->freeCollisionAlgorithm(m_bulletsOwn);
}

void SoftMeshAlgorithm::processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                                         const btDispatcherInfo& dispatchInfo, btManifoldResult* result) {
  const bool softFirst = softBodyOf(first) != nullptr;
  btSoftBody* body = softBodyOf(softFirst ? first : second);
  if (!body) return;
  SoftBodySolver* ours = solverOf(*body, m_use);
  SoftCollision* collision = ours ? &ours->softCollision() : m_use.of(*body);
  const btCollisionObjectWrapper& rigid = softFirst ? *second : *first;
  if (collision && rigid.getCollisionShape()->isCompound())
    collision->impl().meetChildren(*body, rigid);
  else if (collision && collision->impl().collideMesh(*body, rigid))
    return;
  if (!m_bulletsOwn) {
    btCollisionAlgorithmConstructionInfo info(m_dispatcher, 1);
    m_bulletsOwn = m_bullets->CreateCollisionAlgorithm(info, first, second);
  }
  m_bulletsOwn->processCollision(first, second, dispatchInfo, result);
}

void SoftClosestPointsAlgorithm::processCollision(const btCollisionObjectWrapper* first,
                                                  const btCollisionObjectWrapper* second, const btDispatcherInfo&,
                                                  btManifoldResult* result) {
  if (!result) return;
  // The result reads from its manifold which body is the first; contactTest and contactPairTest set no manifold.
  btPersistentManifold own(first->getCollisionObject(), second->getCollisionObject(), 0, 0, 0);
  btPersistentManifold* given = result->getPersistentManifold();
  if (!given) result->setPersistentManifold(&own);
  reportClosestPoints(*first, *second, *result);
  result->setPersistentManifold(given);
}

}  // namespace pliant::detail
