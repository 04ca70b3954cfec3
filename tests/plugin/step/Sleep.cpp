// Bodies at rest sleep after setSleeping(). A sleeping body wakes when it is moved, is hit, or loses its support.
#include <pliant_catch.h>

#include "../OverlapJudge.h"

namespace {

bool allSleep(const btAlignedObjectArray<btSoftBody*>& bodies) {
  for (int i = 0; i < bodies.size(); ++i)
    if (bodies[i]->getActivationState() != ISLAND_SLEEPING) return false;
  return true;
}

bool anySleeps(const btAlignedObjectArray<btSoftBody*>& bodies) {
  for (int i = 0; i < bodies.size(); ++i)
    if (!bodies[i]->isActive()) return true;
  return false;
}

/// Returns the number of steps until all bodies sleep, or −1 if some stay awake.
int stepsToSleep(PliantStage& stage, int most) {
  for (int i = 0; i < most; ++i) {
    if (allSleep(stage.bodies())) return i;
    stage.step();
  }
  return -1;
}

enum class Scene { Ball, Cubes, Cloth };

/// Adds the soft bodies of a scene on a rigid floor. Returns the floor.
btRigidBody* fill(PliantStage& stage, Scene scene) {
  btRigidBody* const floor = stage.addRigid(0, new btBoxShape(vector(4, 1, 4)), vector(0, -1, 0));
  if (scene == Scene::Ball) {
    btSoftBody* const ball = stage.add(makeBall(stage.info(), vector(0, 1, 0), 0.5, 64, 1, 20));
    ball->m_cfg.kDP = btScalar(0.05);
    ball->m_cfg.kDF = 1;
  }
  for (int i = 0; scene == Scene::Cubes && i < 3; ++i) {
    btSoftBody* const cube = stage.addCube(vector(0, btScalar(0.8) + btScalar(1.1) * btScalar(i), 0), 1, 2);
    cube->m_cfg.kDF = 1;
  }
  if (scene == Scene::Cloth) {
    btSoftBody* const cloth = stage.addCloth(vector(0, 0.5, 0), 1, 8);
    cloth->m_cfg.kDF = 1;
  }
  return floor;
}

btSoftBody* putAsleep(PliantStage& stage) {
  fill(stage, Scene::Ball);
  stage.step(240);
  btSoftBody* const ball = stage.bodies()[0];
  ball->setActivationState(ISLAND_SLEEPING);
  stage.step(20);
  REQUIRE(!ball->isActive());
  return ball;
}

}  // namespace

TEST_CASE("sleep: what rests falls asleep where that is set, and nothing does by default") {
  const Scene scene = GENERATE(Scene::Cubes, Scene::Cloth);
  CAPTURE(int(scene));
  PliantStage stage;
  fill(stage, scene);
  const auto& bodies = stage.bodies();
  CHECK(stage.collision().getSleepSpeed() == 0);
  stage.step(600, [&] { REQUIRE(!anySleeps(bodies)); });
  stage.collision().setSleeping(btScalar(0.02), 1);
  CHECK(stage.collision().getSleepTime() == 1);
  const int steps = stepsToSleep(stage, 600);
  CHECK(steps >= 59);
  std::vector<btVector3> where;
  for (int i = 0; i < bodies.size(); ++i) where.push_back(centreOf(*bodies[i]));
  stage.step(60);
  CHECK(allSleep(bodies));
  for (int i = 0; i < bodies.size(); ++i) CHECK(centreOf(*bodies[i]) == where[std::size_t(i)]);
}

TEST_CASE("sleep: what moves, and what may not sleep, stays awake") {
  PliantStage stage;
  fill(stage, Scene::Ball);
  btSoftBody* const ball = stage.bodies()[0];
  btSoftBody* const falling = stage.addCloth(vector(9, 0, 0), 1, 4);
  stage.collision().setSleeping(btScalar(0.02), 1);
  ball->setActivationState(DISABLE_DEACTIVATION);
  stage.step(400, [&] {
    REQUIRE(ball->isActive());
    REQUIRE(falling->isActive());
  });
  CHECK_THROWS(stage.collision().setSleeping(-1, 1));
  CHECK_THROWS(stage.collision().setSleeping(1, 0));
}

TEST_CASE("sleep: a stack of which the lowest loses its floor falls as a whole") {
  PliantStage stage;
  btRigidBody* const floor = fill(stage, Scene::Cubes);
  stage.collision().setSleeping(btScalar(0.02), 1);
  REQUIRE(stepsToSleep(stage, 1200) > 0);
  const auto& bodies = stage.bodies();
  std::vector<btScalar> heights;
  for (int i = 0; i < bodies.size(); ++i) heights.push_back(centreOf(*bodies[i]).y());
  SECTION("removed") {
    stage.world.removeRigidBody(floor);
    stage.step(60);
    delete floor->getMotionState();
    delete floor;
  }
  SECTION("moved by hand") {
    floor->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(0, -9, 0)));
    stage.step(60);
  }
  for (int i = 0; i < bodies.size(); ++i) CHECK(centreOf(*bodies[i]).y() < heights[std::size_t(i)] - 3);
}

TEST_CASE("sleep: who was laid down by the program wakes") {
  PliantStage stage;
  btSoftBody* const ball = putAsleep(stage);
  const btVector3 before = centreOf(*ball);
  SECTION("when it is moved by hand, and falls back") {
    ball->translate(vector(0, 1, 0));
    stage.step(120);
    CHECK(ball->isActive());
    CHECK(centreOf(*ball).y() < before.y() + btScalar(0.2));
  }
  SECTION("when its support is gone") {
    btCollisionObject* const floor = stage.world.getCollisionObjectArray()[0];
    REQUIRE(btRigidBody::upcast(floor));
    floor->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(0, -9, 0)));
    stage.step(60);
    CHECK(centreOf(*ball).y() < before.y() - 2);
  }
  SECTION("when a rigid body hits it, and it does not stop in the air") {
    btRigidBody* const box =
        stage.addRigid(3, new btBoxShape(vector(1, 1, 1) * btScalar(0.4)), before + vector(0.3, 2, 0));
    stage.step(240);
    CHECK(ball->isActive());
    CHECK(std::abs(centreOf(*ball).y() - before.y()) < btScalar(0.1));
    CHECK(box->getWorldTransform().getOrigin().y() < before.y() + 2);
  }
  SECTION("unless nothing happens to it") {
    stage.step(60);
    CHECK(!ball->isActive());
    CHECK(centreOf(*ball) == before);
  }
}
