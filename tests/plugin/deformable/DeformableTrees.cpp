// Bullet's trees of nodes and faces, which a deformable world keeps.

#include "DeformableStage.h"

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

TEST_CASE("a deformable sheet that collides by faces stays on a box, whatever happens to its face tree") {
  using Flags = btSoftBody::fCollision;
  enum Event { Changed, FlagsSet, TreeOfBullets, FacesAppended };
  const Event event = GENERATE(Changed, FlagsSet, TreeOfBullets, FacesAppended);
  CAPTURE(event);
  DeformableStage stage(vector(0, -10, 0));
  stage.addRigid(0, new btBoxShape(vector(3, 0.5, 3)), vector(0, -0.6, 0));
  btSoftBody* const sheet = stage.add(makeSheet(stage.info(), vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1), 9));
  sheet->m_cfg.collisions = Flags::SDF_RD | (event == FlagsSet ? Flags::SDF_RDN : Flags::SDF_RDF);
  for (int i = 0; i < 120; ++i) {
    if (i == 60 && event == Changed) stage.collision().bodyChanged(sheet);
    if (i == 60 && event == FlagsSet) sheet->m_cfg.collisions = Flags::SDF_RD | Flags::SDF_RDF;
    if (i == 60 && event >= TreeOfBullets) sheet->initializeFaceTree();
    // The array of faces grows to another place.
    if (i >= 60 && event == FacesAppended) sheet->appendFace(i - 60, i - 59, i - 49);
    stage.step();
    REQUIRE(lowestOf(*sheet) > btScalar(-0.03));
  }
}
