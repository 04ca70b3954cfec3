// Bodies that intersect at the start and move further into each other.

#include "../OverlapJudge.h"

namespace {

enum class Pushed { CoarseSolids, Solids, Ellipsoids };

btSoftBody* make(Pushed kind, btSoftBodyWorldInfo& info, const btVector3& centre) {
  if (kind != Pushed::Ellipsoids) return makeCube(info, centre, 1, kind == Pushed::Solids ? 4 : 2);
  btSoftBody* body = makeBall(info, centre, 0.5, 128);
  body->generateBendingConstraints(2);
  body->m_cfg.piterations = 8;
  body->getCollisionShape()->setMargin(btScalar(0.04));
  return body;
}

}  // namespace

TEST_CASE("bodies that overlap and move into each other come apart") {
  const Pushed kind = GENERATE(Pushed::CoarseSolids, Pushed::Solids, Pushed::Ellipsoids);
  const btScalar depth = GENERATE(btScalar(0.02), btScalar(0.07), btScalar(0.2), btScalar(0.5));
  const btScalar speed = GENERATE(btScalar(0.5), btScalar(2), btScalar(6), btScalar(20));
  const btVector3 aside = GENERATE(vector(0, 0, 0), vector(0.1, 0, 0.05));
  CAPTURE(int(kind), depth, speed, aside.x());
  ScaledStage stage;
  stage.add(make(kind, stage.info(), vector(0, 0, 0)));
  btSoftBody* upper = stage.add(make(kind, stage.info(), aside + vector(0, 1 - depth, 0)));
  upper->addVelocity(vector(0, -speed, 0));
  const double start = stage.motion().kinetic;
  const double most = stage.mostKinetic(60);
  const overlap::Verdict after = overlap::judge(stage.bodies());
  CHECK(after.facePairs == 0);
  CHECK(after.inside == 0);
  CHECK(most < 1.1 * start);
  CHECK((stage.motion().momentum - wide(vector(0, -speed, 0))).norm() < 1e-3 * double(1 + speed));
}
