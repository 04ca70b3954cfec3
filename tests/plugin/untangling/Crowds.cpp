// Many bodies at one place, for example from an emitter.
#include <pliant_catch.h>

#include "../OverlapJudge.h"

TEST_CASE("crowd: bodies at one place part, without energy, and pairs are looked at once") {
  const int bodies = GENERATE(40, 80);
  const int kind = GENERATE(0, 1);
  CAPTURE(bodies, kind);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  for (int i = 0; i < bodies; ++i) {
    btSoftBody* const body = kind == 0 ? makeCube(stage.info(), btVector3(1, 2, 3), btScalar(0.5), 1)
                                       : btSoftBodyHelpers::CreateEllipsoid(stage.info(), btVector3(1, 2, 3),
                                                                            btVector3(1, 1, 1) * btScalar(0.25), 40);
    body->setTotalMass(1, kind == 1);
    stage.add(body);
  }
  const int nodes = stage.world.getSoftBodyArray()[0]->m_nodes.size();
  stage.step();
  // Bound: every vertex against every body once, with at most nine near elements each.
  CHECK(double(stage.world.softCollision().getCounters().detection.candidates) < 9 * bodies * bodies * nodes);
  double energy = 0;
  for (int i = 0; i < 240; ++i) {
    stage.step();
    energy = std::max(energy, overlap::motionOf(stage.world.getSoftBodyArray(), btVector3(0, 0, 0)).kinetic);
  }
  CHECK(energy / bodies < 0.1);
  CHECK(overlap::motionOf(stage.world.getSoftBodyArray(), btVector3(0, 0, 0)).momentum.length() < btScalar(0.01));
  CHECK(overlap::judge(stage.world.getSoftBodyArray()).clean());
}
