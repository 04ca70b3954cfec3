// Hollow bodies that Bullet's pressure (kPR) inflates. Bullet applies pressure explicitly, so a body alone gains some
// energy and drifts. Contacts must not add to that.

#include "../OverlapJudge.h"

namespace {

template <typename World>
double mostKinetic(const btVector3& apart, bool bending, bool contacts = true) {
  World stage;
  stage.setGravity(vector(0, 0, 0));
  for (int i = 0; i < 2; ++i) {
    btSoftBody* body = makeBall(stage.info(), apart * btScalar(i), 0.5, 128, 1, 20);
    if (bending) body->generateBendingConstraints(2);
    body->m_cfg.piterations = 8;
    body->getCollisionShape()->setMargin(btScalar(0.04));
    if (contacts) body->m_cfg.collisions |= btSoftBody::fCollision::VF_SS;
    stage.add(body);
  }
  const auto& bodies = stage.bodies();
  REQUIRE(overlap::facePairs(*bodies[0], *bodies[1]) == 0);
  return stage.mostIn(60, [&] {
    CHECK(finite(*bodies[0]));
    return motionOf(bodies).kinetic;
  });
}

}  // namespace

TEST_CASE("hollow bodies under pressure gain nothing from each other where they start at their contact distance") {
  const btVector3 direction = GENERATE(vector(1, 0, 0), vector(0, 1, 0), vector(0.1, 1, 0.05));
  const bool bending = GENERATE(false, true);
  CAPTURE(direction.x(), direction.y(), bending);
  const double alone = mostKinetic<PliantStage>(direction * 4, bending);
  CHECK(mostKinetic<StockStage>(direction * 4, bending, false) == alone);
  CHECK(alone < 0.15);
  CHECK(mostKinetic<PliantStage>(direction * btScalar(1.1), bending) < 1.1 * alone + 0.005);
}

// The surfaces touch at the start. Separation to their contact distance, 0.08, compresses them, and the stored energy
// becomes motion.
TEST_CASE("hollow bodies under pressure that start too near gain less than under stock Bullet, on average") {
  double sum = 0, stock = 0;
  for (const btVector3& direction : {vector(1, 0, 0), vector(0, 1, 0), vector(0.1, 1, 0.05)}) {
    for (const bool bending : {false, true}) {
      CAPTURE(direction.x(), direction.y(), bending);
      const double ours = mostKinetic<PliantStage>(direction, bending);
      const double theirs = mostKinetic<StockStage>(direction, bending);
      CHECK(ours < 1.6 * theirs);
      sum += ours;
      stock += theirs;
    }
  }
  CHECK(sum < 0.6 * stock);
}
