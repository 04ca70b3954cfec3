#pragma once

#include <BulletSoftBody/btSoftBodySolvers.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollision.h>

#include <memory>

namespace pliant {

/// Steps soft bodies as btDefaultSoftBodySolver does, but detects and solves contacts between them, and leaves out
/// Bullet's trees. Pass it to a stock world, or let Pliant's world make one.
///
/// A body that touches no other soft body, and has no seams, ends up with the same bits as in stock Bullet, but for the
/// order in which its contacts with rigid bodies are solved.
class PLIANT_PLUGIN_EXPORT SoftBodySolver : public btSoftBodySolver {
 public:
  /// `collision` stays the user's; null: the solver makes its own.
  explicit SoftBodySolver(SoftCollision* collision = nullptr);
  ~SoftBodySolver() override;

  SoftCollision& softCollision();
  const SoftCollision& softCollision() const;

  SolverTypes getSolverType() const override { return DEFAULT_SOLVER; }
  bool checkInitialized() override { return true; }
  void copyBackToSoftBodies(bool move = true) override;

  void optimize(btAlignedObjectArray<btSoftBody*>& softBodies, bool forceUpdate = false) override;
  void predictMotion(btScalar timeStep) override;
  void solveConstraints(btScalar timeStep) override;
  void updateSoftBodies() override;

  /// Soft against rigid: the same contacts as btSoftBody::defaultCollisionHandler, without the node tree. May be called
  /// from several threads.
  void processCollision(btSoftBody* softBody, const btCollisionObjectWrapper* rigid) override;
  /// Soft against soft: notes the pair. May be called from several threads.
  void processCollision(btSoftBody* a, btSoftBody* b) override;

 private:
  std::unique_ptr<SoftCollision> m_owned;
  SoftCollision* m_collision;
};

}  // namespace pliant
