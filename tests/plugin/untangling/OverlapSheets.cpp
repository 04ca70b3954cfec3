// Open surfaces that intersect each other, a closed body, or themselves at the start. An open surface has no inside
// that gives a separation direction.

#include "../OverlapJudge.h"

namespace {

struct Sheets : ScaledStage {
  using ScaledStage::ScaledStage;

  /// Adds a cloth that spans centre ± u ± v, with all lengths in units of the scale.
  btSoftBody* addCloth(const btVector3& centre, const btVector3& u, const btVector3& v, int nodes = 20) {
    btSoftBody* cloth = makeSheet(info(), centre * scale, u * scale, v * scale, nodes);
    cloth->getCollisionShape()->setMargin(btScalar(0.03) * scale);
    return add(cloth);
  }

  btSoftBody* addBall(const btVector3& centre, double radius) {
    btSoftBody* ball = makeBall(info(), centre * scale, btScalar(radius) * scale, 200);
    ball->m_cfg.piterations = 8;
    ball->generateBendingConstraints(2);
    ball->getCollisionShape()->setMargin(btScalar(0.03) * scale);
    return add(ball);
  }

  /// Adds a sheet that lies flat, bends over, and passes down through itself with its last rows.
  btSoftBody* addFolded(int nodes = 40) {
    btSoftBody* sheet = addCloth(vector(0, 0, 0), vector(2, 0, 0), vector(0, 0, 1), nodes);
    const double step = 4.0 / (nodes - 1), radius = 0.18, turns = 3.14159265 + 0.4;
    double x = -2, y = 0, angle = 0;
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < nodes; ++j) {
        btSoftBody::Node& node = sheet->m_nodes[j * nodes + i];
        node.m_x = node.m_q = vector(btScalar(x) * scale, btScalar(y) * scale, node.m_x.z());
      }
      const double turn = (i + 1) * step > 2.2 ? std::min(step / radius, turns - angle) : 0;
      angle += turn;
      x += step * std::cos(angle - turn / 2);
      y += step * std::sin(angle - turn / 2);
    }
    sheet->resetLinkRestLengths();
    sheet->updateConstants();
    collision().setSelfEnabled(sheet, true);
    return sheet;
  }

  int pairsLeft() {
    int count = 0;
    for (int i = 0; i < bodies().size(); ++i) {
      count += overlap::selfPairs(*bodies()[i]);
      for (int j = i + 1; j < bodies().size(); ++j) count += overlap::facePairs(*bodies()[i], *bodies()[j]);
    }
    return count;
  }
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
  if (scene == Scene::BallFirst) stage.addBall(vector(0.05, -0.15, 0.03), 0.4);
  stage.addCloth(centre, x, z);
  if (scene == Scene::Across) stage.addCloth(vector(0.013, 0.333, 0.017), y, z * btScalar(0.8));
  // The contour ends where the borders of both cloths meet.
  if (scene == Scene::AcrossToTheEdges) stage.addCloth(vector(0, 0.333, 0), y, z);
  if (scene == Scene::Corner) {
    const btScalar d = btScalar(0.7);
    stage.addCloth(vector(0.113, 1.1, 0), vector(d, d, 0), vector(-d, d, 0.1));
  }
  // Neither cloth is cut in two: the contour runs from the border of one to the border of the other.
  if (scene == Scene::Slit) stage.addCloth(vector(0.013, 0.1, 1.317), y, z);
  if (scene == Scene::OffCentreBall) stage.addBall(vector(0.05, 0.15, 0.03), 0.4);
  if (scene == Scene::CentredBall) stage.addBall(centre, 0.4);
}

}  // namespace

TEST_CASE("sheets come out of each other, of a ball and of themselves, at any size, and stay out") {
  const Scene scene = GENERATE(from_range(std::begin(kScenes), std::end(kScenes)));
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  CAPTURE(int(scene), scale);
  Sheets stage(scale);
  build(scene, stage);
  REQUIRE(stage.pairsLeft() > 20);
  const double energy = stage.mostKinetic(120);
  CHECK(stage.pairsLeft() == 0);
  CHECK(stage.motion().momentum.norm() < 1e-4);
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
  Sheets stage(1, vector(0, -10, 0));
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -3, 0));
  build(scene, stage);
  const auto energy = [&] {
    return stage.motion().kinetic + stage.motion().potential + 2.0 * 10 * stage.bodies().size();
  };
  const double start = energy();
  const double worst = stage.mostIn(120, energy);
  CHECK(stage.pairsLeft() == 0);
  CHECK(worst < 1.1 * start);
}

TEST_CASE("a ball comes out of a cloth that is held by its corners") {
  Sheets stage;
  btSoftBody* cloth = stage.addCloth(vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1));
  for (const int corner : {0, 19, 380, 399}) cloth->setMass(corner, 0);
  stage.addBall(vector(0.05, 0.12, 0.03), 0.4);
  stage.step(120);
  CHECK(stage.pairsLeft() == 0);
  CHECK(stage.motion().kinetic < 0.1);
  for (const int corner : {0, 19, 380, 399}) CHECK(cloth->m_nodes[corner].m_x.y() == 0);
}

TEST_CASE("three sheets and a ball in one another come apart") {
  Sheets stage;
  build(Scene::Across, stage);
  stage.addCloth(vector(-0.31, 0.233, 0.17), vector(0.3, 1, 0), vector(0, 0, 0.8));
  stage.addBall(vector(0, 0.1, 0.03), 0.3);
  const double energy = stage.mostKinetic(120);
  CHECK(stage.pairsLeft() == 0);
  CHECK(energy < 0.01);
}

TEST_CASE("sheets that wave through each other in many places get no worse and come apart in the end") {
  Sheets stage;
  stage.addCloth(vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1), 30);
  btSoftBody* waves = stage.addCloth(vector(0.1, 0, 0), vector(1, 0, 0), vector(0, 0, 1), 30);
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
    stage.step(20, [&] { energy = std::max(energy, stage.motion().kinetic); });
    CHECK(stage.pairsLeft() < start);
  }
  CHECK(stage.pairsLeft() == 0);
  CHECK(energy < 0.5);
  CHECK(stage.motion().momentum.norm() < 1e-4);
}

TEST_CASE("parts that are not tangled keep colliding while others are") {
  // The fold comes out at the far end of the sheet. Meanwhile a second sheet falls onto it.
  Sheets stage(1, vector(0, -10, 0));
  btSoftBody* folded = stage.addFolded();
  for (int j = 0; j < 40; ++j) folded->setMass(j * 40, 0);
  stage.addCloth(vector(-1, 0.6, 0), vector(0.6, 0, 0), vector(0, 0, 0.6));
  stage.step(120, [&] { CHECK(overlap::facePairs(*folded, *stage.bodies()[1]) == 0); });
  CHECK(stage.pairsLeft() == 0);
}

TEST_CASE("sheets come apart with the same bits for any number of threads") {
  const Scene scene = GENERATE(from_range(std::begin(kScenes), std::end(kScenes)));
  CAPTURE(int(scene));
  Sheets one, two;
  two.collision().setThreads(2);
  for (Sheets* stage : {&one, &two}) {
    build(scene, *stage);
    stage->step(3);
  }
  for (int i = 0; i < one.bodies().size(); ++i) CHECK(sameBits(*one.bodies()[i], *two.bodies()[i]));
  CHECK(one.pairsLeft() > 0);
}
