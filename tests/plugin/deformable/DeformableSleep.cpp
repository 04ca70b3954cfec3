// Bodies at rest sleep in a deformable world, by Bullet's rule or by setSleeping(). They stay where they are, and wake
// when they are hit or lose their support.

#include "DeformableStage.h"

namespace {

enum class Rule { Bullet, Pliant };

/// Cubes on each other on a floor.
struct Stack : DeformableStage {
  btRigidBody* floor;
  std::vector<btSoftBody*> cubes;

  explicit Stack(Rule rule, int count = 2) : DeformableStage(vector(0, -10, 0)) {
    floor = addRigid(0, new btBoxShape(vector(3, 1, 3)), vector(0, -1, 0));
    for (int i = 0; i < count; ++i) cubes.push_back(addSleepy(vector(0, 0.55 + 1.05 * i, 0)));
    if (rule == Rule::Pliant)
      collision().setSleeping(btScalar(0.02), btScalar(0.5));
    else
      for (btSoftBody* cube : cubes) cube->m_sleepingThreshold = btScalar(0.05);
  }
  /// Adds a cube that may fall asleep. It loses its motion quickly.
  btSoftBody* addSleepy(const btVector3& centre) {
    btSoftBody* const cube = addCube(centre, 1, 2);
    cube->m_cfg.drag = btScalar(0.01);
    cube->forceActivationState(ACTIVE_TAG);
    return cube;
  }
  bool sleep() const {
    return std::ranges::all_of(cubes, [](const btSoftBody* cube) { return !cube->isActive(); });
  }
  bool fallAsleep(int most = 1600) {
    for (int i = 0; i < most && !sleep(); ++i) step();
    return sleep();
  }
};

/// Returns the largest speed of a node.
btScalar speedOf(const btSoftBody& body) {
  btScalar most = 0;
  for (int i = 0; i < body.m_nodes.size(); ++i) most = std::max(most, body.m_nodes[i].m_v.length());
  return most;
}

}  // namespace

TEST_CASE("deformable cubes on each other fall asleep and do not drift") {
  const Rule rule = GENERATE(Rule::Bullet, Rule::Pliant);
  CAPTURE(int(rule));
  Stack stage(rule);
  std::vector<btScalar> last;
  bool still = false;
  for (int i = 0; i < 1600 && !still; ++i) {
    last = coordinatesOf(stage.world.getSoftBodyArray());
    stage.step();
    still = stage.sleep();
  }
  REQUIRE(still);
  stage.step(240, [&] { REQUIRE(coordinatesOf(stage.world.getSoftBodyArray()) == last); });
  CHECK(stage.sleep());
  for (const btSoftBody* cube : stage.cubes) CHECK(speedOf(*cube) == 0);
}

TEST_CASE("the speed by which a deformable body may fall asleep is that after its contacts") {
  Stack stage(Rule::Bullet);
  stage.step(120, [&] {
    for (const btSoftBody* cube : stage.cubes)
      CHECK(std::sqrt(cube->m_maxSpeedSquared) == Approx(speedOf(*cube)).margin(1e-6));
  });
}

TEST_CASE("a sleeping deformable cube wakes when another one hits it") {
  const Rule rule = GENERATE(Rule::Bullet, Rule::Pliant);
  const bool fast = GENERATE(false, true);  // a fast one comes from outside its box within a step
  CAPTURE(int(rule), fast);
  Stack stage(rule, 1);
  REQUIRE(stage.fallAsleep());
  btSoftBody* const other = stage.addCube(vector(0, 1.62, 0) + vector(0, fast ? 1.5 : 0, 0), 1, 2);
  if (fast) other->setVelocity(vector(0, -100, 0));
  std::size_t pairs = 0;
  bool woke = false;
  stage.step(60, [&] {
    woke = woke || stage.cubes[0]->isActive();
    pairs = std::max(pairs, facePairsFound(stage.collision()));
  });
  CHECK(woke);
  CHECK(pairs == 0);
  CHECK(centreOf(*stage.cubes[0]).y() < centreOf(*other).y());
}

TEST_CASE("sleeping deformable cubes fall when their floor is gone") {
  const Rule rule = GENERATE(Rule::Bullet, Rule::Pliant);
  CAPTURE(int(rule));
  Stack stage(rule);
  REQUIRE(stage.fallAsleep());
  const btScalar before = centreOf(*stage.cubes[1]).y();
  SECTION("removed") {
    stage.world.removeRigidBody(stage.floor);
    stage.step(120, [] {});
    stage.world.addRigidBody(stage.floor);
  }
  SECTION("moved by hand") {
    stage.floor->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(0, -9, 0)));
    stage.step(120, [] {});
  }
  CHECK(centreOf(*stage.cubes[1]).y() < before - btScalar(0.5));
}

TEST_CASE("a velocity that the program gives to a sleeping deformable cube wakes it") {
  Stack stage(Rule::Bullet, 1);
  REQUIRE(stage.fallAsleep());
  const btScalar before = centreOf(*stage.cubes[0]).y();
  stage.cubes[0]->setVelocity(vector(0, 3, 0));
  stage.step(20, [] {});
  CHECK(stage.cubes[0]->isActive());
  CHECK(centreOf(*stage.cubes[0]).y() > before + btScalar(0.1));
}

TEST_CASE("a deformable body without simulation outlives the rigid body that it lay on") {
  DeformableStage stage(btVector3(0, -10, 0));
  btRigidBody* const box = stage.addRigid(0, new btBoxShape(vector(2, 1, 2)), vector(0, -1, 0));
  btSoftBody* const cube = stage.addCube(vector(0, 0.52, 0));
  stage.step(60, [] {});
  REQUIRE(cube->m_nodeRigidContacts.size() > 0);
  cube->forceActivationState(DISABLE_SIMULATION);
  stage.step();
  stage.world.removeRigidBody(box);
  stage.rigid.clear();
  CHECK(cube->m_nodeRigidContacts.size() == 0);
  stage.step(5, [] {});
}
