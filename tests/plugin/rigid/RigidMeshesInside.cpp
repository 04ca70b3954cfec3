// Soft bodies that start inside rigid triangle meshes, or intersect them at the start.

#include <pliant_catch.h>

#include "../RigidJudge.h"

TEST_CASE("a body that starts through a rigid mesh comes out, and no energy comes of it") {
  const bool closed = GENERATE(true, false);
  const btScalar at = GENERATE(btScalar(0.3), btScalar(0.45), btScalar(0.8));
  if (!closed && at > btScalar(0.5)) return;
  const int fine = GENERATE(3, 20);
  CAPTURE(closed, at, fine);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  btTriangleMesh mesh;
  if (closed)
    rigid::addBox(mesh, btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5)), fine);
  else
    rigid::addSheet(mesh, 2, fine);
  btRigidBody* body = stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), btVector3(0, 0, 0));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(btScalar(0.1), at, btScalar(0.05)), 1, 4));
  REQUIRE(rigid::facePairs(*cube, *body) > 0);
  double most = 0;
  for (int i = 0; i < 120; ++i) {
    stage.step();
    double kinetic = 0;
    for (int k = 0; k < cube->m_nodes.size(); ++k)
      kinetic += 0.5 * double(cube->m_nodes[k].m_v.length2()) / double(cube->m_nodes[k].m_im);
    most = std::max(most, kinetic);
  }
  CHECK(rigid::facePairs(*cube, *body) == 0);
  CHECK(centreOf(*cube).y() > btScalar(0.5));
  CHECK(most < 0.01);
  for (int i = 0; i < 60; ++i) {
    stage.step();
    CHECK(rigid::facePairs(*cube, *body) == 0);
  }
}
