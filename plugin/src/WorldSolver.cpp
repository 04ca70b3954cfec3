#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <pliant/plugin/WorldSolver.h>

#include "SoftPairCallback.h"

namespace pliant::detail {

WorldSolver::WorldSolver(btSoftBodySolver* given) : m_solver(given) {
  if (!m_solver) {
    m_ownedSolver = std::make_unique<SoftBodySolver>();
    m_solver = m_ownedSolver.get();
  }
  if (auto* ours = dynamic_cast<SoftBodySolver*>(m_solver)) {
    m_collision = &ours->softCollision();
  } else {
    m_ownedCollision = std::make_unique<SoftCollision>();
    m_collision = m_ownedCollision.get();
  }
}

WorldSolver::~WorldSolver() = default;

struct WorldSolver::StepGuard::Impl {
  SoftPairFilter filter;
  SoftPairCallback callback;

  Impl(SoftCollision& collision, btOverlappingPairCache& cache)
      : filter(collision, cache), callback(collision, cache) {}
};

WorldSolver::StepGuard::StepGuard(SoftCollision& collision, btBroadphaseInterface& broadphase) {
  if (btOverlappingPairCache* cache = broadphase.getOverlappingPairCache())
    m_impl = std::make_unique<Impl>(collision, *cache);
  restoreSoftPairs(collision, broadphase);
}

WorldSolver::StepGuard::~StepGuard() = default;

}  // namespace pliant::detail
