// Bodies at exactly the same place: their geometry gives no separation direction.
#include <pliant_catch.h>

#include "../OverlapJudge.h"

namespace {

enum class Kind { Solid, SolidWithoutFaces, Ellipsoid };

btSoftBody* make(Kind kind, btSoftBodyWorldInfo& info, btScalar scale) {
  const btVector3 centre = btVector3(btScalar(0.3), btScalar(-0.2), btScalar(0.7)) * scale;
  btSoftBody* body = nullptr;
  if (kind == Kind::Ellipsoid) {
    const btScalar half = scale / 2;
    body = btSoftBodyHelpers::CreateEllipsoid(info, centre, btVector3(half, half, half), 128);
    body->setTotalMass(1, true);
    body->m_cfg.piterations = 8;
  } else {
    body = makeCube(info, centre, scale, 3, kind == Kind::Solid);
  }
  body->getCollisionShape()->setMargin(btScalar(0.04) * scale);
  return body;
}

/// Returns the number of nodes of `a` inside tetrahedra of `b`; `b` may have no faces.
int nodesInside(const btSoftBody& a, const btSoftBody& b) {
  int count = 0;
  for (int i = 0; i < a.m_nodes.size(); ++i) {
    bool inside = false;
    for (int t = 0; t < b.m_tetras.size(); ++t) {
      const auto& n = b.m_tetras[t].m_n;
      inside = inside || pliant::exact::inTetrahedron(overlap::at(&a.m_nodes[i]), overlap::at(n[0]), overlap::at(n[1]),
                                                      overlap::at(n[2]), overlap::at(n[3]));
    }
    count += inside;
  }
  return count;
}

}  // namespace

TEST_CASE("bodies at exactly the same place come apart") {
  const Kind kind = GENERATE(Kind::Solid, Kind::SolidWithoutFaces, Kind::Ellipsoid);
  const int bodies = GENERATE(2, 3);
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  const btScalar mass = GENERATE(btScalar(1), btScalar(5));
  CAPTURE(int(kind), bodies, scale, mass);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  for (int i = 0; i < bodies; ++i) {
    btSoftBody* body = stage.add(make(kind, stage.info(), scale));
    if (i == 0) body->setTotalMass(mass);
  }
  auto& array = stage.world.getSoftBodyArray();
  double energy = 0;
  for (int i = 0; i < 90; ++i) {
    stage.step();
    energy = std::max(energy, overlap::motionOf(array, btVector3(0, 0, 0)).kinetic / double(scale) / double(scale));
  }
  for (int i = 0; i < bodies; ++i)
    for (int j = 0; j < bodies; ++j) {
      if (i == j) continue;
      CAPTURE(i, j);
      CHECK(overlap::facePairs(*array[i], *array[j]) == 0);
      CHECK((kind == Kind::Ellipsoid ? overlap::nodesInside(*array[i], *array[j])
                                     : nodesInside(*array[i], *array[j])) == 0);
    }
  CHECK(energy < 0.15);
  CHECK(overlap::motionOf(array, btVector3(0, 0, 0)).momentum.length() < btScalar(1e-3) * scale);
}
