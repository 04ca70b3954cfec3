#pragma once

#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftBodySolver.h>

#include <memory>

class btBroadphaseInterface;
class btCollisionConfiguration;

namespace pliant::detail {

/// What Pliant's worlds have in common: the solver that a world is born with, and what goes on around a step. A base
/// class, so that it is there before Bullet's world and outlives it.
class PLIANT_PLUGIN_EXPORT WorldSolver {
 protected:
  explicit WorldSolver(btSoftBodySolver* given);
  ~WorldSolver();

  /// Notes in a configuration of Pliant's that soft bodies are served here, if they are.
  void serve(btCollisionConfiguration* configuration);

  btSoftBodySolver* solver() const { return m_solver; }
  SoftCollision& collision() const { return *m_collision; }

  /// Puts the filter and the pair callback of the step in front of those that are installed; the destructor takes them
  /// away again.
  class StepGuard {
   public:
    StepGuard(WorldSolver& world, btBroadphaseInterface& broadphase);
    ~StepGuard();
    StepGuard(const StepGuard&) = delete;
    StepGuard& operator=(const StepGuard&) = delete;

   private:
    WorldSolver& m_world;
  };

 private:
  struct Step;
  std::unique_ptr<Step> m_step;  // room for what a guard installs, so that a step allocates nothing
  std::unique_ptr<SoftBodySolver> m_ownedSolver;
  std::unique_ptr<SoftCollision> m_ownedCollision;
  btSoftBodySolver* m_solver = nullptr;
  std::shared_ptr<const void> m_life;  // as long as the world's
  SoftCollision* m_collision = nullptr;
};

}  // namespace pliant::detail
