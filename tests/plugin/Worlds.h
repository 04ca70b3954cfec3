#pragma once

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/plugin.h>
#include <pliant_catch.h>

#include <functional>
#include <limits>
#include <memory>
#include <type_traits>

#include "shapes/measures.h"
#include "shapes/rigidMeshes.h"
#include "shapes/softBodies.h"

// Worlds for tests. This header gives the tests Catch2, Bullet, shapes and measures, too.

using Method = pliant::SoftCollision::Method;
/// The methods that go by elements.
inline constexpr Method kElementMethods[] = {Method::Auto, Method::SpatialHash, Method::BucketTree,
                                             Method::RegularityTree, Method::BruteForce};

/// A world and everything that it needs. The destructor removes and deletes all bodies.
template <typename Configuration, typename World, typename ConstraintSolver = btSequentialImpulseConstraintSolver,
          typename Dispatcher = btCollisionDispatcher, typename Broadphase = btDbvtBroadphase>
struct Stage {
  Configuration configuration;
  Dispatcher dispatcher{&configuration};
  Broadphase broadphase;
  ConstraintSolver solver;
  World world;
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btTriangleMesh>> meshes;

  template <typename... Extra>
  explicit Stage(Extra&&... extra)
      : world(&dispatcher, &broadphase, &solver, &configuration, std::forward<Extra>(extra)...) {
    setGravity(vector(0, -10, 0));
    world.getDispatchInfo().m_enableSPU = true;
  }
  /// Builds Bullet's own world with parts of Pliant.
  Stage(pliant::SoftCollision* collision, pliant::SoftBodySolver* softSolver)
      : configuration(collision), world(&dispatcher, &broadphase, &solver, &configuration, softSolver) {
    setGravity(vector(0, -10, 0));
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
  btAlignedObjectArray<btSoftBody*>& bodies() { return world.getSoftBodyArray(); }
  pliant::SoftCollision& collision() { return world.softCollision(); }

  void setGravity(const btVector3& gravity) {
    world.setGravity(gravity);
    info().m_gravity = gravity;
  }

  /// Adds a body. A shape margin other than Bullet's default (0.25) becomes the body's contact distance, too.
  btSoftBody* add(btSoftBody* body) {
    if constexpr (requires { world.softCollision(); }) {
      const btScalar margin = body->getCollisionShape()->getMargin();
      if (margin != btScalar(0.25)) world.softCollision().setMargin(body, margin);
    }
    world.addSoftBody(body);
    return body;
  }
  btSoftBody* addCube(const btVector3& centre, double side, int cells, bool faces = true) {
    return add(makeCube(info(), centre, side, cells, faces));
  }
  btSoftBody* addCloth(const btVector3& centre, double half, int n, int pinned = 0) {
    return add(makeCloth(info(), centre, half, n, pinned));
  }

  btRigidBody* addRigid(double mass, btCollisionShape* shape, const btVector3& at = btVector3(0, 0, 0)) {
    shapes.emplace_back(shape);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
    auto* state = new btDefaultMotionState(btTransform(btQuaternion::getIdentity(), at));
    auto* body = new btRigidBody(btScalar(mass), state, shape, inertia);
    world.addRigidBody(body);
    return body;
  }
  /// Adds a static body of triangles.
  btRigidBody* addMesh(std::unique_ptr<btTriangleMesh> mesh, const btVector3& at = btVector3(0, 0, 0)) {
    return addRigid(0, new btBvhTriangleMeshShape(keep(std::move(mesh)), true), at);
  }
  /// Adds a body of triangles that may be dynamic.
  btRigidBody* addGImpact(double mass, std::unique_ptr<btTriangleMesh> mesh, const btVector3& at = btVector3(0, 0, 0)) {
    return addRigid(mass, rigid::gimpact(keep(std::move(mesh))), at);
  }
  btTriangleMesh* keep(std::unique_ptr<btTriangleMesh> mesh) { return meshes.emplace_back(std::move(mesh)).get(); }

  void step() { world.stepSimulation(btScalar(1) / 60, 0); }
  void step(int count) {
    for (int i = 0; i < count; ++i) step();
  }
  /// Calls after() or after(i) after each step.
  template <typename After>
  void step(int count, const After& after) {
    for (int i = 0; i < count; ++i) {
      step();
      if constexpr (std::is_invocable_v<After, int>)
        after(i);
      else
        after();
    }
  }
  /// Returns the largest value that measure() returns after a step.
  template <typename Measure>
  auto mostIn(int count, const Measure& measure) {
    auto most = std::numeric_limits<decltype(measure())>::lowest();
    step(count, [&] { most = std::max(most, measure()); });
    return most;
  }
  template <typename Measure>
  auto leastIn(int count, const Measure& measure) {
    return -mostIn(count, [&] { return -measure(); });
  }
  /// Returns the sum of what measure() returns after each step.
  template <typename Measure>
  auto sumOf(int count, const Measure& measure) {
    decltype(measure() + 0) sum = 0;
    step(count, [&] { sum += measure(); });
    return sum;
  }
};

template <typename Dispatcher>
using StageWith = Stage<pliant::CollisionConfiguration, pliant::SoftRigidDynamicsWorld,
                        btSequentialImpulseConstraintSolver, Dispatcher>;
using StockStage = Stage<btSoftBodyRigidBodyCollisionConfiguration, btSoftRigidDynamicsWorld>;
using PliantStage = Stage<pliant::CollisionConfiguration, pliant::SoftRigidDynamicsWorld>;
using MultiBodyStage =
    Stage<pliant::CollisionConfiguration, pliant::SoftMultiBodyDynamicsWorld, btMultiBodyConstraintSolver>;

/// A world without gravity.
struct WeightlessStage : PliantStage {
  WeightlessStage() { setGravity(vector(0, 0, 0)); }
};

struct Parts {
  pliant::SoftCollision softCollision;
  pliant::SoftBodySolver softSolver{&softCollision};
};
/// Bullet's own world with Pliant's configuration and solver.
struct PartsStage : Parts, Stage<pliant::CollisionConfiguration, btSoftRigidDynamicsWorld> {
  PartsStage() : Stage(&softCollision, &softSolver) {}
  pliant::SoftCollision& collision() { return softCollision; }
};

/// Records the statuses that are reported.
struct StatusListener : pliant::SoftCollisionListener {
  StatusListener() = default;
  explicit StatusListener(pliant::SoftCollision& collision) { collision.setListener(this); }

  using Kind = pliant::SoftBodyStatus::Kind;
  std::vector<std::pair<const btSoftBody*, pliant::SoftBodyStatus>> reported;

  void statusChanged(btSoftBody* body, const pliant::SoftBodyStatus& status) override {
    reported.push_back({body, status});
  }
  /// Returns the number of reports of a kind, about one body or, if `body` is null, about any.
  auto count(Kind kind, const btSoftBody* body = nullptr) const {
    return std::ranges::count_if(
        reported, [&](const auto& each) { return each.second.kind == kind && (!body || each.first == body); });
  }
};

/// Counts the points that a contact test finds.
struct PointCounter : btCollisionWorld::ContactResultCallback {
  int count = 0;
  btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int, const btCollisionObjectWrapper*,
                           int, int) override {
    ++count;
    return 0;
  }
};

/// Returns the object that a ray hits first, or null.
inline const btCollisionObject* firstHit(const btCollisionWorld& world, const btVector3& from, const btVector3& to) {
  btCollisionWorld::ClosestRayResultCallback ray(from, to);
  world.rayTest(from, to, ray);
  return ray.m_collisionObject;
}

inline void makeKinematic(btRigidBody& body) {
  body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  body.setActivationState(DISABLE_DEACTIVATION);
}
/// Sets the place to which a kinematic body moves in the next step.
inline void moveTo(btRigidBody& body, const btVector3& at, const btQuaternion& turn = btQuaternion::getIdentity()) {
  body.getMotionState()->setWorldTransform(btTransform(turn, at));
}
/// Sets the same inertia about all axes.
inline void setInertia(btRigidBody& body, btScalar mass, btScalar inertia) {
  body.setMassProps(mass, btVector3(inertia, inertia, inertia));
  body.updateInertiaTensor();
}

/// Returns the number of contacts that fulfil the condition.
template <typename Condition>
int countContacts(const pliant::SoftCollision& collision, const Condition& condition) {
  const auto contacts = collision.getContacts();
  return int(std::count_if(contacts.begin(), contacts.end(), condition));
}

/// Returns the number of intersecting face pairs that Pliant's query finds.
inline std::size_t facePairsFound(pliant::SoftCollision& collision) {
  pliant::Results results;
  REQUIRE(collision.query({.facePairs = true}, results));
  return results.facePairs.size();
}
