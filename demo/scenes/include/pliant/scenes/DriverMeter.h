#pragma once

#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btSoftBody.h>

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace pliant {

class SoftCollision;
struct SimulatedBody;

/// Stock Bullet's solver, which solves one body after the other; tells what momentum each body's own constraints have
/// given to all that moves freely. What bodies give each other cancels.
class MeteredSolver : public btDefaultSoftBodySolver {
 public:
  void solveConstraints(btScalar timeStep) override;
  /// Mass × length, of the last step.
  Eigen::Vector3d given(const btSoftBody* body) const;
  bool measure = false;  ///< else it only solves

 private:
  Eigen::Vector3d sum() const;
  std::vector<std::pair<const btSoftBody*, Eigen::Vector3d>> m_given;
};

/// What momentum vertices that nothing moves give to their own body's other vertices in a step. No force can be read
/// from such a vertex, so it is what those others got, less what other bodies gave them.
class DriverMeter {
 public:
  /// Before a step in which only links, contacts and `gravity` act.
  void begin(const std::vector<SimulatedBody>& bodies, const btVector3& gravity, btScalar timeStep);
  /// After it; one of `collision` and `stock` is told.
  void finish(const std::vector<SimulatedBody>& bodies, const SoftCollision* collision, const MeteredSolver* stock);
  /// Of a body by its place, mass × velocity.
  const Eigen::Vector3d& momentum(std::size_t body) const { return m_momentum[body]; }

 private:
  std::vector<btVector3> m_way;  // to where each vertex would go by itself, body after body
  std::vector<Eigen::Vector3d> m_momentum;
  double m_timeStep = 1;
};

}  // namespace pliant
