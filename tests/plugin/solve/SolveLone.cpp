#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <pliant_catch.h>

#include <cstring>
#include <functional>

#include "SolverStage.h"

namespace {

/// Drops a soft block on a rigid floor in a stock world with a given solver. Returns positions and velocities.
std::vector<btVector3> drop(btSoftBodySolver* solver, const std::function<void(btSoftBody&, btRigidBody&)>& setUp) {
  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver rigidSolver;
  btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &rigidSolver, &configuration, solver);
  btSoftBodyWorldInfo& info = world.getWorldInfo();
  info.m_dispatcher = &dispatcher;
  info.m_broadphase = &broadphase;
  info.m_sparsesdf.setDefaultVoxelsz(btScalar(0.25));
  btBoxShape floorShape(btVector3(5, 1, 5)), loadShape(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)));
  btRigidBody floor(0, nullptr, &floorShape), load(1, nullptr, &loadShape, btVector3(1, 1, 1));
  floor.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
  load.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(2.2), 0)));
  load.setActivationState(DISABLE_DEACTIVATION);
  world.addRigidBody(&floor);
  world.addRigidBody(&load);
  auto body = bodies::make(info, bodies::cube(3, 1, btVector3(0, btScalar(1.2), 0)), 2, btScalar(0.05));
  setUp(*body, load);
  world.addSoftBody(body.get());
  for (int i = 0; i < 90; ++i) world.stepSimulation(btScalar(1) / 60, 1, btScalar(1) / 60);
  std::vector<btVector3> result;
  for (int i = 0; i < body->m_nodes.size(); ++i) {
    result.push_back(body->m_nodes[i].m_x);
    result.push_back(body->m_nodes[i].m_v);
  }
  world.removeSoftBody(body.get());
  world.removeRigidBody(&load);
  world.removeRigidBody(&floor);
  return result;
}

bool sameBits(const std::vector<btVector3>& a, const std::vector<btVector3>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      if (std::memcmp(&a[i][k], &b[i][k], sizeof(btScalar)) != 0) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a body that touches no soft body ends with the bits that stock Bullet gives it") {
  const std::pair<const char*, std::function<void(btSoftBody&, btRigidBody&)>> ways[] = {
      {"plain", [](btSoftBody&, btRigidBody&) {}},
      {"anchored", [](btSoftBody& body, btRigidBody& load) { body.appendAnchor(body.m_nodes.size() - 1, &load); }},
      {"velocity solver",
       [](btSoftBody& body, btRigidBody&) {
         body.setSolver(btSoftBody::eSolverPresets::Velocities);
         body.m_cfg.viterations = 4;
         body.m_cfg.diterations = 2;
       }},
      {"drift",
       [](btSoftBody& body, btRigidBody&) {
         body.m_cfg.m_dsequence.push_back(btSoftBody::ePSolver::Linear);
         body.m_cfg.diterations = 3;
         body.m_cfg.kVCF = btScalar(0.5);
       }},
      {"no position iterations", [](btSoftBody& body, btRigidBody&) { body.m_cfg.piterations = 0; }},
      {"clusters",
       [](btSoftBody& body, btRigidBody&) {
         body.m_cfg.collisions = btSoftBody::fCollision::CL_RS;
         body.generateClusters(4);
       }},
  };
  for (const auto& [name, setUp] : ways) {
    INFO(name);
    NaiveSolver ours;
    btDefaultSoftBodySolver stock;
    CHECK(sameBits(drop(&ours, setUp), drop(&stock, setUp)));
    CHECK(ours.report.loneBodies == 1);
    CHECK(ours.report.lockstepBodies == 0);
  }
}
