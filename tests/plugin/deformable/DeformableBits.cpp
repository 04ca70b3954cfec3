// The bits of Bullet's world depend on its trees, and on the time at which it computes constants.

#include <algorithm>

#include "DeformableStage.h"

TEST_CASE("a deformable body that lies on a rigid box alone has the bits of Bullet's world") {
  using Flags = btSoftBody::fCollision;
  const int by = GENERATE(int(Flags::SDF_RDN), int(Flags::SDF_RDF));
  const bool solid = GENERATE(false, true);
  CAPTURE(by, solid);
  StockDeformableStage stock(vector(0, -10, 0));
  DeformableStage ours(vector(0, -10, 0));
  const auto addTo = [&](auto& stage) {
    stage.addRigid(0, new btBoxShape(vector(0.3, 0.5, 0.3)), vector(0.1, -0.6, 0.05));
    btSoftBody* body = solid ? stage.addCube(vector(0, 0.6, 0))
                             : stage.add(makeSheet(stage.info(), vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1), 9));
    body->m_cfg.collisions = Flags::SDF_RD | by;
    return body;
  };
  const btSoftBody *a = addTo(stock), *b = addTo(ours);
  int contacts = 0;
  for (int i = 0; i < 60; ++i) {
    stock.step();
    ours.step();
    REQUIRE(sameBits(*a, *b));
    contacts = std::max(contacts, a->m_nodeRigidContacts.size() + a->m_faceRigidContacts.size());
  }
  CHECK(contacts >= 4);
}

TEST_CASE(
    "constants that a program has made out of date are computed after the forces of a step, as in Bullet's world") {
  const double scale = GENERATE(0.5, 1.5);
  StockDeformableStage stock;
  DeformableStage ours;
  btSoftBody* const bodies[] = {stock.addCube(vector(0, 2, 0)), ours.addCube(vector(0, 2, 0))};
  const auto stretch = [&] {
    for (btSoftBody* const body : bodies) {
      for (auto& node : nodesOf(*body)) node.m_x = vector(0, 2, 0) + btScalar(scale) * (node.m_x - vector(0, 2, 0));
      body->appendLink(0, 1, nullptr, true);
    }
  };
  stretch();
  for (int i = 0; i < 30; ++i) {
    if (i == 10) stretch();
    stock.step();
    ours.step();
    REQUIRE(sameBits(*bodies[0], *bodies[1]));
  }
}
