// Rigid meshes in other worlds: dispatch on many threads, substeps, sleeping bodies.

#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <LinearMath/btThreads.h>

#include <thread>

#include "../RigidJudge.h"

namespace {

/// Dispatches on several threads. Bullet's own dispatcher does so only if Bullet was built for it.
struct Threaded : btCollisionDispatcher {
  using btCollisionDispatcher::btCollisionDispatcher;
  void dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info, btDispatcher*) override {
    constexpr int kThreads = 4;
    btBroadphasePairArray& pairs = cache->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {  // the pool may not be thread-safe
      auto* a = static_cast<btCollisionObject*>(pairs[i].m_pProxy0->m_clientObject);
      auto* b = static_cast<btCollisionObject*>(pairs[i].m_pProxy1->m_clientObject);
      const btCollisionObjectWrapper wrapA(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
      const btCollisionObjectWrapper wrapB(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
      if (!pairs[i].m_algorithm)
        pairs[i].m_algorithm = findAlgorithm(&wrapA, &wrapB, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    }
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        for (int i = t; i < pairs.size(); i += kThreads) getNearCallback()(pairs[i], *this, info);
      });
    for (std::thread& thread : threads) thread.join();
  }
};

btScalar waves(btScalar x, btScalar z) {
  return btScalar(0.1) * btScalar(std::sin(double(x) * 3) * std::cos(double(z) * 4));
}

/// Soft bodies on four adjacent sheets.
struct Sheets {
  template <typename AnyStage>
  explicit Sheets(AnyStage& stage) {
    for (int i = 0; i < 4; ++i)
      grounds.push_back(stage.addMesh(rigid::sheet(1, 4 + i, waves),
                                      vector(i % 2 ? 1 : -1, btScalar(0.01) * btScalar(i), i / 2 ? 1 : -1)));
    for (const btScalar x : {btScalar(-0.9), btScalar(0.4)})
      cubes.push_back(stage.addCube(vector(x, 0.8, x / 3), 1, 3));
    cubes.push_back(stage.addCloth(vector(0, 1.6, 0), 1, 9));
  }
  std::vector<const btRigidBody*> grounds;
  std::vector<btSoftBody*> cubes;
};

btRigidBody* addLift(PliantStage& stage) {
  btRigidBody* lift = stage.addMesh(rigid::sheet(1, 6));
  makeKinematic(*lift);
  return lift;
}

}  // namespace

TEMPLATE_TEST_CASE("dispatchers for many threads give the same bits", "", btCollisionDispatcherMt, Threaded) {
  btSetTaskScheduler(btGetSequentialTaskScheduler());
  PliantStage one;
  StageWith<TestType> many;
  const Sheets reference(one), sheets(many);
  for (int i = 0; i < 60; ++i) {
    one.step();
    many.step();
    for (std::size_t k = 0; k < sheets.cubes.size(); ++k) {
      REQUIRE(sameBits(*sheets.cubes[k], *reference.cubes[k]));
      for (const btRigidBody* ground : sheets.grounds) CHECK(rigid::facePairs(*sheets.cubes[k], *ground) == 0);
    }
  }
  CHECK(many.collision().getNumContacts() > 40);
}

TEST_CASE("substeps of one call are steps like any others") {
  PliantStage calls, steps;
  const Sheets inCalls(calls), inSteps(steps);
  int count = 0;
  while (count < 60) count += calls.world.stepSimulation(btScalar(0.0501), 10, btScalar(1) / 60);
  steps.step(count);
  for (std::size_t k = 0; k < inCalls.cubes.size(); ++k) CHECK(sameBits(*inCalls.cubes[k], *inSteps.cubes[k]));
  CHECK(calls.collision().getNumContacts() > 40);
}

TEST_CASE("a driven mesh lifts a soft body, however many substeps a call has") {
  const int substeps = GENERATE(1, 2, 5);
  CAPTURE(substeps);
  PliantStage stage;
  btRigidBody* lift = addLift(stage);
  const btSoftBody* cube = stage.addCube(vector(0, 0.55, 0), 1, 3);
  const btScalar dt = btScalar(1) / 60;
  for (int i = 1; i <= 60 / substeps; ++i) {
    moveTo(*lift, vector(0, btScalar(0.02) * btScalar(i * substeps), 0));
    stage.world.stepSimulation(dt * btScalar(substeps) * btScalar(1.0001), substeps, dt);
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *lift) == 0);
  }
  CHECK(centreOf(*cube).y() > btScalar(1.5));
}

TEST_CASE("a mesh that sleeps is woken by the soft body that falls on it") {
  PliantStage stage;
  stage.world.setGravity(vector(0, 0, 0));
  btRigidBody* box = stage.addGImpact(1, rigid::box(vector(0.5, 0.2, 0.5), 3));
  btSoftBody* cube = stage.addCube(vector(0, 1.2, 0), 1, 3);
  box->forceActivationState(ISLAND_SLEEPING);
  stage.step(60, [&](int i) {
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *box) == 0);
  });
  CHECK(box->isActive());
  CHECK(box->getWorldTransform().getOrigin().y() < btScalar(-0.2));
}

TEST_CASE("a soft body that sleeps on a mesh stays so until the mesh comes against it") {
  PliantStage stage;
  btRigidBody* lift = addLift(stage);
  btSoftBody* cube = stage.addCube(vector(0, 0.55, 0), 1, 3);
  stage.step(120);
  cube->forceActivationState(ISLAND_SLEEPING);
  const btScalar before = centreOf(*cube).y();
  stage.step(30);
  CHECK(!cube->isActive());
  CHECK(centreOf(*cube).y() == before);
  for (int i = 1; i <= 60; ++i) {
    moveTo(*lift, vector(0, btScalar(0.01) * btScalar(i), 0));
    stage.step();
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *lift) == 0);
  }
  CHECK(cube->isActive());
  CHECK(centreOf(*cube).y() > before + btScalar(0.5));
}
