#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btDeformableBodySolver.h>
#include <pliant/plugin/CollisionConfiguration.h>
#include <pliant/plugin/WorldSolver.h>

#include <optional>
#include <typeinfo>

#include "SoftAlgorithms.h"
#include "SoftPairCallback.h"
#include "step/SoftCollisionImpl.h"

namespace pliant::detail {

struct WorldSolver::Step {
  std::optional<SoftPairFilter> filter;
  std::optional<SoftPairCallback> callback;
};

namespace {

/// Returns true for Bullet's own solver, which SoftBodySolver replaces in full; false for classes derived from it.
bool isStock(const btSoftBodySolver& solver) {
  return typeid(solver) == typeid(btDefaultSoftBodySolver);
}

}  // namespace

WorldSolver::WorldSolver(btSoftBodySolver* given)
    : m_step(std::make_unique<Step>()), m_solver(given), m_life(std::make_shared<char>()) {
  if (!m_solver || isStock(*m_solver)) {
    m_ownedSolver = std::make_unique<SoftBodySolver>();
    m_solver = m_ownedSolver.get();
  }
  if (auto* ours = dynamic_cast<SoftBodySolver*>(m_solver)) {
    m_collision = &ours->softCollision();
  } else {
    m_ownedCollision = std::make_unique<SoftCollision>();
    m_collision = m_ownedCollision.get();
    m_collision->impl().notServed =
        "the world's soft body solver is not Pliant's: that solver decides which soft bodies collide";
  }
}

WorldSolver::WorldSolver(btDeformableBodySolver* given)
    : m_step(std::make_unique<Step>()), m_solver(given), m_life(std::make_shared<char>()) {
  if (!given) {
    m_ownedSolver = std::make_unique<btDeformableBodySolver>();
    m_solver = m_ownedSolver.get();
  }
  m_ownedCollision = std::make_unique<SoftCollision>();
  m_collision = m_ownedCollision.get();
  m_collision->impl().table.deformable = true;
  if (given && given->isReducedSolver())
    m_collision->impl().notServed = "the world's solver is for reduced bodies: it decides which bodies collide";
}

void WorldSolver::serve(btCollisionConfiguration* configuration) {
  auto* const ours = dynamic_cast<CollisionConfiguration*>(configuration);
  if (ours && m_collision->impl().notServed.empty())
    ours->m_use->add({m_life, m_collision->impl().table.deformable ? m_collision : nullptr});
}

WorldSolver::~WorldSolver() = default;

WorldSolver::StepGuard::StepGuard(WorldSolver& world, btBroadphaseInterface& broadphase) : m_world(world) {
  if (btOverlappingPairCache* cache = broadphase.getOverlappingPairCache()) {
    world.m_step->filter.emplace(world.collision(), *cache);
    world.m_step->callback.emplace(world.collision(), *cache);
  }
  restoreSoftPairs(world.collision(), broadphase);
  world.collision().impl().reportNotServed();
}

WorldSolver::StepGuard::~StepGuard() {
  m_world.m_step->callback.reset();
  m_world.m_step->filter.reset();
}

}  // namespace pliant::detail
