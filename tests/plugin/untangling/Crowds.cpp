// Many bodies at one place, for example from an emitter.

#include "../OverlapJudge.h"

TEST_CASE("crowd: bodies at one place part, without energy, and pairs are looked at once") {
  const int bodies = GENERATE(40, 80);
  const int kind = GENERATE(0, 1);
  CAPTURE(bodies, kind);
  ScaledStage stage;
  for (int i = 0; i < bodies; ++i) {
    btSoftBody* const body =
        kind == 0 ? makeCube(stage.info(), vector(1, 2, 3), 0.5, 1) : makeBall(stage.info(), vector(1, 2, 3), 0.25, 40);
    body->setTotalMass(1, kind == 1);
    stage.add(body);
  }
  const int nodes = stage.bodies()[0]->m_nodes.size();
  stage.step();
  // Bound: every vertex against every body once, with at most nine near elements each.
  CHECK(double(stage.collision().getCounters().detection.candidates) < 9 * bodies * bodies * nodes);
  CHECK(stage.mostKinetic(240) / bodies < 0.1);
  CHECK(stage.motion().momentum.norm() < 0.01);
  CHECK(overlap::judge(stage.bodies()).clean());
}
