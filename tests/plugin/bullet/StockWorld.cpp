#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <LinearMath/btPoolAllocator.h>

#include <deque>
#include <thread>

#include "../Worlds.h"

namespace {

/// A cube that falls on a pinned cube.
struct Fall {
  btSoftBody *lower, *upper;

  template <typename AnyStage>
  explicit Fall(AnyStage& stage)
      : lower(makeCube(stage.info(), vector(0, 0, 0), 1, 3)), upper(makeCube(stage.info(), vector(0.1, 1.2, 0), 1, 3)) {
    pin(*lower);
    stage.world.addSoftBody(lower);
    stage.world.addSoftBody(upper);
  }
};

}  // namespace

TEST_CASE("a stock world with Pliant's solver and configuration") {
  PartsStage stage;
  const Fall bodies(stage);
  CHECK(stage.mostIn(60, [&] { return stage.collision().getNumContacts(); }) > 0);
  CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
  CHECK(bodies.lower->m_fdbvt.empty());
  SECTION("rays on kept trees") {
    stage.collision().setKeepBulletTrees(true);
    stage.step();
    CHECK(firstHit(stage.world, vector(0.1, 5, 0.13), vector(0.1, -5, 0.13)) == bodies.upper);
  }
}

TEST_CASE("the multi-body world as well") {
  MultiBodyStage stage;
  const Fall bodies(stage);
  int most = 0;
  stage.step(60, [&] {
    most = std::max(most, stage.collision().getNumContacts());
    CHECK(firstHit(stage.world, vector(0, 5, 0.1), vector(0, -5, 0.1)) == bodies.upper);
  });
  CHECK(most > 0);
  CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
}

namespace {

/// Bullet's default solver, except for changes that a program may have made.
struct Derived : btDefaultSoftBodySolver {};

using Kind = pliant::SoftBodyStatus::Kind;

}  // namespace

TEST_CASE("a world of Pliant's with a solver that is neither Pliant's nor Bullet's default one says so, once") {
  Derived derived;
  PliantStage stage(&derived);
  StatusListener listener(stage.collision());
  stage.addCube(vector(0, 0, 0), 1, 2);
  btSoftBody* other = stage.addCube(vector(3, 0, 0), 1, 2);
  stage.step(10);
  CHECK(finite(*other));
  CHECK(other->getSoftBodySolver() == &derived);
  CHECK(firstHit(stage.world, vector(3, 5, 0), vector(3, -5, 0)) == other);
  REQUIRE(listener.reported.size() == 1);
  CHECK(listener.reported[0].first == nullptr);
  CHECK(listener.reported[0].second.kind == Kind::NotServed);
  CHECK(listener.reported[0].second.message.find("solver") != std::string::npos);
  CHECK(stage.collision().getStatus(other).kind == Kind::NotServed);
  CHECK_FALSE(stage.configuration.isServed());
}

TEST_CASE("Bullet's default solver, passed to a world of Pliant's, gives way: soft bodies meet as without it") {
  const auto run = [](auto& stage) {
    const Fall bodies(stage);
    stage.step(60);
    CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
    CHECK(stage.collision().getStatus(bodies.upper).kind == Kind::Active);
    return coordinatesOf(*bodies.upper);
  };
  btDefaultSoftBodySolver given;
  PliantStage with(&given), without;
  CHECK(run(with) == run(without));
  CHECK(with.configuration.isServed());
}

TEST_CASE("a body that is given Bullet's default solver in a world of Pliant's meets others all the same") {
  btDefaultSoftBodySolver given;
  Derived derived;
  PliantStage stage;
  StatusListener listener(stage.collision());
  const Fall bodies(stage);
  for (btSoftBody* body : {bodies.lower, bodies.upper}) body->setSoftBodySolver(&given);
  stage.step(60);
  CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
  CHECK(listener.reported.empty());
  // Another solver class of the program stays, and a status reports it.
  bodies.upper->setSoftBodySolver(&derived);
  stage.step(2);
  CHECK(bodies.upper->getSoftBodySolver() == &derived);
  REQUIRE(listener.reported.size() == 1);
  CHECK(listener.reported[0].first == bodies.upper);
  CHECK(listener.reported[0].second.kind == Kind::NotServed);
  CHECK(stage.collision().getStatus(bodies.upper).kind == Kind::NotServed);
  bodies.upper->setSoftBodySolver(&given);
  stage.step(2);
  REQUIRE(listener.reported.size() == 2);
  CHECK(listener.reported[1].second.kind == Kind::Active);
  CHECK(stage.collision().getStatus(bodies.upper).kind == Kind::Active);
}

TEST_CASE(
    "a configuration tells whether soft bodies are served: by a world of Pliant's, or by a solver in a stock one") {
  SECTION("a world of Pliant's, as long as it lives") {
    pliant::CollisionConfiguration configuration;
    CHECK_FALSE(configuration.isServed());
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    {
      const pliant::SoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
      CHECK(configuration.isServed());
    }
    CHECK_FALSE(configuration.isServed());
  }
  SECTION("a world for multibodies, to which Bullet's default solver was passed") {
    btDefaultSoftBodySolver given;
    MultiBodyStage stage(&given);
    const Fall bodies(stage);
    CHECK(stage.configuration.isServed());
    stage.step(60);
    CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
    CHECK(bodies.upper->getSoftBodySolver() != &given);
  }
  SECTION("a stock world alone") {
    Stage<pliant::CollisionConfiguration, btSoftRigidDynamicsWorld> stage;
    const Fall bodies(stage);
    stage.step(60);
    CHECK_FALSE(stage.configuration.isServed());
    CHECK(centreOf(*bodies.upper).y() < btScalar(0.5));  // the cube falls through
  }
  SECTION("a stock world with a solver of Pliant's, once there was a step") {
    PartsStage stage;
    CHECK_FALSE(stage.configuration.isServed());
    stage.step();
    CHECK(stage.configuration.isServed());
  }
  SECTION("the same where the configuration was told nothing, once soft bodies were near each other") {
    pliant::SoftBodySolver softSolver;
    Stage<pliant::CollisionConfiguration, btSoftRigidDynamicsWorld> stage(&softSolver);
    const Fall bodies(stage);
    stage.step(60);
    CHECK(stage.configuration.isServed());
    CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
  }
}

TEST_CASE("a world of Pliant's with Bullet's configuration: soft bodies meet, rigid meshes are left to Bullet") {
  Stage<btSoftBodyRigidBodyCollisionConfiguration, pliant::SoftRigidDynamicsWorld> stage;
  SECTION("soft bodies") {
    const Fall bodies(stage);
    stage.step(60);
    CHECK(centreOf(*bodies.upper).y() > btScalar(0.9));
  }
  SECTION("a triangle mesh") {
    auto mesh = std::make_unique<btTriangleMesh>();
    mesh->addTriangle(vector(-3, 0, -3), vector(-3, 0, 3), vector(3, 0, -3));
    mesh->addTriangle(vector(3, 0, 3), vector(3, 0, -3), vector(-3, 0, 3));
    stage.addMesh(std::move(mesh));
    const btSoftBody* cube = stage.addCube(vector(0, 0.8, 0), 1, 3);
    bool touched = false;  // contacts with the mesh come and go while the cube trembles on it
    for (int i = 0; i < 60; ++i) {
      stage.step();
      touched = touched || cube->m_rcontacts.size() > 0;
    }
    CHECK(touched);
    CHECK(stage.collision().getNumContacts() == 0);
    CHECK(centreOf(*cube).y() > btScalar(0.4));
  }
}

TEST_CASE("pairs may be noted from many threads") {
  PliantStage stage;
  std::vector<btSoftBody*> bodies;
  for (int i = 0; i < 12; ++i) bodies.push_back(stage.addCube(vector(btScalar(i) * btScalar(0.9), 0, 0), 1, 1));
  // Bullet handles neighbours whose flags require clusters, and creates joints at once.
  const bool clusters = GENERATE(false, true);
  for (std::size_t i = 0; clusters && i < bodies.size(); ++i) {
    if (i % 4 > 1) continue;
    bodies[i]->generateClusters(2);
    bodies[i]->m_cfg.collisions |= btSoftBody::fCollision::CL_SS | btSoftBody::fCollision::CL_SELF;
  }
  stage.step();
  const auto joints = [&] {
    int count = 0;
    for (const btSoftBody* body : bodies) count += body->m_joints.size();
    return count;
  };
  const int before = joints();
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 200; ++i) {
        btSoftBody *a = bodies[(i + t) % 12], *b = bodies[(i * 5 + t + 1) % 12];
        a->getSoftBodySolver()->processCollision(a, b);
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (clusters) CHECK(joints() > before);
  for (const btSoftBody* body : bodies) {
    const bool asked = body->m_cfg.collisions & btSoftBody::fCollision::CL_SELF;  // hidden during the call only
    CHECK(asked == (body->m_clusters.size() > 0));
  }
  stage.step();
  CHECK(stage.collision().getCounters().pairs > 0);
}

TEST_CASE("the dispatcher's own algorithms are called from many threads") {
  PliantStage stage;
  std::vector<btSoftBody*> bodies;
  for (int i = 0; i < 6; ++i) bodies.push_back(stage.addCube(vector(btScalar(i) * btScalar(0.9), 0, 0), 1, 1));
  stage.step();
  std::vector<btCollisionAlgorithm*> algorithms;
  std::deque<btCollisionObjectWrapper> wraps;
  for (btSoftBody* body : bodies)
    wraps.emplace_back(nullptr, body->getCollisionShape(), body, body->getWorldTransform(), -1, -1);
  for (int t = 0; t < 6; ++t)
    algorithms.push_back(stage.dispatcher.findAlgorithm(&wraps[0], &wraps[1], nullptr, BT_CONTACT_POINT_ALGORITHMS));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      btDispatcherInfo dispatchInfo;
      for (std::size_t i = 0; i < 300; ++i)
        algorithms[t]->processCollision(&wraps[(i + t) % 6], &wraps[(i * 3 + t + 1) % 6], dispatchInfo, nullptr);
    });
  for (std::thread& thread : threads) thread.join();
  for (btCollisionAlgorithm* algorithm : algorithms) {
    algorithm->~btCollisionAlgorithm();
    stage.dispatcher.freeCollisionAlgorithm(algorithm);
  }
  stage.step();
  CHECK(stage.collision().getCounters().pairs > 0);
}

TEST_CASE("the pool has room for the algorithms, whatever the user asks for") {
  btDefaultCollisionConstructionInfo info;
  info.m_customCollisionAlgorithmMaxElementSize = 1;
  pliant::CollisionConfiguration configuration(info);
  CHECK(configuration.getCollisionAlgorithmPool()->getElementSize() >=
        int(sizeof(btCollisionAlgorithm) + sizeof(void*)));
  info.m_customCollisionAlgorithmMaxElementSize = 4096;
  pliant::CollisionConfiguration large(info);
  CHECK(large.getCollisionAlgorithmPool()->getElementSize() >= 4096);
}
