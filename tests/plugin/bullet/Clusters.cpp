#include <pliant_catch.h>

#include "../OverlapJudge.h"

// Bullet moves the nodes of clusters after all iterations, to correct a share (m_split) of the remaining joint error.
TEST_CASE("clusters: a joint pulls a body against a held cloth, not through it") {
  PliantStage stage;
  stage.info().m_gravity = btVector3(0, 0, 0);
  btSoftBody* cloth = btSoftBodyHelpers::CreatePatch(stage.info(), btVector3(-1, 0, -1), btVector3(1, 0, -1),
                                                     btVector3(-1, 0, 1), btVector3(1, 0, 1), 17, 17, 15, true);
  stage.add(cloth);
  btSoftBody* cube = makeCube(stage.info(), btVector3(0, btScalar(0.5), 0), btScalar(0.6), 3);
  cube->generateClusters(0);
  stage.add(cube);
  btRigidBody* below = stage.addRigid(0, new btBoxShape(btVector3(1, 1, 1) * btScalar(0.1)), btVector3(0, -2, 0));
  btSoftBody::LJoint::Specs joint;
  joint.position = btVector3(0, -2, 0);
  joint.erp = btScalar(0.2);
  joint.split = 1;
  cube->appendLinearJoint(joint, below);
  below->getWorldTransform().setOrigin(btVector3(0, -4, 0));
  for (int i = 0; i < 120; ++i) {
    stage.step();
    REQUIRE(overlap::facePairs(*cloth, *cube) == 0);
  }
  CHECK(centreOf(*cube).y() < btScalar(0.3));
}

TEST_CASE("clusters: a joint on one side of a double-sided sheet keeps its sides together") {
  PliantStage stage;
  stage.info().m_gravity = btVector3(0, 0, 0);
  // Two coincident squares, back to back.
  const btScalar places[] = {-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1, -1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1};
  const int corners[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6};
  btSoftBody* sheet = btSoftBodyHelpers::CreateFromTriMesh(stage.info(), places, corners, 4);
  sheet->setTotalMass(1);
  sheet->generateClusters(0);
  stage.add(sheet);
  btRigidBody* above = stage.addRigid(0, new btBoxShape(btVector3(1, 1, 1) * btScalar(0.1)), btVector3(0, 1, 0));
  btSoftBody::LJoint::Specs joint;
  joint.position = btVector3(0, 1, 0);
  joint.erp = btScalar(0.2);
  joint.split = 1;
  sheet->appendLinearJoint(joint, above);
  above->getWorldTransform().setOrigin(btVector3(0, 2, 0));
  for (int i = 0; i < 60; ++i) {
    stage.step();
    for (int v = 0; v < 4; ++v) REQUIRE(sheet->m_nodes[v].m_x == sheet->m_nodes[v + 4].m_x);
  }
  CHECK(centreOf(*sheet).y() > btScalar(0.3));
}
