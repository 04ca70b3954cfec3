#include "../Worlds.h"

namespace {

constexpr btScalar kStep = btScalar(1) / 60;

/// Motion of a body's nodes over some steps.
struct Motion {
  btScalar fastest = 0;  ///< largest speed of a node [length/s]
  btScalar drift = 0;    ///< largest distance of a node from its first position [length]
  int mostContacts = 0;
  int hits = 0;  ///< hits of the final checks
};

Motion motionOf(PliantStage& stage, const btSoftBody& body, int steps) {
  Motion motion;
  const auto first = positionsOf(body);
  for (int i = 0; i < steps; ++i) {
    const auto before = positionsOf(body);
    stage.step();
    motion.fastest = std::max(motion.fastest, farthestOf(body, before) / kStep);
    const pliant::StepCounters& counters = stage.collision().getCounters();
    motion.mostContacts = std::max(motion.mostContacts, counters.contacts);
    motion.hits += counters.checkHits;
  }
  motion.drift = farthestOf(body, first);
  return motion;
}

void addGround(PliantStage& stage) {
  stage.addRigid(0, new btStaticPlaneShape(vector(0, 1, 0), 0))->setFriction(1);
}

/// Returns an upright sheet of n × n nodes, 0.05 apart, bent slightly so that it folds when it falls.
btSoftBody* makeUpright(btSoftBodyWorldInfo& info, int n) {
  const btScalar size = btScalar(0.05) * btScalar(n - 1), low = btScalar(0.2);
  btSoftBody* sheet =
      btSoftBodyHelpers::CreatePatch(info, vector(0, low, 0), vector(size, low, 0), vector(0, low + size, 0),
                                     vector(size, low + size, 0), n, n, 0, true);
  for (auto& node : nodesOf(*sheet)) {
    node.m_x.setZ(btScalar(0.02) * std::sin(node.m_x.y() * 3));
    node.m_q = node.m_x;
  }
  sheet->m_cfg.collisions |= btSoftBody::fCollision::VF_SS | btSoftBody::fCollision::CL_SELF;
  sheet->m_cfg.piterations = 4;
  sheet->m_cfg.kDF = 1;
  sheet->setTotalMass(1);
  return sheet;
}

}  // namespace

TEST_CASE("rest: a sheet that has folded on itself lies still") {
  PliantStage stage;
  addGround(stage);
  btSoftBody* sheet = stage.add(makeUpright(stage.info(), 25));
  stage.step(480);
  const Motion motion = motionOf(stage, *sheet, 60);
  CHECK(motion.mostContacts > 100);
  CHECK(motion.fastest < 10 * kStep);  // speed that gravity adds in one step
  CHECK(motion.drift < btScalar(0.001));
}

TEST_CASE("rest: a sheet over a box of twelve triangles lies still") {
  PliantStage stage;
  addGround(stage);
  stage.addMesh(rigid::box(vector(0.4, 0.4, 0.4), 1), vector(0, 0.6, 0));
  btSoftBody* sheet = stage.add(makeSheet(stage.info(), vector(0, 1.3, 0), vector(1, 0, 0), vector(0, 0, 1), 31));
  sheet->m_cfg.kDF = btScalar(0.5);
  stage.step(600);
  const Motion motion = motionOf(stage, *sheet, 60);
  CHECK(motion.mostContacts > 100);
  CHECK(motion.hits < 60);
  CHECK(motion.fastest < 10 * kStep);
}

// Bullet's pressure alone makes each body tremble at 0.9 length/s.
TEST_CASE("rest: a pile of hollow bodies trembles little more than each of them alone") {
  PliantStage stage;
  addGround(stage);
  for (int i = 0; i < 9; ++i) {
    const btScalar x = btScalar(i % 3), layer = btScalar(i / 3);
    const btVector3 centre = vector(btScalar(0.62) * x + btScalar(0.03) * layer, btScalar(0.4) + btScalar(0.75) * layer,
                                    btScalar(0.05) * btScalar(i % 2));
    btSoftBody* ball = stage.add(makeBall(stage.info(), centre, 0.35, 120, 1, 20));
    ball->m_cfg.kDF = btScalar(0.5);
    ball->m_cfg.piterations = 4;
  }
  stage.step(300);
  double squares = 0;
  int nodes = 0;
  stage.step(60, [&] {
    for (int b = 0; b < stage.bodies().size(); ++b)
      for (const auto& node : nodesOf(*stage.bodies()[b])) {
        squares += double(node.m_v.length2());
        ++nodes;
      }
  });
  CHECK(std::sqrt(squares / nodes) < 0.6);
}

TEST_CASE("rest: a heap of ropes lies still") {
  PliantStage stage;
  addGround(stage);
  for (int i = 0; i < 12; ++i) {
    const btScalar turn = btScalar(2.4) * btScalar(i);
    const btVector3 half(std::cos(turn), 0, std::sin(turn)), middle(0, btScalar(0.3) + btScalar(0.15) * btScalar(i), 0);
    btSoftBody* rope = stage.add(makeRope(stage.info(), middle - half, middle + half, 22, 0.5));
    rope->m_cfg.kDF = btScalar(0.5);
    rope->m_cfg.piterations = 4;
  }
  stage.step(600);
  for (int i = 0; i < 12; ++i) {
    const Motion motion = motionOf(stage, *stage.bodies()[i], 10);
    CHECK(motion.mostContacts > 20);
    CHECK(motion.hits == 0);
    CHECK(motion.fastest < 10 * kStep);
    CHECK(motion.drift < btScalar(0.001));
  }
}

TEST_CASE("rest: edges that lie on each other are contacts before the final check finds them") {
  PliantStage stage;
  addGround(stage);
  btSoftBody* sheet = stage.add(makeUpright(stage.info(), 25));
  stage.step(480);
  CHECK(motionOf(stage, *sheet, 60).hits == 0);
  // Adding or removing a body changes the indices of all edges after its own.
  btSoftBody* other = stage.addCloth(vector(20, 1, 0), 1, 5);
  CHECK(motionOf(stage, *sheet, 10).hits == 0);
  stage.world.removeSoftBody(other);
  delete other;
  CHECK(motionOf(stage, *sheet, 10).hits == 0);
}

TEST_CASE("rest: static friction holds what lies on a slope, and lets slide what slides") {
  const btScalar friction = GENERATE(btScalar(0.1), btScalar(1));
  CAPTURE(friction);
  PliantStage stage;
  const btScalar slope = btScalar(0.2);  // [rad]
  btSoftBody* board = makeCloth(stage.info(), vector(0, 0, 0), 8, 12);
  board->rotate(btQuaternion(vector(0, 0, 1), slope));
  pin(*board);
  board->m_cfg.kDF = friction;
  stage.add(board);
  btSoftBody* cube = makeCube(stage.info(), vector(0, 0.65, 0), 1, 3);
  cube->rotate(btQuaternion(vector(0, 0, 1), slope));
  cube->m_cfg.kDF = friction;
  stage.add(cube);
  stage.step(120);
  const Motion motion = motionOf(stage, *cube, 60);
  if (friction < 1) {
    // The cube has slid for two seconds. Its acceleration along the slope is g·(sin − μ·cos).
    const btScalar along = 10 * (std::sin(slope) - friction * std::cos(slope));
    CHECK(motion.drift == Approx(double(along * btScalar(2.5))).epsilon(0.15));
  } else {
    CHECK(motion.fastest < 10 * kStep);
    CHECK(motion.drift < btScalar(0.001));
  }
}

TEST_CASE("rest: what a moving support carries goes with it") {
  PliantStage stage;
  btSoftBody* board = stage.addCloth(vector(0, 0, 0), 4, 12);
  pin(*board);
  board->m_cfg.kDF = 1;
  btSoftBody* cube = stage.addCube(vector(0, 0.6, 0), 1, 3);
  cube->m_cfg.kDF = 1;
  stage.step(120);
  const auto before = positionsOf(*cube);
  // The board is slower than the speed below which a node counts as standing.
  const btScalar way = btScalar(0.0005);
  for (int i = 0; i < 120; ++i) {
    for (auto& node : nodesOf(*board)) node.m_v.setValue(way / kStep, 0, 0);
    stage.step();
  }
  CHECK(farthestOf(*cube, before) == Approx(double(way * 120)).epsilon(0.1));
}

TEST_CASE("rest: what lies on a slow support goes with it, however slow") {
  const btScalar speed = GENERATE(btScalar(0.01), btScalar(0.03), btScalar(0.07));
  CAPTURE(speed);
  PliantStage stage;
  btRigidBody* base = stage.addRigid(1000, new btBoxShape(vector(3, 0.5, 3)), vector(0, -0.5, 0));
  base->setGravity(vector(0, 0, 0));
  base->setLinearFactor(vector(1, 0, 0));
  base->setAngularFactor(0);
  base->setFriction(1);
  base->setActivationState(DISABLE_DEACTIVATION);
  btSoftBody* lower = makeCube(stage.info(), vector(0, 0.55, 0), 1, 3);
  btSoftBody* upper = makeCube(stage.info(), vector(0, 1.65, 0), 1, 3);
  for (btSoftBody* cube : {lower, upper}) {
    cube->m_cfg.kDF = 1;
    stage.add(cube);
  }
  stage.step(180);
  const btVector3 low = centreOf(*lower), high = centreOf(*upper);
  for (int i = 0; i < 180; ++i) {
    base->setLinearVelocity(vector(speed, 0, 0));
    stage.step();
  }
  CHECK(centreOf(*lower).x() - low.x() == Approx(double(3 * speed)).epsilon(0.15));
  CHECK(centreOf(*upper).x() - high.x() == Approx(double(3 * speed)).epsilon(0.15));
}
