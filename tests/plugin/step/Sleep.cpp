// Bodies at rest sleep after setSleeping(). A sleeping body wakes when it is moved, is hit, or loses its support.

#include "../Worlds.h"

namespace {

/// Returns the number of bodies that sleep.
int sleepingIn(PliantStage& stage) {
  int count = 0;
  for (int i = 0; i < stage.bodies().size(); ++i) count += !stage.bodies()[i]->isActive();
  return count;
}
bool allSleep(PliantStage& stage) {
  return sleepingIn(stage) == stage.bodies().size();
}

std::vector<btVector3> centresOf(PliantStage& stage) {
  std::vector<btVector3> centres;
  for (int i = 0; i < stage.bodies().size(); ++i) centres.push_back(centreOf(*stage.bodies()[i]));
  return centres;
}

/// Returns the number of steps until all bodies sleep, or −1 if some stay awake.
int stepsToSleep(PliantStage& stage, int most) {
  for (int i = 0; i < most; ++i) {
    if (allSleep(stage)) return i;
    stage.step();
  }
  return -1;
}

enum class Scene { Ball, Cubes, Cloth };

/// Adds the soft bodies of a scene on a rigid floor. Returns the floor.
btRigidBody* fill(PliantStage& stage, Scene scene) {
  btRigidBody* const floor = stage.addRigid(0, new btBoxShape(vector(4, 1, 4)), vector(0, -1, 0));
  if (scene == Scene::Ball)
    stage.add(makeBall(stage.info(), vector(0, 1, 0), 0.5, 64, 1, 20))->m_cfg.kDP = btScalar(0.05);
  for (int i = 0; scene == Scene::Cubes && i < 3; ++i)
    stage.addCube(vector(0, btScalar(0.8) + btScalar(1.1) * btScalar(i), 0), 1, 2);
  if (scene == Scene::Cloth) stage.addCloth(vector(0, 0.5, 0), 1, 8);
  for (int i = 0; i < stage.bodies().size(); ++i) stage.bodies()[i]->m_cfg.kDF = 1;
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
  CHECK(stage.collision().getSleepSpeed() == 0);
  stage.step(600, [&] { REQUIRE(sleepingIn(stage) == 0); });
  stage.collision().setSleeping(btScalar(0.02), 1);
  CHECK(stage.collision().getSleepTime() == 1);
  const int steps = stepsToSleep(stage, 600);
  CHECK(steps >= 59);
  const std::vector<btVector3> before = centresOf(stage);
  stage.step(60);
  CHECK(allSleep(stage));
  CHECK(centresOf(stage) == before);
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
  const std::vector<btVector3> before = centresOf(stage);
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
  for (std::size_t i = 0; i < before.size(); ++i) CHECK(centresOf(stage)[i].y() < before[i].y() - 3);
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
