// Soft bodies against kinematic triangle meshes.

#include <pliant_catch.h>

#include "../RigidJudge.h"

namespace {

struct Paddle {
  Paddle(PliantStage& stage, btScalar half) {
    rigid::addSheet(mesh, half, 10);
    body = stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), btVector3(0, 0, 0));
    body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    body->setActivationState(DISABLE_DEACTIVATION);
  }
  void place(const btVector3& at, btScalar angle) {
    const btVector3 axis = btVector3(1, btScalar(0.2), btScalar(0.3)).normalized();
    body->getMotionState()->setWorldTransform(btTransform(btQuaternion(axis, angle), at));
  }
  btTriangleMesh mesh;
  btRigidBody* body;
};

}  // namespace

TEST_CASE("a kinematic sheet lifts what lies on it and turns under it, and nothing passes") {
  PliantStage stage;
  Paddle paddle(stage, btScalar(1.5));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.55), 0), 1, 3));
  for (int i = 0; i < 120; ++i) {
    const btScalar time = btScalar(i) / 60;
    paddle.place(btVector3(0, time, 0), btScalar(0.25) * btScalar(std::sin(3 * time)));
    stage.step();
    CHECK(rigid::facePairs(*cube, *paddle.body) == 0);
  }
  CHECK(centreOf(*cube).y() > btScalar(2.2));
}

TEST_CASE("a kinematic sheet that is swung at a body takes it along") {
  const btScalar speed = GENERATE(btScalar(5), btScalar(25));
  CAPTURE(speed);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  Paddle paddle(stage, 2);
  paddle.place(btVector3(0, -2, 0), 0);
  stage.step();
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(btScalar(0.2), btScalar(0.7), 0), 1, 3));
  for (int i = 0; i < 60; ++i) {
    paddle.place(btVector3(0, speed * btScalar(i) / 60 - 2, 0), 0);
    stage.step();
    CHECK(rigid::facePairs(*cube, *paddle.body) == 0);
    REQUIRE(centreOf(*cube).y() > paddle.body->getWorldTransform().getOrigin().y());
  }
}
