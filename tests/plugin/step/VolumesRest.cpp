// Bodies that rest at several places stay level: each part of an intersection has a constraint of its own.

#include "../VolumeStage.h"

TEST_CASE("a bar on two balls stays level, with more weight at one end too") {
  for (const bool uneven : {false, true}) {
    VolumeStage stage(-10);
    stage.addGround();
    for (const int side : {-1, 1}) {
      btSoftBody* ball = stage.addBall(vector(btScalar(side), 0.5, 0), 0.5, 20);
      // The feet are pinned, because the balls would roll away under the bar.
      pinWhere(*ball, [](const btVector3& x) { return x.y() < btScalar(0.2); });
      ball->m_cfg.kDF = 1;
    }
    btSoftBody* bar = makeCube(stage.info(), vector(0, 1.3, 0), 1, 4);
    for (int i = 0; i < bar->m_nodes.size(); ++i) {
      btVector3& x = bar->m_nodes[i].m_x;
      x = vector(x.x() * btScalar(2.8), btScalar(1.3) + (x.y() - btScalar(1.3)) * btScalar(0.4), x.z());
      bar->m_nodes[i].m_q = x;
      if (uneven && x.x() > btScalar(1)) bar->setMass(i, 3 * bar->getMass(i));
    }
    bar->resetLinkRestLengths();
    for (int i = 0; i < bar->m_tetras.size(); ++i) {
      btSoftBody::Tetra& t = bar->m_tetras[i];
      const btVector3 a = t.m_n[1]->m_x - t.m_n[0]->m_x, b = t.m_n[2]->m_x - t.m_n[0]->m_x,
                      c = t.m_n[3]->m_x - t.m_n[0]->m_x;
      t.m_rv = a.dot(b.cross(c));
    }
    bar->updateConstants();
    stage.add(bar);
    stage.collision().bodyChanged(bar);
    stage.step(120);
    const double tilt = stage.mostIn(120, [&] {
      double left = 0, right = 0;
      int lefts = 0, rights = 0;
      for (const auto& node : nodesOf(*bar)) {
        const btVector3& x = node.m_x;
        if (x.x() < -1) left += double(x.y()), ++lefts;
        if (x.x() > 1) right += double(x.y()), ++rights;
      }
      REQUIRE(lefts * rights > 0);
      return std::abs(left / lefts - right / rights);
    });
    CAPTURE(uneven, tilt, stage.motion().kinetic, stage.collision().getCounters().volumes);
    CHECK(stage.collision().getCounters().volumes >= 2);
    CHECK(tilt < (uneven ? 0.1 : 0.02));
    CHECK(stage.motion().kinetic < 0.02);
  }
}

TEST_CASE("a sleeping balloon is woken by one whose volume comes against its own, a disabled one stands") {
  VolumeStage stage;
  btSoftBody* still = stage.addBall(vector(0, 0, 0), 0.5, 0);
  btSoftBody* comes = stage.addBall(vector(1.1, 0, 0), 0.5, 0, vector(-2, 0, 0));
  btSoftBody* beside = stage.addBall(vector(0, 0, 3), 0.5);
  beside->forceActivationState(ISLAND_SLEEPING);
  const btVector3 before = centreOf(*still);
  const auto meet = [&] {
    bool met = false;
    stage.step(10, [&] { met |= stage.collision().getCounters().volumes > 0; });
    return met;
  };
  SECTION("sleeping") {
    still->forceActivationState(ISLAND_SLEEPING);
    const Eigen::Vector3d momentum = stage.motion().momentum;
    CHECK(meet());
    stage.step(60);
    CHECK(still->isActive());
    // The ball keeps moving after they separate.
    CHECK((stage.motion().momentum - momentum).norm() < 0.001 * momentum.norm());
    CHECK(centreOf(*still).x() < before.x() - btScalar(0.8));
    CHECK(centreOf(*comes).x() - centreOf(*still).x() > btScalar(0.9));
  }
  SECTION("disabled") {
    still->forceActivationState(DISABLE_SIMULATION);
    CHECK(meet());
    CHECK(centreOf(*still) == before);
    CHECK(centreOf(*comes).x() > btScalar(0.8));
  }
  SECTION("both asleep") {
    still->forceActivationState(ISLAND_SLEEPING);
    comes->forceActivationState(ISLAND_SLEEPING);
    CHECK(!meet());
    CHECK(centreOf(*still) == before);
  }
  CHECK(beside->getActivationState() == ISLAND_SLEEPING);  // nothing touches this body
}
