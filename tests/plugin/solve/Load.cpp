#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>

#include "../OverlapJudge.h"
#include "shapes/rigidMeshes.h"

namespace {

/// Returns the largest ratio of a link's length to its rest length.
double longestLink(const btSoftBody& body) {
  double most = 0;
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    most = std::max(most, double((link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl));
  }
  return most;
}

}  // namespace

// A net of mass 1, pinned along its border. Under stock Bullet, the longest link is 2.5 and 5.5 times its rest length.
TEST_CASE("load: a net bears a ball of many times its mass at few iterations") {
  const btScalar mass = GENERATE(btScalar(5), btScalar(25));
  CAPTURE(mass);
  PliantStage stage;
  btSoftBody* net = btSoftBodyHelpers::CreatePatch(stage.info(), btVector3(-1, 1, -1), btVector3(1, 1, -1),
                                                   btVector3(-1, 1, 1), btVector3(1, 1, 1), 21, 21, 0, true);
  net->setTotalMass(1);
  net->m_cfg.piterations = 4;
  net->m_cfg.kDP = btScalar(0.01);
  for (int i = 0; i < net->m_nodes.size(); ++i) {
    const btVector3& x = net->m_nodes[i].m_x;
    if (std::max(std::abs(x.x()), std::abs(x.z())) > btScalar(0.99)) net->setMass(i, 0);
  }
  stage.add(net);
  btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(stage.info(), btVector3(0, btScalar(1.6), 0),
                                                        btVector3(1, 1, 1) * btScalar(0.4), 80);
  ball->setTotalMass(mass, true);
  ball->m_cfg.piterations = 4;
  ball->m_cfg.kPR = 20 * mass;
  stage.add(ball);
  stage.step(240);
  double longest = 0;
  for (int i = 0; i < 60; ++i) {
    stage.step();
    longest = std::max(longest, longestLink(*net));
    CHECK(overlap::facePairs(*net, *ball) == 0);
  }
  CHECK(longest < (mass < 10 ? 1.8 : 2.3));
  CHECK(centreOf(*ball).y() > btScalar(0.3));
}

// Under stock Bullet, the mesh falls through.
TEST_CASE("load: a held cloth bears a rigid triangle mesh of many times its mass at four iterations") {
  const btScalar mass = GENERATE(btScalar(3), btScalar(10), btScalar(25));
  CAPTURE(mass);
  PliantStage stage;
  btSoftBody* cloth = makeCloth(stage.info(), btVector3(0, 1, 0), 1, 17);
  cloth->m_cfg.piterations = 4;
  for (int i = 0; i < cloth->m_nodes.size(); ++i) {
    const btVector3& x = cloth->m_nodes[i].m_x;
    if (std::max(std::abs(x.x()), std::abs(x.z())) > btScalar(0.99)) cloth->setMass(i, 0);
  }
  stage.add(cloth);
  auto mesh = std::make_unique<btTriangleMesh>();
  rigid::addBox(*mesh, btVector3(1, 1, 1) * btScalar(0.3), 2);
  auto* shape = new btGImpactMeshShape(mesh.get());
  stage.meshes.push_back(std::move(mesh));
  shape->updateBound();
  btRigidBody* box = stage.addRigid(mass, shape, btVector3(0, btScalar(1.45), 0));
  double caught = 0, borne = 0;
  for (int i = 0; i < 400; ++i) {
    stage.step();
    (i < 200 ? caught : borne) = std::max(i < 200 ? caught : borne, longestLink(*cloth));
  }
  CHECK(caught < 2.5);
  CHECK(borne < 1.6);
  CHECK(box->getWorldTransform().getOrigin().y() > btScalar(0.7));
  CHECK(box->getLinearVelocity().length() < btScalar(0.3));
}

TEST_CASE("load: a cube between the ground and a box of ten times its mass that is anchored to it comes to rest") {
  PliantStage stage;
  stage.addRigid(0, new btStaticPlaneShape(btVector3(0, 1, 0), 0), btVector3(0, 0, 0))->setFriction(1);
  btSoftBody* cube = makeCube(stage.info(), btVector3(0, btScalar(0.55), 0), 1, 3);
  cube->m_cfg.kDF = 1;
  cube->m_cfg.piterations = 40;  // Bullet's anchors carry little: 8 flatten the cube, also in stock Bullet
  stage.add(cube);
  btRigidBody* box = stage.addRigid(10, new btBoxShape(btVector3(btScalar(0.5), btScalar(0.25), btScalar(0.5))),
                                    btVector3(0, btScalar(1.3), 0));
  for (int i = 0; i < cube->m_nodes.size(); ++i)
    if (cube->m_nodes[i].m_x.y() > btScalar(1.04)) cube->appendAnchor(i, box, true);
  REQUIRE(cube->m_anchors.size() == 16);
  stage.step(600);
  btScalar fastest = 0;
  for (int i = 0; i < 60; ++i) {
    stage.step();
    for (int n = 0; n < cube->m_nodes.size(); ++n) fastest = std::max(fastest, cube->m_nodes[n].m_v.length());
  }
  CHECK(fastest < btScalar(0.05));
  CHECK(box->getLinearVelocity().length() < btScalar(0.2));
  CHECK(box->getWorldTransform().getOrigin().y() > btScalar(1.2));
}
