#pragma once

#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>

#include "../Worlds.h"

/// A deformable world, Bullet's or Pliant's, and everything that it needs. It steps by 1/240 s.
template <typename Configuration, typename World, typename BodySolver = btDeformableBodySolver>
struct DeformableStageOf {
  static constexpr btScalar kStep = btScalar(1) / 240;

  Configuration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  BodySolver bodySolver;
  btDeformableMultiBodyConstraintSolver solver;
  World world{&dispatcher, &broadphase, &solver, &configuration, &bodySolver};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btTriangleMesh>> meshes;
  std::vector<std::unique_ptr<btRigidBody>> rigid;
  std::vector<std::unique_ptr<btSoftBody>> soft;
  std::vector<std::unique_ptr<btDeformableLagrangianForce>> forces;
  btVector3 gravity;

  explicit DeformableStageOf(const btVector3& g = btVector3(0, 0, 0)) : gravity(g) {
    solver.setDeformableSolver(&bodySolver);
    world.setGravity(g);
    world.getWorldInfo().m_gravity = g;
    world.getWorldInfo().m_sparsesdf.setDefaultVoxelsz(btScalar(0.25));
    world.getSolverInfo().m_deformable_erp = btScalar(0.3);
  }
  DeformableStageOf(const DeformableStageOf&) = delete;
  DeformableStageOf& operator=(const DeformableStageOf&) = delete;
  ~DeformableStageOf() {
    for (const auto& body : soft)
      if (world.getSoftBodyArray().findLinearSearch(body.get()) < world.getSoftBodyArray().size())
        world.removeSoftBody(body.get());
    for (const auto& body : rigid) world.removeRigidBody(body.get());
  }

  btSoftBodyWorldInfo& info() { return world.getWorldInfo(); }
  pliant::SoftCollision& collision() { return world.softCollision(); }

  /// Adds a body with springs of a fifth of the stiffness at which explicit integration explodes.
  btSoftBody* add(btSoftBody* body) {
    soft.emplace_back(body);
    body->m_cfg.collisions =
        btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN | btSoftBody::fCollision::VF_DD;
    body->m_cfg.kDF = btScalar(0.5);
    body->m_sleepingThreshold = 0;
    body->setActivationState(DISABLE_DEACTIVATION);
    if (body->m_tetras.size() > 0) {
      body->initializeDmInverse();
      body->m_tetraScratches.resize(body->m_tetras.size(), btSoftBody::TetraScratch());
      body->m_tetraScratchesTn.resize(body->m_tetras.size(), btSoftBody::TetraScratch());
    }
    world.addSoftBody(body);
    const btScalar nodeMass = 1 / body->m_nodes[body->m_nodes.size() / 2].m_im;
    const btScalar valence = 2 * btScalar(body->m_links.size()) / btScalar(body->m_nodes.size());
    const btScalar spring = btScalar(0.2) * 2 * nodeMass / (kStep * kStep * valence);
    addForce(*body, std::make_unique<btDeformableMassSpringForce>(spring, btScalar(0.01) * spring, true));
    if (!gravity.isZero()) addForce(*body, std::make_unique<btDeformableGravityForce>(gravity));
    return body;
  }
  btSoftBody* addCube(const btVector3& centre, double side = 1, int cells = 3) {
    return add(makeCube(info(), centre, side, cells));
  }
  void addForce(btSoftBody& body, std::unique_ptr<btDeformableLagrangianForce> force) {
    world.addForce(&body, force.get());
    forces.push_back(std::move(force));
  }
  btRigidBody* addRigid(double mass, btCollisionShape* shape, const btVector3& at) {
    shapes.emplace_back(shape);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
    rigid.push_back(std::make_unique<btRigidBody>(btScalar(mass), nullptr, shape, inertia));
    rigid.back()->setCenterOfMassTransform(btTransform(btQuaternion::getIdentity(), at));
    world.addRigidBody(rigid.back().get());
    return rigid.back().get();
  }
  void step() { world.stepSimulation(kStep, 1, kStep); }
  template <typename After>
  void step(int count, const After& after) {
    for (int i = 0; i < count; ++i) {
      step();
      after();
    }
  }
};

using StockDeformableStage =
    DeformableStageOf<btSoftBodyRigidBodyCollisionConfiguration, btDeformableMultiBodyDynamicsWorld>;
using DeformableStage = DeformableStageOf<pliant::CollisionConfiguration, pliant::DeformableMultiBodyDynamicsWorld>;
