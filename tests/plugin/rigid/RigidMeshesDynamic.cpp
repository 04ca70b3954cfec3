// Soft bodies against dynamic rigid triangle meshes: each body gains the momentum that the other loses.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>

#include "../RigidJudge.h"

namespace {

/// Adds a box of triangles with half extents of 0.5. Its inertia is that of a solid cube: the shape computes a rough
/// inertia that is not the same about all axes.
btRigidBody* addBox(PliantStage& stage, btScalar mass, const btVector3& at = vector(0, 0, 0)) {
  btRigidBody* box = stage.addGImpact(mass, rigid::box(vector(0.5, 0.5, 0.5), 3), at);
  box->setFriction(btScalar(0.8));
  setInertia(*box, mass, mass / 6);
  box->setActivationState(DISABLE_DEACTIVATION);
  return box;
}

}  // namespace

TEST_CASE("momentum and angular momentum of soft and rigid stay, and energy does not grow") {
  const btScalar mass = GENERATE(btScalar(0.01), btScalar(0.1), btScalar(1), btScalar(10), btScalar(100));
  const bool friction = GENERATE(false, true);
  CAPTURE(mass, friction);
  WeightlessStage stage;
  btRigidBody* box = addBox(stage, mass);
  // Triangles without links: Bullet's links would change the angular momentum.
  btSoftBody* dust = makeCloth(stage.info(), vector(0.3, 1, 0.2), 0.4, 5);
  dust->m_links.clear();
  dust->m_cfg.kDF = friction ? 1 : 0;
  stage.add(dust)->setVelocity(vector(1, -4, 0));
  const BodyMotion before = rigid::sumOf(*dust, *box);
  double kinetic = before.kinetic;
  const double most = 1e-5 * (double(mass) + 1) * 10;
  stage.step(40, [&](int i) {
    const BodyMotion after = rigid::sumOf(*dust, *box);
    CAPTURE(i);
    CHECK((after.momentum - before.momentum).norm() < most);
    CHECK((after.angular - before.angular).norm() < most);
    CHECK(after.kinetic <= kinetic * (1 + 1e-4) + 1e-6);
    CHECK(rigid::facePairs(*dust, *box) == 0);
    kinetic = after.kinetic;
  });
  CHECK(kinetic < 0.999 * before.kinetic);
  CHECK(box->getLinearVelocity().y() < 0);
  CHECK(box->getAngularVelocity().length() > 0);
}

TEST_CASE("a solid that hits a rigid mesh of any mass shares its momentum") {
  const btScalar mass = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  const btScalar speed = GENERATE(btScalar(3), btScalar(50));
  CAPTURE(mass, speed);
  WeightlessStage stage;
  btRigidBody* box = addBox(stage, mass);
  btSoftBody* cube = stage.addCube(vector(0.2, 1.5, 0.1), 1, 3);
  cube->setVelocity(vector(0, -speed, 0));
  const BodyMotion before = rigid::sumOf(*cube, *box);
  stage.step(60, [&](int i) {
    const BodyMotion after = rigid::sumOf(*cube, *box);
    CAPTURE(i);
    CHECK((after.momentum - before.momentum).norm() < 1e-5 * double(speed) * (1 + double(mass)));
    CHECK(after.kinetic <= before.kinetic * 1.001);
    CHECK(rigid::facePairs(*cube, *box) == 0);
  });
  CHECK(box->getLinearVelocity().y() < 0);
  CHECK(box->getLinearVelocity().y() > -btScalar(1.5) * speed);
}

TEST_CASE("what an anchor pulls at a mesh stays while another soft body hits it") {
  WeightlessStage stage;
  btRigidBody* box = addBox(stage, 1);
  btSoftBody* tail = stage.addCube(vector(1.5, 0, 0), 1, 2);
  tail->appendAnchor(nodeWithLeast(*tail, [](const auto& node) { return node.m_x.length(); }), box, true);
  tail->setVelocity(vector(3, 0, 0));
  btSoftBody* cube = stage.addCube(vector(-0.2, 1.1, 0), 1, 3);
  cube->setVelocity(vector(0, -4, 0));
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    const auto momentum = [&] {
      return Eigen::Vector3d(rigid::sumOf(*cube, *box).momentum + motionOf(*tail).momentum);
    };
    const Eigen::Vector3d before = momentum();
    stage.step();
    CAPTURE(i);
    CHECK((momentum() - before).norm() < 1e-4);
    hits += stage.collision().getNumContacts() > 0;
  }
  CHECK(hits > 3);
}

TEST_CASE("with Bullet's own algorithm registered, nothing jumps over a mesh") {
  WeightlessStage stage;
  btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  const btRigidBody* sheet = stage.addGImpact(0, rigid::sheet(2, 8));
  btSoftBody* cube = stage.addCube(vector(0, 1.2, 0), 1, 3);
  cube->setVelocity(vector(0, -200, 0));
  stage.step(10, [&] { CHECK(rigid::facePairs(*cube, *sheet) == 0); });
  CHECK(centreOf(*cube).y() > 0);
}

TEST_CASE("a mesh stays along and about the axes in which it is held, also as the last resort") {
  const bool factors = GENERATE(true, false);
  CAPTURE(factors);
  WeightlessStage stage;
  btRigidBody* box = addBox(stage, btScalar(0.2));
  if (factors) {
    box->setLinearFactor(vector(1, 1, 0));
    box->setAngularFactor(vector(0, 0, 1));
  } else {
    setInertia(*box, btScalar(0.2), 0);  // infinite inertia
  }
  std::vector<btSoftBody*> cubes;
  for (const btScalar side : {btScalar(-1), btScalar(1)}) {
    const btVector3 at(btScalar(0.3), btScalar(0.2) * side, btScalar(1.3) * side);
    cubes.push_back(stage.addCube(at, 1, 4));
    cubes.back()->setVelocity(vector(0, 0, -200 * side));
  }
  int zones = 0;
  stage.step(30, [&](int i) {
    zones += stage.collision().getCounters().zones;
    const btTransform& at = box->getWorldTransform();
    CAPTURE(i);
    if (factors) {
      CHECK(at.getOrigin().z() == Approx(0).margin(1e-6));
      CHECK(box->getLinearVelocity().z() == Approx(0).margin(1e-6));
      CHECK(at.getBasis()[2][2] == Approx(1).margin(1e-6));
    } else {
      CHECK(at.getRotation().getAngle() == Approx(0).margin(2e-3));
      CHECK(box->getAngularVelocity().length() == Approx(0).margin(1e-6));
    }
    for (const btSoftBody* cube : cubes) CHECK(rigid::facePairs(*cube, *box) == 0);
  });
  CHECK(zones > 0);
}

TEST_CASE("a rigid mesh lies on a soft body") {
  const btScalar mass = GENERATE(btScalar(0.05), btScalar(1));
  CAPTURE(mass);
  PliantStage stage;
  stage.addRigid(0, new btBoxShape(vector(4, 1, 4)), vector(0, -1, 0));
  btSoftBody* cube = stage.addCube(vector(0, 0.55, 0), 1, 4);
  btRigidBody* box = addBox(stage, mass, vector(0, 1.7, 0));
  stage.step(240, [&] { CHECK(rigid::facePairs(*cube, *box) == 0); });
  CHECK(box->getWorldTransform().getOrigin().y() > btScalar(0.9));
  CHECK(box->getLinearVelocity().length() < btScalar(0.2));
}
