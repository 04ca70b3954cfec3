#include "../OverlapJudge.h"

namespace {

enum class Shape { Ellipsoid, Box, InsideOutBox, Cube };

/// Returns a closed triangle mesh: the surface of a cube of 4³ cells.
btSoftBody* makeBoxSurface(btSoftBodyWorldInfo& info, const btVector3& centre, btScalar size, bool insideOut) {
  const std::unique_ptr<btSoftBody> solid(makeCube(info, centre, size, 4));
  std::vector<btScalar> coordinates;
  std::vector<int> corners;
  std::vector<int> place(size_t(solid->m_nodes.size()), -1);
  for (int i = 0; i < solid->m_faces.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const btSoftBody::Node* node = solid->m_faces[i].m_n[insideOut ? 2 - k : k];
      int& at = place[size_t(node - &solid->m_nodes[0])];
      if (at < 0) {
        at = int(coordinates.size() / 3);
        for (int c = 0; c < 3; ++c) coordinates.push_back(node->m_x[c]);
      }
      corners.push_back(at);
    }
  btSoftBody* body =
      btSoftBodyHelpers::CreateFromTriMesh(info, coordinates.data(), corners.data(), int(corners.size() / 3));
  body->generateBendingConstraints(2);
  return body;
}

struct Overlap : ScaledStage {
  Overlap(btScalar lengths, btScalar mu, const btVector3& gravity = vector(0, 0, 0))
      : ScaledStage(lengths, gravity), friction(mu) {}

  btSoftBody* add(Shape shape, const btVector3& centre, btScalar size = 1, btScalar mass = 1) {
    const btVector3 at = centre * scale;
    btSoftBody* body = nullptr;
    if (shape == Shape::Ellipsoid)
      body = makeBall(info(), at, size * scale / 2, 128);
    else if (shape == Shape::Cube)
      body = makeCube(info(), at, size * scale, 4);
    else
      body = makeBoxSurface(info(), at, size * scale, shape == Shape::InsideOutBox);
    body->setTotalMass(mass, shape != Shape::Cube);
    body->m_cfg.piterations = 8;
    body->m_cfg.kDF = friction;
    body->getCollisionShape()->setMargin(btScalar(0.04) * scale);
    PliantStage::add(body);
    return body;
  }

  overlap::Verdict judge() { return overlap::judge(bodies()); }
  /// Returns the largest change of a link's length, relative to its rest length.
  double stretch() {
    double worst = 0;
    for (int i = 0; i < bodies().size(); ++i)
      for (int k = 0; k < bodies()[i]->m_links.size(); ++k) {
        const btSoftBody::Link& link = bodies()[i]->m_links[k];
        worst = std::max(worst, std::abs(double((link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl) - 1));
      }
    return worst;
  }

  btScalar friction;
};

/// Steps, and checks that the bodies separate. There is no energy at the start, so all energy comes from separation. A
/// sixteenth of an overlap of 0.5 m per step as velocity of both would be 0.9 J.
void checkComesApart(Overlap& stage, int steps = 60) {
  double worstEnergy = 0, worstStretch = 0;
  stage.step(steps, [&] {
    worstEnergy = std::max(worstEnergy, stage.motion().kinetic);
    worstStretch = std::max(worstStretch, stage.stretch());
  });
  const overlap::Verdict after = stage.judge();
  CHECK(after.facePairs == 0);
  CHECK(after.inside == 0);
  CHECK(worstEnergy < 0.15);
  CHECK(worstStretch < 0.25);
  CHECK(stage.motion().momentum.norm() < 1e-3);
}

const btVector3 kAside(btScalar(0.1), 1, btScalar(0.05));

}  // namespace

TEST_CASE("closed surfaces that start overlapping come apart, among themselves and with a solid, at any size") {
  const auto shapes = GENERATE(std::pair(Shape::Ellipsoid, Shape::Ellipsoid), std::pair(Shape::Box, Shape::Box),
                               std::pair(Shape::Ellipsoid, Shape::Box), std::pair(Shape::Ellipsoid, Shape::Cube),
                               std::pair(Shape::Cube, Shape::Box), std::pair(Shape::InsideOutBox, Shape::Ellipsoid));
  const btScalar gap = GENERATE(btScalar(0.5), btScalar(0.85));
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  const btScalar friction = GENERATE(btScalar(0), btScalar(0.5));
  CAPTURE(int(shapes.first), int(shapes.second), gap, scale, friction);
  Overlap stage(scale, friction);
  stage.add(shapes.first, vector(0, 0, 0));
  stage.add(shapes.second, kAside * gap);
  REQUIRE(stage.judge().facePairs > 0);
  REQUIRE(stage.judge().inside > 0);
  checkComesApart(stage);
}

TEST_CASE("a body wholly within a solid leaves it as it is") {
  const Shape inner = GENERATE(Shape::Ellipsoid, Shape::Box, Shape::Cube);
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  CAPTURE(int(inner), scale);
  Overlap stage(scale, 0);
  stage.add(Shape::Cube, vector(0, 0, 0));
  stage.add(inner, kAside * btScalar(0.1), btScalar(0.3));
  REQUIRE(stage.judge().inside > 0);
  checkComesApart(stage);
}

TEST_CASE("a body wholly within a closed surface stays where it is") {
  const Shape outer = GENERATE(Shape::Ellipsoid, Shape::Box, Shape::InsideOutBox);
  const Shape inner = GENERATE(Shape::Ellipsoid, Shape::Box, Shape::Cube);
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  CAPTURE(int(outer), int(inner), scale);
  Overlap stage(scale, 0);
  stage.add(outer, vector(0, 0, 0));
  btSoftBody* body = stage.add(inner, kAside * btScalar(0.1), btScalar(0.3));
  const btVector3 start = centreOf(*body);
  REQUIRE(stage.judge().facePairs == 0);
  stage.step(60, [&] { CHECK(stage.collision().getNumContacts() == 0); });
  CHECK(stage.judge().facePairs == 0);
  CHECK(stage.judge().inside == body->m_nodes.size());
  CHECK((centreOf(*body) - start).length() < btScalar(1e-3) * scale);
  CHECK(stage.motion().kinetic < 1e-3);
}

TEST_CASE("three closed bodies in one heap come apart and come to lie on the floor") {
  const btScalar friction = GENERATE(btScalar(0), btScalar(0.5));
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(1), btScalar(100));
  CAPTURE(friction, scale);
  Overlap stage(scale, friction, vector(0, -10, 0));
  // A thick, pinned floor. Potential energy is relative to its upper side.
  btSoftBody* floor = stage.add(Shape::Cube, vector(0, -3, 0), 6);
  pin(*floor);
  stage.add(Shape::Cube, vector(0, 0.6, 0));
  stage.add(Shape::Box, vector(0.75, 0.75, 0.2));
  stage.add(Shape::Ellipsoid, vector(0.3, 1.3, -0.1));
  REQUIRE(stage.judge().inside > 20);
  const BodyMotion start = stage.motion();
  double worst = 0;
  stage.step(60, [&] {
    const BodyMotion now = stage.motion();
    worst = std::max(worst, now.kinetic + now.potential);
  });
  CHECK(stage.judge().facePairs == 0);
  CHECK(stage.judge().inside == 0);
  CHECK(worst < 1.1 * (start.kinetic + start.potential));
}

TEST_CASE("bodies that come apart do so with the same bits for any number of threads and twice") {
  Overlap one(1, btScalar(0.5)), two(1, btScalar(0.5));
  two.collision().setThreads(2);
  for (Overlap* stage : {&one, &two}) {
    stage->add(Shape::Ellipsoid, vector(0, 0, 0));
    stage->add(Shape::Box, kAside * btScalar(0.6));
    stage->add(Shape::Cube, kAside * btScalar(-0.5));
    stage->step(40);
  }
  for (int i = 0; i < 3; ++i) CHECK(sameBits(*one.bodies()[i], *two.bodies()[i]));
}
