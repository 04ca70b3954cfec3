// Soft bodies that start inside rigid triangle meshes, or intersect them at the start.

#include "../RigidJudge.h"

TEST_CASE("a body that starts through a rigid mesh comes out, and no energy comes of it") {
  const bool closed = GENERATE(true, false);
  const btScalar at = GENERATE(btScalar(0.3), btScalar(0.45), btScalar(0.8));
  if (!closed && at > btScalar(0.5)) return;  // the cube does not reach the sheet
  const int fine = GENERATE(3, 20);
  CAPTURE(closed, at, fine);
  WeightlessStage stage;
  btRigidBody* body = stage.addMesh(closed ? rigid::box(vector(0.5, 0.5, 0.5), fine) : rigid::sheet(2, fine));
  btSoftBody* cube = stage.addCube(vector(0.1, at, 0.05), 1, 4);
  REQUIRE(rigid::facePairs(*cube, *body) > 0);
  const double most = stage.mostIn(120, [&] { return motionOf(*cube).kinetic; });
  CHECK(rigid::facePairs(*cube, *body) == 0);
  CHECK(centreOf(*cube).y() > btScalar(0.5));
  CHECK(most < 0.01);
  stage.step(60, [&] { CHECK(rigid::facePairs(*cube, *body) == 0); });
}
