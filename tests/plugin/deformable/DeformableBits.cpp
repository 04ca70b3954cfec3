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

TEST_CASE("faces and links around one node give a flat tree in no time") {
  DeformableStage stage(vector(0, -10, 0));
  constexpr int kRim = 20000;
  std::vector<btVector3> at(kRim + 1, vector(0, 0, 0));
  for (int i = 0; i < kRim; ++i)
    at[static_cast<std::size_t>(i) + 1] = vector(100 * std::cos(i * 2e-4), 0.1 * (i % 3), 100 * std::sin(i * 2e-4));
  auto* body = new btSoftBody(&stage.info(), kRim + 1, at.data(), nullptr);
  for (int i = 1; i <= kRim; ++i) body->appendLink(0, i);
  for (int i = 1; i < kRim; i += 2) body->appendFace(0, i, i + 1);
  stage.add(body)->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDF;
  stage.step();
  CHECK(btDbvt::maxdepth(body->m_fdbvt.m_root) < 100);
  CHECK(btDbvt::maxdepth(body->m_ndbvt.m_root) < 100);
  CHECK(body->m_fdbvt.m_leaves == kRim / 2);
}
