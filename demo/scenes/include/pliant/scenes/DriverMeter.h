#pragma once

#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btSoftBody.h>

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace pliant {

class DeformableParts;
class SoftCollision;
struct SimulatedBody;

/// Stock Bullet's solver, which solves the bodies one after the other. If `measure` is true, it also measures the
/// momentum that each body's own constraints give to all free vertices and bodies. Momentum that bodies exchange
/// cancels.
class MeteredSolver : public btDefaultSoftBodySolver {
 public:
  void solveConstraints(btScalar timeStep) override;
  /// Returns that momentum times the time step, for the last step [mass · length].
  Eigen::Vector3d given(const btSoftBody* body) const;
  bool measure = false;  ///< false: it only solves

 private:
  Eigen::Vector3d sum() const;
  std::vector<std::pair<const btSoftBody*, Eigen::Vector3d>> m_given;
};

/// Measures the momentum that the pinned vertices of a body give to its other vertices in a step. The force on a pinned
/// vertex cannot be read. So the momentum is the gain of the other vertices minus the impulses of contacts with other
/// bodies.
class DriverMeter {
 public:
  /// Call before a step in which only links, contacts and `gravity` act.
  void begin(const std::vector<SimulatedBody>& bodies, const btVector3& gravity, btScalar timeStep);
  /// Call after the step. Exactly one of `collision` and `stock` is not null.
  void finish(const std::vector<SimulatedBody>& bodies, const SoftCollision* collision, const MeteredSolver* stock);
  /// Call after a step of a deformable world, in place of the other one.
  void finish(const std::vector<SimulatedBody>& bodies, const DeformableParts& forces);
  /// Returns the momentum of the last step [mass · velocity]. `body` is an index into `bodies`.
  const Eigen::Vector3d& momentum(std::size_t body) const { return m_momentum[body]; }

 private:
  std::vector<btVector3> m_way;  // displacement of each vertex without constraints [length], all bodies in one array
  std::vector<Eigen::Vector3d> m_momentum;
  double m_timeStep = 1;
};

}  // namespace pliant
