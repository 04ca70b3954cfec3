// Open surfaces that intersect each other, a closed body, or themselves at the start. An open surface has no inside
// that gives a separation direction.
#include <pliant_catch.h>

#include "../OverlapJudge.h"

namespace {

struct Sheets : PliantStage {
  explicit Sheets(btScalar lengths = 1, const btVector3& pull = btVector3(0, 0, 0))
      : scale(lengths), gravity(pull * lengths) {
    world.setGravity(gravity);
    info().m_gravity = gravity;
  }

  /// Adds a cloth that spans centre ± u ± v, with all lengths in units of the scale.
  btSoftBody* addCloth(const btVector3& centre, const btVector3& u, const btVector3& v, int nodes = 20) {
    const btVector3 c = centre * scale, a = u * scale, b = v * scale;
    btSoftBody* cloth =
        btSoftBodyHelpers::CreatePatch(info(), c - a - b, c + a - b, c - a + b, c + a + b, nodes, nodes, 0, true);
    cloth->setTotalMass(1);
    cloth->m_cfg.piterations = 4;
    cloth->getCollisionShape()->setMargin(btScalar(0.03) * scale);
    return add(cloth);
  }

  btSoftBody* addBall(const btVector3& centre, btScalar radius, btScalar mass = 1) {
    const btScalar r = radius * scale;
    btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(info(), centre * scale, btVector3(r, r, r), 200);
    ball->setTotalMass(mass, true);
    ball->m_cfg.piterations = 8;
    ball->generateBendingConstraints(2);
    ball->getCollisionShape()->setMargin(btScalar(0.03) * scale);
    return add(ball);
  }

  /// Adds a sheet that lies flat, bends over, and passes down through itself with its last rows.
  btSoftBody* addFolded(int nodes = 40) {
    btSoftBody* sheet = addCloth(btVector3(0, 0, 0), btVector3(2, 0, 0), btVector3(0, 0, 1), nodes);
    const double step = 4.0 / (nodes - 1), radius = 0.18, turns = 3.14159265 + 0.4;
    double x = -2, y = 0, angle = 0;
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < nodes; ++j) {
        btSoftBody::Node& node = sheet->m_nodes[j * nodes + i];
        node.m_x = node.m_q = btVector3(btScalar(x) * scale, btScalar(y) * scale, node.m_x.z());
      }
      const double turn = (i + 1) * step > 2.2 ? std::min(step / radius, turns - angle) : 0;
      angle += turn;
      x += step * std::cos(angle - turn / 2);
      y += step * std::sin(angle - turn / 2);
    }
    sheet->resetLinkRestLengths();
    sheet->updateConstants();
    world.softCollision().setSelfEnabled(sheet, true);
    return sheet;
  }

  btAlignedObjectArray<btSoftBody*>& bodies() { return world.getSoftBodyArray(); }

  int pairsLeft() {
    int count = 0;
    for (int i = 0; i < bodies().size(); ++i) {
      count += overlap::selfPairs(*bodies()[i]);
      for (int j = i + 1; j < bodies().size(); ++j) count += overlap::facePairs(*bodies()[i], *bodies()[j]);
    }
    return count;
  }
  /// Returns momentum and energies in units of the scale.
  overlap::Motion motion() {
    overlap::Motion now = overlap::motionOf(bodies(), gravity);
    now.momentum /= scale;
    now.kinetic /= double(scale) * double(scale);
    now.potential /= double(scale) * double(scale);
    return now;
  }

  btScalar scale;
  btVector3 gravity;
};

enum class Scene { Across, AcrossToTheEdges, Corner, Slit, OffCentreBall, CentredBall, BallFirst, Folded };
constexpr Scene kScenes[] = {Scene::Across,        Scene::AcrossToTheEdges, Scene::Corner,    Scene::Slit,
                             Scene::OffCentreBall, Scene::CentredBall,      Scene::BallFirst, Scene::Folded};

void build(Scene scene, Sheets& stage) {
  const btVector3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1), centre(0, 0, 0);
  if (scene == Scene::Folded) {
    stage.addFolded();
    return;
  }
  if (scene == Scene::BallFirst)
    stage.addBall(btVector3(btScalar(0.05), btScalar(-0.15), btScalar(0.03)), btScalar(0.4));
  stage.addCloth(centre, x, z);
  if (scene == Scene::Across)
    stage.addCloth(btVector3(btScalar(0.013), btScalar(0.333), btScalar(0.017)), y, z * btScalar(0.8));
  // The contour ends where the borders of both cloths meet.
  if (scene == Scene::AcrossToTheEdges) stage.addCloth(btVector3(0, btScalar(0.333), 0), y, z);
  if (scene == Scene::Corner) {
    const btScalar d = btScalar(0.7);
    stage.addCloth(btVector3(btScalar(0.113), btScalar(1.1), 0), btVector3(d, d, 0), btVector3(-d, d, btScalar(0.1)));
  }
  // Neither cloth is cut in two: the contour runs from the border of one to the border of the other.
  if (scene == Scene::Slit) stage.addCloth(btVector3(btScalar(0.013), btScalar(0.1), btScalar(1.317)), y, z);
  if (scene == Scene::OffCentreBall)
    stage.addBall(btVector3(btScalar(0.05), btScalar(0.15), btScalar(0.03)), btScalar(0.4));
  if (scene == Scene::CentredBall) stage.addBall(centre, btScalar(0.4));
}

}  // namespace

TEST_CASE("sheets come out of each other, of a ball and of themselves, at any size, and stay out") {
  const Scene scene = GENERATE(from_range(std::begin(kScenes), std::end(kScenes)));
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  CAPTURE(int(scene), scale);
  Sheets stage(scale);
  build(scene, stage);
  REQUIRE(stage.pairsLeft() > 20);
  double energy = 0;
  for (int i = 0; i < 120; ++i) {
    stage.step();
    energy = std::max(energy, stage.motion().kinetic);
  }
  CHECK(stage.pairsLeft() == 0);
  CHECK(stage.motion().momentum.length() < btScalar(1e-4));
  for (int i = 0; i < 3; ++i) {
    stage.step(20);
    CHECK(stage.pairsLeft() == 0);
  }
  for (int i = 0; i < stage.bodies().size(); ++i) CHECK(finite(*stage.bodies()[i]));
  // There is no energy at the start. A tenth of the contact distance per step as velocity of both would be 0.03 J.
  CHECK(energy < 0.01);
}

TEST_CASE("sheets come apart while they fall onto a floor") {
  const Scene scene = GENERATE(Scene::Across, Scene::OffCentreBall, Scene::Folded);
  CAPTURE(int(scene));
  Sheets stage(1, btVector3(0, -10, 0));
  stage.addRigid(0, new btBoxShape(btVector3(8, 1, 8)), btVector3(0, -3, 0));
  build(scene, stage);
  const auto energy = [&] {
    return stage.motion().kinetic + stage.motion().potential + 2.0 * 10 * stage.bodies().size();
  };
  const double start = energy();
  double worst = 0;
  for (int i = 0; i < 120; ++i) {
    stage.step();
    worst = std::max(worst, energy());
  }
  CHECK(stage.pairsLeft() == 0);
  CHECK(worst < 1.1 * start);
}

TEST_CASE("a ball comes out of a cloth that is held by its corners") {
  Sheets stage;
  btSoftBody* cloth = stage.addCloth(btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 0, 1));
  for (const int corner : {0, 19, 380, 399}) cloth->setMass(corner, 0);
  stage.addBall(btVector3(btScalar(0.05), btScalar(0.12), btScalar(0.03)), btScalar(0.4));
  stage.step(120);
  CHECK(stage.pairsLeft() == 0);
  CHECK(stage.motion().kinetic < 0.1);
  for (const int corner : {0, 19, 380, 399}) CHECK(cloth->m_nodes[corner].m_x.y() == 0);
}

TEST_CASE("three sheets and a ball in one another come apart") {
  Sheets stage;
  build(Scene::Across, stage);
  stage.addCloth(btVector3(btScalar(-0.31), btScalar(0.233), btScalar(0.17)), btVector3(btScalar(0.3), 1, 0),
                 btVector3(0, 0, btScalar(0.8)));
  stage.addBall(btVector3(0, btScalar(0.1), btScalar(0.03)), btScalar(0.3));
  double energy = 0;
  for (int i = 0; i < 120; ++i) {
    stage.step();
    energy = std::max(energy, stage.motion().kinetic);
  }
  CHECK(stage.pairsLeft() == 0);
  CHECK(energy < 0.01);
}

TEST_CASE("sheets that wave through each other in many places get no worse and come apart in the end") {
  Sheets stage;
  stage.addCloth(btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 0, 1), 30);
  btSoftBody* waves = stage.addCloth(btVector3(btScalar(0.1), 0, 0), btVector3(1, 0, 0), btVector3(0, 0, 1), 30);
  for (int i = 0; i < waves->m_nodes.size(); ++i) {
    btSoftBody::Node& node = waves->m_nodes[i];
    node.m_x.setY(btScalar(0.07) * std::sin(5 * node.m_x.x() + 1) * std::cos(4 * node.m_x.z()) + btScalar(0.013));
    node.m_q = node.m_x;
  }
  waves->resetLinkRestLengths();
  waves->updateConstants();
  const int start = stage.pairsLeft();
  REQUIRE(start > 400);
  double energy = 0;
  for (int i = 0; i < 20; ++i) {
    for (int k = 0; k < 20; ++k) {
      stage.step();
      energy = std::max(energy, stage.motion().kinetic);
    }
    CHECK(stage.pairsLeft() < start);
  }
  CHECK(stage.pairsLeft() == 0);
  CHECK(energy < 0.5);
  CHECK(stage.motion().momentum.length() < btScalar(1e-4));
}

TEST_CASE("parts that are not tangled keep colliding while others are") {
  // The fold comes out at the far end of the sheet. Meanwhile a second sheet falls onto it.
  Sheets stage(1, btVector3(0, -10, 0));
  btSoftBody* folded = stage.addFolded();
  for (int j = 0; j < 40; ++j) folded->setMass(j * 40, 0);
  stage.addCloth(btVector3(btScalar(-1), btScalar(0.6), 0), btVector3(btScalar(0.6), 0, 0),
                 btVector3(0, 0, btScalar(0.6)));
  for (int i = 0; i < 120; ++i) {
    stage.step();
    CHECK(overlap::facePairs(*folded, *stage.bodies()[1]) == 0);
  }
  CHECK(stage.pairsLeft() == 0);
}

TEST_CASE("sheets come apart with the same bits for any number of threads") {
  const Scene scene = GENERATE(from_range(std::begin(kScenes), std::end(kScenes)));
  CAPTURE(int(scene));
  Sheets one, two;
  two.world.softCollision().setThreads(2);
  for (Sheets* stage : {&one, &two}) {
    build(scene, *stage);
    stage->step(3);
  }
  for (int i = 0; i < one.bodies().size(); ++i) CHECK(sameBits(*one.bodies()[i], *two.bodies()[i]));
  CHECK(one.pairsLeft() > 0);
}
