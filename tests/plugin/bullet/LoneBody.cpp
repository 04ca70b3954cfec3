#include "../Worlds.h"

namespace {

using Maker = std::function<btSoftBody*(btSoftBodyWorldInfo&)>;

/// Returns true if a body alone has the same bits in stock Bullet and in Pliant's world after each step.
bool staysTheSame(const Maker& make, int steps, bool keepTrees, bool self) {
  StockStage stock;
  PliantStage ours;
  ours.collision().setKeepBulletTrees(keepTrees);
  btSoftBody *a = stock.add(make(stock.info())), *b = ours.add(make(ours.info()));
  if (!self) ours.collision().setSelfEnabled(b, false);
  for (int i = 0; i < steps; ++i) {
    stock.step();
    ours.step();
    if (!sameBits(*a, *b)) return false;
  }
  return true;
}

btSoftBody* spun(btSoftBody* body) {
  for (auto& node : nodesOf(*body)) {
    const btVector3 r = node.m_x - body->m_nodes[0].m_x;
    node.m_v = vector(btScalar(0.3) * r.y(), -r.x(), 0.2);
  }
  return body;
}

}  // namespace

TEST_CASE("a lone body has the same bits as in stock Bullet after each of 300 steps") {
  const bool keepTrees = GENERATE(false, true);
  const std::vector<Maker> makers = {
      [](btSoftBodyWorldInfo& info) { return spun(makeCube(info, vector(0, 0, 0), 1, 4)); },
      [](btSoftBodyWorldInfo& info) { return spun(makeCube(info, vector(3, 2, 1), 1, 3, false)); },
      [](btSoftBodyWorldInfo& info) {
        btSoftBody* body = makeCube(info, vector(0, 0, 0), 1, 3);
        body->m_cfg.kVC = btScalar(0.5);
        body->m_cfg.kDP = btScalar(0.01);
        body->m_cfg.timescale = btScalar(0.7);
        body->m_cfg.viterations = 2;
        body->m_cfg.diterations = 1;
        body->setSolver(btSoftBody::eSolverPresets::Velocities);
        return spun(body);
      },
      [](btSoftBodyWorldInfo& info) {
        btSoftBody* body = makeCube(info, vector(0, 0, 0), 1, 3);
        body->setPose(true, true);
        body->m_cfg.kMT = btScalar(0.2);
        return spun(body);
      },
      [](btSoftBodyWorldInfo& info) {
        btSoftBody* body = btSoftBodyHelpers::CreateEllipsoid(info, vector(0, 0, 0), vector(1, 1, 1), 100);
        body->m_cfg.kPR = 20;
        body->m_cfg.kDG = btScalar(0.1);
        body->m_cfg.kLF = btScalar(0.05);
        body->setWindVelocity(vector(2, 0, 1));
        body->m_cfg.piterations = 3;
        return body;
      },
      [](btSoftBodyWorldInfo& info) {
        return btSoftBodyHelpers::CreateRope(info, vector(0, 0, 0), vector(4, 0, 0), 20, 1);
      },
      [](btSoftBodyWorldInfo& info) {
        btSoftBody* body = makeCube(info, vector(0, 0, 0), 1, 3);
        body->m_cfg.collisions = btSoftBody::fCollision::CL_RS | btSoftBody::fCollision::CL_SS;
        body->generateClusters(4);
        return spun(body);
      },
  };
  for (std::size_t i = 0; i < makers.size(); ++i) {
    CAPTURE(i);
    CHECK(staysTheSame(makers[i], 300, keepTrees, false));
  }
}

TEST_CASE("a lone hollow body that may collide with itself, but does not, has the same bits as in stock Bullet") {
  const Maker make = [](btSoftBodyWorldInfo& info) {
    btSoftBody* body = btSoftBodyHelpers::CreateEllipsoid(info, vector(0, 0, 0), vector(1, 1, 1), 100);
    body->m_cfg.kPR = 20;
    return spun(body);
  };
  CHECK(staysTheSame(make, 300, false, true));
}

TEST_CASE("a hanging cloth without contacts has the same bits as in stock Bullet") {
  const Maker make = [](btSoftBodyWorldInfo& info) { return makeCloth(info, vector(0, 0, 0), 1, 12, 1 + 2); };
  CHECK(staysTheSame(make, 300, false, false));
}

TEST_CASE("bodies far apart have the same bits as in stock Bullet") {
  StockStage stock;
  PliantStage ours;
  const auto run = [](auto& stage) {
    for (int i = 0; i < 5; ++i) stage.add(spun(makeCube(stage.info(), vector(4 * i, 0, 0), 1, 3)));
    stage.step(300);
  };
  run(stock);
  run(ours);
  for (int i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(sameBits(*stock.bodies()[i], *ours.bodies()[i]));
  }
}

TEST_CASE("bodies that drift while they push one rigid body have the same bits as in stock Bullet") {
  StockStage stock;
  PliantStage ours;
  const auto build = [](auto& stage) {
    btRigidBody* const ball = stage.addRigid(1, new btSphereShape(btScalar(0.5)));
    ball->setActivationState(DISABLE_DEACTIVATION);
    std::vector<btSoftBody*> bodies;
    for (const double x : {-3.0, 3.0}) {
      btSoftBody* const body = stage.add(spun(makeCube(stage.info(), vector(btScalar(x), 0, 0), 1, 2)));
      body->appendAnchor(0, ball, true);
      body->m_cfg.diterations = 2;
      body->m_cfg.m_dsequence.push_back(btSoftBody::ePSolver::Anchors);
      bodies.push_back(body);
    }
    return bodies;
  };
  const auto a = build(stock), b = build(ours);
  for (int step = 0; step < 60; ++step) {
    stock.step();
    ours.step();
    INFO("step " << step);
    for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(sameBits(*a[i], *b[i]));
  }
}
