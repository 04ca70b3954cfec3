// Soft bodies against dynamic rigid triangle meshes: each body gains the momentum that the other loses.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <pliant_catch.h>

#include "../RigidJudge.h"

namespace {

/// A box of triangles with half extents of 0.5.
struct Box {
  Box(PliantStage& stage, btScalar mass, const btVector3& at) {
    const btScalar half = btScalar(0.5);
    rigid::addBox(mesh, btVector3(half, half, half), 3);
    auto* shape = new btGImpactMeshShape(&mesh);
    shape->updateBound();
    body = stage.addRigid(mass, shape, at);
    body->setFriction(btScalar(0.8));
    // Inertia of a solid cube. The shape computes a rough inertia that is not the same about all axes.
    const btScalar inertia = mass / 6;
    body->setMassProps(mass, btVector3(inertia, inertia, inertia));
    body->updateInertiaTensor();
    body->setActivationState(DISABLE_DEACTIVATION);
  }
  btTriangleMesh mesh;
  btRigidBody* body;
};

void withoutGravity(PliantStage& stage) {
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
}

}  // namespace

TEST_CASE("momentum and angular momentum of soft and rigid stay, and energy does not grow") {
  const btScalar mass = GENERATE(btScalar(0.01), btScalar(0.1), btScalar(1), btScalar(10), btScalar(100));
  const bool friction = GENERATE(false, true);
  CAPTURE(mass, friction);
  PliantStage stage;
  withoutGravity(stage);
  Box box(stage, mass, btVector3(0, 0, 0));
  // Triangles without links: Bullet's links would change the angular momentum.
  btSoftBody* dust = makeCloth(stage.info(), btVector3(btScalar(0.3), 1, btScalar(0.2)), btScalar(0.4), 5);
  dust->m_links.clear();
  dust->m_cfg.kDF = friction ? 1 : 0;
  stage.add(dust)->setVelocity(btVector3(1, -4, 0));
  const rigid::Sum before = rigid::sumOf(*dust, *box.body);
  double kinetic = before.kinetic;
  const double most = 1e-5 * (double(mass) + 1) * 10;
  for (int i = 0; i < 40; ++i) {
    stage.step();
    const rigid::Sum after = rigid::sumOf(*dust, *box.body);
    CAPTURE(i);
    CHECK((after.momentum - before.momentum).norm() < most);
    CHECK((after.angular - before.angular).norm() < most);
    CHECK(after.kinetic <= kinetic * (1 + 1e-4) + 1e-6);
    CHECK(rigid::facePairs(*dust, *box.body) == 0);
    kinetic = after.kinetic;
  }
  CHECK(kinetic < 0.999 * before.kinetic);
  CHECK(box.body->getLinearVelocity().y() < 0);
  CHECK(box.body->getAngularVelocity().length() > 0);
}

TEST_CASE("a solid that hits a rigid mesh of any mass shares its momentum") {
  const btScalar mass = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  const btScalar speed = GENERATE(btScalar(3), btScalar(50));
  CAPTURE(mass, speed);
  PliantStage stage;
  withoutGravity(stage);
  Box box(stage, mass, btVector3(0, 0, 0));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(btScalar(0.2), btScalar(1.5), btScalar(0.1)), 1, 3));
  cube->setVelocity(btVector3(0, -speed, 0));
  const rigid::Sum before = rigid::sumOf(*cube, *box.body);
  for (int i = 0; i < 60; ++i) {
    stage.step();
    const rigid::Sum after = rigid::sumOf(*cube, *box.body);
    CAPTURE(i);
    CHECK((after.momentum - before.momentum).norm() < 1e-5 * double(speed) * (1 + double(mass)));
    CHECK(after.kinetic <= before.kinetic * 1.001);
    CHECK(rigid::facePairs(*cube, *box.body) == 0);
  }
  CHECK(box.body->getLinearVelocity().y() < 0);
  CHECK(box.body->getLinearVelocity().y() > -btScalar(1.5) * speed);
}

TEST_CASE("what an anchor pulls at a mesh stays while another soft body hits it") {
  PliantStage stage;
  withoutGravity(stage);
  Box box(stage, 1, btVector3(0, 0, 0));
  btSoftBody* tail = stage.add(makeCube(stage.info(), btVector3(btScalar(1.5), 0, 0), 1, 2));
  int nearest = 0;
  for (int i = 0; i < tail->m_nodes.size(); ++i)
    if (tail->m_nodes[i].m_x.length() < tail->m_nodes[nearest].m_x.length()) nearest = i;
  tail->appendAnchor(nearest, box.body, true);
  tail->setVelocity(btVector3(3, 0, 0));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(btScalar(-0.2), btScalar(1.1), 0), 1, 3));
  cube->setVelocity(btVector3(0, -4, 0));
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    const auto momentum = [&] {
      rigid::Sum sum = rigid::sumOf(*cube, *box.body);
      for (int k = 0; k < tail->m_nodes.size(); ++k)
        sum.momentum += rigid::wide(tail->m_nodes[k].m_v) / double(tail->m_nodes[k].m_im);
      return sum.momentum;
    };
    const Eigen::Vector3d before = momentum();
    stage.step();
    CAPTURE(i);
    CHECK((momentum() - before).norm() < 1e-4);
    hits += stage.world.softCollision().getNumContacts() > 0;
  }
  CHECK(hits > 3);
}

TEST_CASE("with Bullet's own algorithm registered, nothing jumps over a mesh") {
  PliantStage stage;
  withoutGravity(stage);
  btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  btTriangleMesh mesh;
  rigid::addSheet(mesh, 2, 8);
  auto* shape = new btGImpactMeshShape(&mesh);
  shape->updateBound();
  const btRigidBody* sheet = stage.addRigid(0, shape, btVector3(0, 0, 0));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(1.2), 0), 1, 3));
  cube->setVelocity(btVector3(0, -200, 0));
  for (int i = 0; i < 10; ++i) {
    stage.step();
    CHECK(rigid::facePairs(*cube, *sheet) == 0);
  }
  CHECK(centreOf(*cube).y() > 0);
}

TEST_CASE("a mesh stays along and about the axes in which it is held, also as the last resort") {
  const bool factors = GENERATE(true, false);
  CAPTURE(factors);
  PliantStage stage;
  withoutGravity(stage);
  Box box(stage, btScalar(0.2), btVector3(0, 0, 0));
  if (factors) {
    box.body->setLinearFactor(btVector3(1, 1, 0));
    box.body->setAngularFactor(btVector3(0, 0, 1));
  } else {
    box.body->setMassProps(btScalar(0.2), btVector3(0, 0, 0));  // infinite inertia
    box.body->updateInertiaTensor();
  }
  std::vector<btSoftBody*> cubes;
  for (const btScalar side : {btScalar(-1), btScalar(1)}) {
    const btVector3 at(btScalar(0.3), btScalar(0.2) * side, btScalar(1.3) * side);
    cubes.push_back(stage.add(makeCube(stage.info(), at, 1, 4)));
    cubes.back()->setVelocity(btVector3(0, 0, -200 * side));
  }
  int zones = 0;
  for (int i = 0; i < 30; ++i) {
    stage.step();
    zones += stage.world.softCollision().getCounters().zones;
    const btTransform& at = box.body->getWorldTransform();
    CAPTURE(i);
    if (factors) {
      CHECK(at.getOrigin().z() == Approx(0).margin(1e-6));
      CHECK(box.body->getLinearVelocity().z() == Approx(0).margin(1e-6));
      CHECK(at.getBasis()[2][2] == Approx(1).margin(1e-6));
    } else {
      CHECK(at.getRotation().getAngle() == Approx(0).margin(2e-3));
      CHECK(box.body->getAngularVelocity().length() == Approx(0).margin(1e-6));
    }
    for (const btSoftBody* cube : cubes) CHECK(rigid::facePairs(*cube, *box.body) == 0);
  }
  CHECK(zones > 0);
}

TEST_CASE("a rigid mesh lies on a soft body") {
  const btScalar mass = GENERATE(btScalar(0.05), btScalar(1));
  CAPTURE(mass);
  PliantStage stage;
  stage.addRigid(0, new btBoxShape(btVector3(4, 1, 4)), btVector3(0, -1, 0));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.55), 0), 1, 4));
  Box box(stage, mass, btVector3(0, btScalar(1.7), 0));
  for (int i = 0; i < 240; ++i) {
    stage.step();
    CHECK(rigid::facePairs(*cube, *box.body) == 0);
  }
  CHECK(box.body->getWorldTransform().getOrigin().y() > btScalar(0.9));
  CHECK(box.body->getLinearVelocity().length() < btScalar(0.2));
}
