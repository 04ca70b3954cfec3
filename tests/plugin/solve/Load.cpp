#include "../OverlapJudge.h"

// A net of mass 1, pinned along its border. Under stock Bullet, the longest link is 2.5 and 5.5 times its rest length.
TEST_CASE("load: a net bears a ball of many times its mass at few iterations") {
  const btScalar mass = GENERATE(btScalar(5), btScalar(25));
  CAPTURE(mass);
  PliantStage stage;
  btSoftBody* net = stage.add(makeSheet(stage.info(), vector(0, 1, 0), vector(1, 0, 0), vector(0, 0, 1), 21));
  net->m_cfg.kDP = btScalar(0.01);
  pinRim(*net);
  btSoftBody* ball = stage.add(makeBall(stage.info(), vector(0, 1.6, 0), 0.4, 80, mass, 20 * mass));
  ball->m_cfg.piterations = 4;
  stage.step(240);
  double longest = 0;
  stage.step(60, [&] {
    longest = std::max(longest, stretchOf(*net));
    CHECK(overlap::facePairs(*net, *ball) == 0);
  });
  CHECK(longest < (mass < 10 ? 1.8 : 2.3));
  CHECK(centreOf(*ball).y() > btScalar(0.3));
}

// Under stock Bullet, the mesh falls through.
TEST_CASE("load: a held cloth bears a rigid triangle mesh of many times its mass at four iterations") {
  const btScalar mass = GENERATE(btScalar(3), btScalar(10), btScalar(25));
  CAPTURE(mass);
  PliantStage stage;
  btSoftBody* cloth = stage.addCloth(vector(0, 1, 0), 1, 17);
  cloth->m_cfg.piterations = 4;
  pinRim(*cloth);
  btRigidBody* box = stage.addGImpact(mass, rigid::box(vector(0.3, 0.3, 0.3), 2), vector(0, 1.45, 0));
  const double caught = stage.mostIn(200, [&] { return stretchOf(*cloth); });
  const double borne = stage.mostIn(200, [&] { return stretchOf(*cloth); });
  CHECK(caught < 2.5);
  CHECK(borne < 1.6);
  CHECK(box->getWorldTransform().getOrigin().y() > btScalar(0.7));
  CHECK(box->getLinearVelocity().length() < btScalar(0.3));
}

TEST_CASE("load: a cube between the ground and a box of ten times its mass that is anchored to it comes to rest") {
  PliantStage stage;
  stage.addRigid(0, new btStaticPlaneShape(vector(0, 1, 0), 0))->setFriction(1);
  btSoftBody* cube = stage.addCube(vector(0, 0.55, 0), 1, 3);
  cube->m_cfg.kDF = 1;
  cube->m_cfg.piterations = 40;  // Bullet's anchors carry little: 8 flatten the cube, also in stock Bullet
  btRigidBody* box = stage.addRigid(10, new btBoxShape(vector(0.5, 0.25, 0.5)), vector(0, 1.3, 0));
  for (int i = 0; i < cube->m_nodes.size(); ++i)
    if (cube->m_nodes[i].m_x.y() > btScalar(1.04)) cube->appendAnchor(i, box, true);
  REQUIRE(cube->m_anchors.size() == 16);
  stage.step(600);
  const btScalar fastest = stage.mostIn(60, [&] { return fastestOf(*cube); });
  CHECK(fastest < btScalar(0.05));
  CHECK(box->getLinearVelocity().length() < btScalar(0.2));
  CHECK(box->getWorldTransform().getOrigin().y() > btScalar(1.2));
}
