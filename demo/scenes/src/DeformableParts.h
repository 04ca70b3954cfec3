#pragma once

#include <btBulletDynamicsCommon.h>
#include <pliant/scenes/Scene.h>

#include <Eigen/Core>
#include <map>
#include <memory>
#include <vector>

class btDeformableBodySolver;
class btDeformableLagrangianForce;
class btDeformableMultiBodyConstraintSolver;
class btDeformableMultiBodyDynamicsWorld;
class btSoftBody;
struct btSoftBodyWorldInfo;

namespace pliant {

class SoftCollision;
struct SoftMaterial;

/// A deformable world, its solvers, and the forces on its bodies.
class DeformableParts {
 public:
  struct Parts {
    btDispatcher* dispatcher;
    btBroadphaseInterface* broadphase;
    btCollisionConfiguration* configuration;
  };
  /// `ofPliant`: Pliant's world, else stock Bullet's. `collides` false: soft bodies pass through each other.
  DeformableParts(const Parts& parts, const WorldSettings& settings, bool ofPliant, bool collides);
  DeformableParts(const DeformableParts&) = delete;
  DeformableParts& operator=(const DeformableParts&) = delete;
  ~DeformableParts();

  btDiscreteDynamicsWorld& world();
  btSoftBodyWorldInfo& info();
  /// Returns null in stock Bullet's world.
  SoftCollision* collision() const { return m_collision; }
  /// Adds a body with its forces. `scale`: factor of all lengths.
  void add(btSoftBody& body, const SoftMaterial& material, double scale);

  /// Number of substeps of a step.
  static constexpr int kSubsteps = 4;
  /// Makes one substep.
  void substep();

  /// Begins a step, and sets whether given() is measured in it.
  void beginStep(bool measures);
  /// Returns the momentum that elastic forces have given to the free vertices of a body since beginStep(), without that
  /// of gravity. Forces within the body cancel, so it comes from the pinned vertices [mass · length / s].
  Eigen::Vector3d given(const btSoftBody* body) const;

 private:
  struct Given {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero(), before = Eigen::Vector3d::Zero();
  };
  void complete(btSoftBody& body) const;
  void addForce(btSoftBody& body, std::unique_ptr<btDeformableLagrangianForce> force);
  void beforeForces();
  void afterForces(btScalar timeStep);

  const bool m_collides;
  std::unique_ptr<btDeformableBodySolver> m_bodySolver;
  std::unique_ptr<btDeformableMultiBodyConstraintSolver> m_solver;
  std::vector<std::unique_ptr<btDeformableLagrangianForce>> m_forces;
  std::unique_ptr<btDeformableMultiBodyDynamicsWorld> m_world;
  SoftCollision* m_collision = nullptr;
  bool m_measures = false;
  std::map<const btSoftBody*, Given> m_given;
};

}  // namespace pliant
