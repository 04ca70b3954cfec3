#include "SoftAlgorithms.h"

#include <BulletCollision/CollisionDispatch/btCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <pliant/plugin/SoftBodySolver.h>

#include <utility>

#include "ClosestPoints.h"
#include "step/SoftCollisionImpl.h"

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

/// Reads the registered creation functions, for which Bullet has only a setter.
struct TableAccess : btCollisionDispatcher {
  static btCollisionAlgorithmCreateFunc* registered(btCollisionDispatcher& dispatcher, int type0, int type1) {
    return (dispatcher.*(&TableAccess::m_doubleDispatchContactPoints))[type0][type1];
  }
};

/// Records that the near callback called it.
class Probe : public SoftAlgorithm {
 public:
  using SoftAlgorithm::SoftAlgorithm;
  void processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*, const btDispatcherInfo&,
                        btManifoldResult*) override {
    reached = true;
  }
  bool reached = false;
};

}  // namespace

void serveGImpactMeshes(btDispatcher& dispatcher) {
  auto* const known = dynamic_cast<btCollisionDispatcher*>(&dispatcher);
  if (!known || !known->getCollisionConfiguration()) return;
  constexpr int kSoft = SOFTBODY_SHAPE_PROXYTYPE, kGImpact = GIMPACT_SHAPE_PROXYTYPE;
  for (const auto& [type0, type1] : {std::pair(kSoft, kGImpact), std::pair(kGImpact, kSoft)}) {
    if (!dynamic_cast<btGImpactCollisionAlgorithm::CreateFunc*>(TableAccess::registered(*known, type0, type1)))
      continue;
    known->registerCollisionCreateFunc(
        type0, type1, known->getCollisionConfiguration()->getCollisionAlgorithmCreateFunc(type0, type1));
  }
}

bool nearCallbackWants(btDispatcher& dispatcher, btBroadphaseProxy& first, btBroadphaseProxy& second) {
  auto* const known = dynamic_cast<btCollisionDispatcher*>(&dispatcher);
  const btNearCallback wants = known ? known->getNearCallback() : nullptr;
  if (!wants || wants == btCollisionDispatcher::defaultNearCallback) return true;
  Probe probe{btCollisionAlgorithmConstructionInfo(known, 1)};
  btBroadphasePair pair(first, second);
  pair.m_algorithm = &probe;
  wants(pair, *known, btDispatcherInfo());
  return probe.reached;
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
  SoftCollision* collision = ours ? &ours->softCollision() : m_use.collision;
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
