// Soft bodies against kinematic triangle meshes.

#include "../RigidJudge.h"

namespace {

btRigidBody* addPaddle(PliantStage& stage, double half) {
  btRigidBody* paddle = stage.addMesh(rigid::sheet(half, 10));
  makeKinematic(*paddle);
  return paddle;
}

}  // namespace

TEST_CASE("a kinematic sheet lifts what lies on it and turns under it, and nothing passes") {
  PliantStage stage;
  btRigidBody* paddle = addPaddle(stage, 1.5);
  const btVector3 axis = vector(1, 0.2, 0.3).normalized();
  btSoftBody* cube = stage.addCube(vector(0, 0.55, 0), 1, 3);
  for (int i = 0; i < 120; ++i) {
    const btScalar time = btScalar(i) / 60;
    moveTo(*paddle, vector(0, time, 0), btQuaternion(axis, btScalar(0.25) * btScalar(std::sin(3 * time))));
    stage.step();
    CHECK(rigid::facePairs(*cube, *paddle) == 0);
  }
  CHECK(centreOf(*cube).y() > btScalar(2.2));
}

TEST_CASE("a kinematic sheet that is swung at a body takes it along") {
  const btScalar speed = GENERATE(btScalar(5), btScalar(25));
  CAPTURE(speed);
  WeightlessStage stage;
  btRigidBody* paddle = addPaddle(stage, 2);
  moveTo(*paddle, vector(0, -2, 0));
  stage.step();
  btSoftBody* cube = stage.addCube(vector(0.2, 0.7, 0), 1, 3);
  for (int i = 0; i < 60; ++i) {
    moveTo(*paddle, vector(0, speed * btScalar(i) / 60 - 2, 0));
    stage.step();
    CHECK(rigid::facePairs(*cube, *paddle) == 0);
    REQUIRE(centreOf(*cube).y() > paddle->getWorldTransform().getOrigin().y());
  }
}
