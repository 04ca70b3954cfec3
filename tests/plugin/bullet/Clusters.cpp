#include "../OverlapJudge.h"

namespace {

/// Joins the body to a rigid body at `from` that is moved to `to`.
void pull(PliantStage& stage, btSoftBody& body, const btVector3& from, const btVector3& to) {
  btRigidBody* rigid = stage.addRigid(0, new btBoxShape(vector(0.1, 0.1, 0.1)), from);
  btSoftBody::LJoint::Specs joint;
  joint.position = from;
  joint.erp = btScalar(0.2);
  joint.split = 1;
  body.appendLinearJoint(joint, rigid);
  rigid->getWorldTransform().setOrigin(to);
}

}  // namespace

// Bullet moves the nodes of clusters after all iterations, to correct a share (m_split) of the remaining joint error.
TEST_CASE("clusters: a joint pulls a body against a held cloth, not through it") {
  WeightlessStage stage;
  btSoftBody* cloth = btSoftBodyHelpers::CreatePatch(stage.info(), vector(-1, 0, -1), vector(1, 0, -1),
                                                     vector(-1, 0, 1), vector(1, 0, 1), 17, 17, 15, true);
  stage.add(cloth);
  btSoftBody* cube = makeCube(stage.info(), vector(0, 0.5, 0), 0.6, 3);
  cube->generateClusters(0);
  stage.add(cube);
  pull(stage, *cube, vector(0, -2, 0), vector(0, -4, 0));
  stage.step(120, [&] { REQUIRE(overlap::facePairs(*cloth, *cube) == 0); });
  CHECK(centreOf(*cube).y() < btScalar(0.3));
}

TEST_CASE("clusters: a joint on one side of a double-sided sheet keeps its sides together") {
  WeightlessStage stage;
  // Two coincident squares, back to back.
  const btScalar places[] = {-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1, -1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1};
  const int corners[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6};
  btSoftBody* sheet = btSoftBodyHelpers::CreateFromTriMesh(stage.info(), places, corners, 4);
  sheet->setTotalMass(1);
  sheet->generateClusters(0);
  stage.add(sheet);
  pull(stage, *sheet, vector(0, 1, 0), vector(0, 2, 0));
  stage.step(60, [&] {
    for (int v = 0; v < 4; ++v) REQUIRE(sheet->m_nodes[v].m_x == sheet->m_nodes[v + 4].m_x);
  });
  CHECK(centreOf(*sheet).y() > btScalar(0.3));
}
