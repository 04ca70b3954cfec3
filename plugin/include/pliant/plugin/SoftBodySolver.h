#pragma once

#include <BulletSoftBody/btSoftBodySolvers.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollision.h>

#include <memory>

namespace pliant {

/// Steps soft bodies as btDefaultSoftBodySolver does.
/// Also detects and solves contacts between soft bodies, and does not maintain Bullet's trees.
/// Pass it to a stock world; a world of Pliant creates its own.
///
/// A body without seams that touches no soft body gets the same bits as in stock Bullet.
/// Only the order in which its contacts with rigid bodies are solved differs.
class PLIANT_PLUGIN_EXPORT SoftBodySolver : public btSoftBodySolver {
 public:
  /// `collision` is not owned and must outlive the solver; null (default): the solver creates and owns one.
  explicit SoftBodySolver(SoftCollision* collision = nullptr);
  ~SoftBodySolver() override;

  /// Returns the settings and results of the bodies that this solver steps; valid while the solver lives.
  SoftCollision& softCollision();
  const SoftCollision& softCollision() const;

  SolverTypes getSolverType() const override { return DEFAULT_SOLVER; }
  bool checkInitialized() override { return true; }
  /// Does nothing: results are written in place.
  void copyBackToSoftBodies(bool move = true) override;

  // The world calls these four once a step, in this order, on the thread that steps it.
  /// Begins a step; forceUpdate is ignored. The array must stay alive until the next call.
  void optimize(btAlignedObjectArray<btSoftBody*>& softBodies, bool forceUpdate = false) override;
  /// Applies forces and predicts positions at t1. `timeStep` [s].
  void predictMotion(btScalar timeStep) override;
  /// Detects and solves contacts, and calls the listener. Uses the time step of predictMotion.
  void solveConstraints(btScalar timeStep) override;
  /// Updates normals, and which bodies sleep.
  void updateSoftBodies() override;

  /// Adds contacts of a soft and a rigid body to m_rcontacts.
  /// They are those of btSoftBody::defaultCollisionHandler, found without the node tree.
  /// Triangle meshes and planes are handled as SoftCollision::setRigidMeshesEnabled describes.
  /// Thread-safe.
  void processCollision(btSoftBody* softBody, const btCollisionObjectWrapper* rigid) override;
  /// Records a pair of soft bodies for solveConstraints.
  /// Pairs that both have CL_SS are passed to Bullet's cluster handler instead.
  /// Thread-safe.
  void processCollision(btSoftBody* a, btSoftBody* b) override;

 private:
  std::unique_ptr<SoftCollision> m_owned;
  SoftCollision* m_collision;
};

}  // namespace pliant
