#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <pliant/plugin/WorldSolver.h>

#include <optional>

#include "SoftPairCallback.h"

namespace pliant::detail {

struct WorldSolver::Step {
  std::optional<SoftPairFilter> filter;
  std::optional<SoftPairCallback> callback;
};

WorldSolver::WorldSolver(btSoftBodySolver* given) : m_step(std::make_unique<Step>()), m_solver(given) {
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

WorldSolver::StepGuard::StepGuard(WorldSolver& world, btBroadphaseInterface& broadphase) : m_world(world) {
  if (btOverlappingPairCache* cache = broadphase.getOverlappingPairCache()) {
    world.m_step->filter.emplace(world.collision(), *cache);
    world.m_step->callback.emplace(world.collision(), *cache);
  }
  restoreSoftPairs(world.collision(), broadphase);
}

WorldSolver::StepGuard::~StepGuard() {
  m_world.m_step->callback.reset();
  m_world.m_step->filter.reset();
}

}  // namespace pliant::detail
