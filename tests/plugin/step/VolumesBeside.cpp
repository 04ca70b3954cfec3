// Bodies without a volume collide by their elements beside bodies with a volume. Degenerate bodies.

#include "../VolumeStage.h"
#include "../solve/ReferenceDistance.h"

namespace {

using Kind = pliant::SoftContact::Kind;

/// Returns the largest distance from the closed surface of `b` of a node of `a` inside it, or 0.
double deepestInside(const btSoftBody& a, const btSoftBody& b) {
  double deepest = 0;
  for (const auto& node : nodesOf(a)) {
    if (!(std::abs(overlap::winding(b, node.m_x)) > 0.5)) continue;
    double nearest = 1e300;
    for (int f = 0; f < b.m_faces.size(); ++f) {
      reference::Quad x{wide(node.m_x)};
      for (std::size_t k = 0; k < 3; ++k) x[k + 1] = wide(b.m_faces[f].m_n[k]->m_x);
      nearest = std::min(nearest, reference::combine(x, reference::nearestOnFace(x)).norm());
    }
    deepest = std::max(deepest, nearest);
  }
  return deepest;
}

void turnInsideOut(btSoftBody& body) {
  for (int i = 0; i < body.m_faces.size(); ++i) std::swap(body.m_faces[i].m_n[1], body.m_faces[i].m_n[2]);
}

}  // namespace

TEST_CASE("cloth and balloons in one scene: the cloth by elements, the balloons by volumes, told once") {
  VolumeStage stage(-10);
  stage.addGround();
  StatusListener listener(stage.collision());
  btSoftBody* ball = stage.addBall(vector(0, 0.55, 0), 0.5);
  btSoftBody* other = stage.addBall(vector(0.8, 1.2, 0), 0.5);
  btSoftBody* cloth = stage.addCloth(vector(0, 2.1, 0), 1, 16);
  int volumes = 0, elements = 0;
  stage.step(90, [&] {
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      const bool ofCloth = contact.bodyA == cloth || contact.bodyB == cloth;
      CHECK((!ofCloth || contact.kind != Kind::Volume));
      volumes += contact.kind == Kind::Volume;
      elements += ofCloth;
    }
    CHECK(overlap::facePairs(*cloth, *ball) == 0);
    CHECK(overlap::facePairs(*cloth, *other) == 0);
  });
  CHECK(volumes > 0);
  CHECK(elements > 0);
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::NoVolume, cloth) == 1);
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::NoVolume, ball) == 0);
  const pliant::SoftBodyStatus status = stage.collision().getStatus(cloth);
  CHECK(status.kind == pliant::SoftBodyStatus::Kind::NoVolume);
  CHECK(status.message.find("open edges") != std::string::npos);
  stage.collision().setListener(nullptr);
}

TEST_CASE("an inside-out balloon is the same balloon") {
  for (const int which : {1, 2, 3}) {
    VolumeStage stage;
    btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0, vector(3, 0, 0));
    btSoftBody* b = stage.addBall(vector(1.2, 0, 0), 0.5, 0);
    if (which & 1) turnInsideOut(*a);
    if (which & 2) turnInsideOut(*b);
    const int volumes = stage.sumOf(60, [&] { return stage.collision().getCounters().volumes; });
    CHECK(volumes > 0);
    CHECK(centreOf(*a).x() < centreOf(*b).x() - btScalar(0.7));
  }
}

TEST_CASE("a balloon with a NaN sits out, the others go on, and a flat one collides by its elements") {
  VolumeStage stage;
  StatusListener listener(stage.collision());
  stage.addBall(vector(0, 0, 0), 0.5, 0, vector(3, 0, 0));
  stage.addBall(vector(1.1, 0, 0), 0.5, 0);
  btSoftBody* broken = stage.addBall(vector(0, 3, 0), 0.5, 0);
  broken->m_nodes[7].m_x.setX(std::nanf(""));
  broken->m_nodes[7].m_q = broken->m_nodes[7].m_x;
  btSoftBody* flat = btSoftBodyHelpers::CreateEllipsoid(stage.info(), vector(0, -3, 0), vector(1, 0.0005, 1), 60);
  flat->setTotalMass(1);
  stage.add(flat);
  const int volumes = stage.sumOf(40, [&] { return stage.collision().getCounters().volumes; });
  CHECK(volumes > 0);
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::NotFinite, broken) == 1);
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::NoVolume, flat) == 1);
  CHECK(stage.collision().getStatus(flat).message.find("thin") != std::string::npos);
  for (int i : {0, 1, 3}) CHECK(finite(*stage.bodies()[i]));
  stage.collision().setListener(nullptr);
}

TEST_CASE("balloons that start in each other come apart, and gain little by it") {
  const btScalar apart = GENERATE(btScalar(0.95), btScalar(0.8), btScalar(0.5));
  CAPTURE(apart);
  VolumeStage stage;
  btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0);
  btSoftBody* b = stage.addBall(vector(apart, 0.02, 0), 0.5, 0);
  const double most = stage.mostIn(300, [&] { return stage.motion().kinetic; });
  CHECK(overlap::nodesInside(*a, *b) + overlap::nodesInside(*b, *a) == 0);
  CHECK(stage.sharedVolume() < 0.002);
  CHECK(most < 0.5);
}

TEST_CASE("a balloon that starts within another one stays there, at rest") {
  VolumeStage stage;
  btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0);
  btSoftBody* b = stage.addBall(vector(0.15, 0.02, 0), 0.25, 0);
  stage.step(300, [&] { CHECK(stage.collision().getNumContacts() == 0); });
  CHECK(overlap::nodesInside(*b, *a) == b->m_nodes.size());
  CHECK(overlap::facePairs(*a, *b) == 0);
  CHECK(stage.motion().kinetic < 1e-3);
}

TEST_CASE("a balloon in a closed bowl stays in it") {
  const bool limp = GENERATE(false, true);
  const btScalar beside = limp ? btScalar(0) : GENERATE(btScalar(0), btScalar(0.003), btScalar(-0.003));
  CAPTURE(limp, beside);
  VolumeStage stage(-10);
  stage.addGround();
  // A pillow in the shape of a bowl: a ball whose upper half is pressed in.
  btSoftBody* bowl = stage.addBall(vector(0, 1.05, 0), 1, 0, vector(0, 0, 0), 700, 8);
  bowl->m_cfg.kPR = 0;
  for (auto& node : nodesOf(*bowl)) {
    const btScalar height = node.m_x.y() - btScalar(1.05);
    if (height > 0) node.m_x.setY(btScalar(1.05) - btScalar(0.6) * height);
    node.m_q = node.m_x;
  }
  bowl->resetLinkRestLengths();
  bowl->updateConstants();
  if (!limp) {
    bowl->setPose(false, true);
    bowl->m_cfg.kMT = btScalar(0.2);
  }
  stage.collision().bodyChanged(bowl);
  btSoftBody* ball = stage.addBall(vector(btScalar(0.1) + beside, 1.25, 0), 0.3, 10, vector(0, 0, 0), 150, 0.4);
  stage.step(240);
  CAPTURE(centreOf(*ball).x(), centreOf(*ball).y(), centreOf(*ball).z());
  CHECK(finite(*ball));
  CHECK(std::abs(centreOf(*ball).x()) < 1);
  CHECK(centreOf(*ball).y() > btScalar(0.2));
  // The depth is at most the pixel that detects it: half the ball's mean edge, 0.047.
  CHECK(deepestInside(*ball, *bowl) < 0.047);
  // The walls of a limp bowl collapse onto themselves, and walls that enclose no volume are not separated.
  if (!limp) CHECK(deepestInside(*bowl, *ball) < 0.047);
  CHECK(overlap::nodesInside(*ball, *bowl) < ball->m_nodes.size() / 8);
}
