#pragma once

#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftBodySolver.h>

#include <memory>

class btBroadphaseInterface;
class btCollisionConfiguration;
class btDeformableBodySolver;

namespace pliant::detail {

/// Owns or references the soft body solver of a world, and installs the callbacks of a step.
/// A base class of the worlds, so that it is constructed before Bullet's world and destroyed after it.
class PLIANT_PLUGIN_EXPORT WorldSolver {
 protected:
  /// `given`: as softBodySolver of SoftWorld; not owned.
  explicit WorldSolver(btSoftBodySolver* given);
  /// `given`: the solver of a deformable world; null: creates one. It keeps its part of the step.
  explicit WorldSolver(btDeformableBodySolver* given);
  ~WorldSolver();

  /// Connects a CollisionConfiguration to this world, if Pliant's solver steps its soft bodies (isServed).
  void serve(btCollisionConfiguration* configuration);

  btSoftBodySolver* solver() const { return m_solver; }
  SoftCollision& collision() const { return *m_collision; }

  /// Installs the overlap filter and the pair callback of a step; they call those of the program.
  /// The destructor restores the program's.
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
  std::unique_ptr<Step> m_step;  // memory for the objects of a StepGuard, so that a step does not allocate
  std::unique_ptr<btSoftBodySolver> m_ownedSolver;
  std::unique_ptr<SoftCollision> m_ownedCollision;
  btSoftBodySolver* m_solver = nullptr;
  std::shared_ptr<const void> m_life;  // expires with the world
  SoftCollision* m_collision = nullptr;
};

}  // namespace pliant::detail
