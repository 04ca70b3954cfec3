#pragma once

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/plugin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "shapes/softBodies.h"

/// A world and everything that it needs. The destructor removes and deletes all bodies.
template <typename Configuration, typename World, typename ConstraintSolver = btSequentialImpulseConstraintSolver,
          typename Dispatcher = btCollisionDispatcher>
struct Stage {
  Configuration configuration;
  Dispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  ConstraintSolver solver;
  World world;
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btTriangleMesh>> meshes;

  template <typename... Extra>
  explicit Stage(Extra&&... extra)
      : world(&dispatcher, &broadphase, &solver, &configuration, std::forward<Extra>(extra)...) {
    world.setGravity(btVector3(0, -10, 0));
    world.getWorldInfo().m_gravity = btVector3(0, -10, 0);
    world.getDispatchInfo().m_enableSPU = true;
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() {
    for (int i = world.getNumCollisionObjects() - 1; i >= 0; --i) {
      btCollisionObject* object = world.getCollisionObjectArray()[i];
      if (btRigidBody* rigid = btRigidBody::upcast(object)) delete rigid->getMotionState();
      world.removeCollisionObject(object);
      delete object;
    }
  }

  btSoftBodyWorldInfo& info() { return world.getWorldInfo(); }

  /// Adds a body. A shape margin other than Bullet's default (0.25) becomes the body's contact distance, too.
  btSoftBody* add(btSoftBody* body) {
    if constexpr (requires { world.softCollision(); }) {
      const btScalar margin = body->getCollisionShape()->getMargin();
      if (margin != btScalar(0.25)) world.softCollision().setMargin(body, margin);
    }
    world.addSoftBody(body);
    return body;
  }

  btRigidBody* addRigid(btScalar mass, btCollisionShape* shape, const btVector3& at) {
    shapes.emplace_back(shape);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btTransform transform = btTransform::getIdentity();
    transform.setOrigin(at);
    auto* body = new btRigidBody(mass, new btDefaultMotionState(transform), shape, inertia);
    world.addRigidBody(body);
    return body;
  }

  void step(int count = 1) {
    for (int i = 0; i < count; ++i) world.stepSimulation(btScalar(1) / 60, 0);
  }
};

using StockStage = Stage<btSoftBodyRigidBodyCollisionConfiguration, btSoftRigidDynamicsWorld>;
using PliantStage = Stage<pliant::CollisionConfiguration, pliant::SoftRigidDynamicsWorld>;
using MultiBodyStage =
    Stage<pliant::CollisionConfiguration, pliant::SoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver>;

/// Bullet's own world with Pliant's configuration and solver. The caller removes the bodies that it adds.
struct PartsStage {
  pliant::SoftCollision collision;
  pliant::SoftBodySolver softSolver{&collision};
  pliant::CollisionConfiguration configuration{&collision};
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration, &softSolver};

  PartsStage() { world.getWorldInfo().m_gravity = btVector3(0, -10, 0); }
  PartsStage(const PartsStage&) = delete;
  PartsStage& operator=(const PartsStage&) = delete;
};

inline bool sameBits(const btSoftBody& a, const btSoftBody& b) {
  if (a.m_nodes.size() != b.m_nodes.size()) return false;
  for (int i = 0; i < a.m_nodes.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!(a.m_nodes[i].m_x[k] == b.m_nodes[i].m_x[k] && a.m_nodes[i].m_v[k] == b.m_nodes[i].m_v[k] &&
            a.m_nodes[i].m_n[k] == b.m_nodes[i].m_n[k]))
        return false;
  return true;
}

inline bool finite(const btSoftBody& body) {
  for (int i = 0; i < body.m_nodes.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(body.m_nodes[i].m_x[k])) return false;
  return true;
}

inline btVector3 centreOf(const btSoftBody& body) {
  btVector3 sum(0, 0, 0);
  for (int i = 0; i < body.m_nodes.size(); ++i) sum += body.m_nodes[i].m_x;
  return sum / btScalar(body.m_nodes.size());
}
