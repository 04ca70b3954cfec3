// Bodies at exactly the same place: their geometry gives no separation direction.

#include "../OverlapJudge.h"

namespace {

enum class Coincident { Solid, SolidWithoutFaces, Ellipsoid };

btSoftBody* make(Coincident kind, btSoftBodyWorldInfo& info, btScalar scale) {
  const btVector3 centre = vector(0.3, -0.2, 0.7) * scale;
  btSoftBody* body = nullptr;
  if (kind == Coincident::Ellipsoid) {
    body = makeBall(info, centre, scale / 2, 128);
    body->m_cfg.piterations = 8;
  } else {
    body = makeCube(info, centre, scale, 3, kind == Coincident::Solid);
  }
  body->getCollisionShape()->setMargin(btScalar(0.04) * scale);
  return body;
}

/// Returns the number of nodes of `a` inside tetrahedra of `b`; `b` may have no faces.
int nodesInside(const btSoftBody& a, const btSoftBody& b) {
  return int(std::ranges::count_if(nodesOf(a), [&](const auto& node) {
    for (int t = 0; t < b.m_tetras.size(); ++t) {
      const auto& n = b.m_tetras[t].m_n;
      if (pliant::exact::inTetrahedron(node.m_x.m_floats, n[0]->m_x.m_floats, n[1]->m_x.m_floats, n[2]->m_x.m_floats,
                                       n[3]->m_x.m_floats))
        return true;
    }
    return false;
  }));
}

}  // namespace

TEST_CASE("bodies at exactly the same place come apart") {
  const Coincident kind = GENERATE(Coincident::Solid, Coincident::SolidWithoutFaces, Coincident::Ellipsoid);
  const int bodies = GENERATE(2, 3);
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  const btScalar mass = GENERATE(btScalar(1), btScalar(5));
  CAPTURE(int(kind), bodies, scale, mass);
  ScaledStage stage(scale);
  for (int i = 0; i < bodies; ++i) {
    btSoftBody* body = stage.add(make(kind, stage.info(), scale));
    if (i == 0) body->setTotalMass(mass);
  }
  auto& array = stage.bodies();
  const double energy = stage.mostKinetic(90);
  for (int i = 0; i < bodies; ++i)
    for (int j = 0; j < bodies; ++j) {
      if (i == j) continue;
      CAPTURE(i, j);
      CHECK(overlap::facePairs(*array[i], *array[j]) == 0);
      CHECK((kind == Coincident::Ellipsoid ? overlap::nodesInside(*array[i], *array[j])
                                           : nodesInside(*array[i], *array[j])) == 0);
    }
  CHECK(energy < 0.15);
  CHECK(stage.motion().momentum.norm() < 1e-3);
}
