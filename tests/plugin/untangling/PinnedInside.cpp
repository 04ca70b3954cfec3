// Programs pin bodies inside a fixed object, and they stay there: a flag in its pole, hair in a head. Bodies that are
// pinned elsewhere still separate from an object that they intersect at the start.

#include "../RigidJudge.h"

namespace {

btRigidBody* addBox(PliantStage& stage, const btVector3& half, const btVector3& at = vector(0, 0, 0)) {
  return stage.addMesh(rigid::box(half, 3), at);
}

/// Adds a flag in the plane z = 0, 2 wide, pinned along its left side at x = −1.
btSoftBody* addFlag(PliantStage& stage) {
  btSoftBody* flag = makeSheet(stage.info(), vector(0, 0, 0), vector(1, 0, 0), vector(0, 1, 0), 15, 0, 0.5);
  pinWhere(*flag, [](const btVector3& x) { return x.x() < btScalar(-0.99); });
  return stage.add(flag);
}

void checkHangs(PliantStage& stage, const btSoftBody& body, double most = 1.35) {
  stage.step(60);
  CHECK(stage.mostIn(340, [&] { return stretchOf(body); }) < most);
}

}  // namespace

TEST_CASE("pinned inside: a flag in its pole, and in a wall, hangs from there") {
  const btScalar half = GENERATE(btScalar(0.02), btScalar(0.05), btScalar(0.2), btScalar(0.5));
  CAPTURE(half);
  PliantStage stage;
  addBox(stage, vector(half, 1.5, half), vector(-1, 0, 0));
  checkHangs(stage, *addFlag(stage));
}

TEST_CASE("pinned inside: a flag follows a pole that is moved by hand with its pinned nodes") {
  PliantStage stage;
  btRigidBody* pole = addBox(stage, vector(0.05, 1.5, 0.05), vector(-1, 0, 0));
  btSoftBody* flag = addFlag(stage);
  double most = 0;
  for (int i = 0; i < 300; ++i) {
    const btVector3 by(0, 0, btScalar(0.01) * std::sin(btScalar(0.05) * btScalar(i)));
    pole->setWorldTransform(btTransform(btQuaternion::getIdentity(), pole->getWorldTransform().getOrigin() + by));
    for (auto& node : nodesOf(*flag))
      if (!(node.m_im > 0)) node.m_x += by;
    stage.step();
    if (i >= 60) most = std::max(most, stretchOf(*flag));
  }
  CHECK(most < 1.4);
}

TEST_CASE("pinned inside: a flag whose pole is a soft solid that is held") {
  PliantStage stage;
  btSoftBody* pole = stage.addCube(vector(-1, 0, 0), 1.2, 4);
  pin(*pole);
  checkHangs(stage, *addFlag(stage));
}

TEST_CASE("pinned inside: hair whose roots are in a head") {
  const bool anchored = GENERATE(false, true);
  CAPTURE(anchored);
  PliantStage stage;
  btRigidBody* head = addBox(stage, vector(0.4, 0.4, 0.4));
  std::vector<btSoftBody*> strands;
  for (int i = 0; i < 8; ++i) {
    const btScalar angle = SIMD_2_PI * btScalar(i) / 8;
    const btVector3 out(std::cos(angle), btScalar(0.3), std::sin(angle));
    btSoftBody* strand = makeRope(stage.info(), out * btScalar(0.3), out * btScalar(1.3), 15, 0.1);
    if (anchored) {
      strand->appendAnchor(0, head);
    } else {
      strand->setMass(0, 0);
    }
    strands.push_back(stage.add(strand));
  }
  stage.step(60);
  stage.step(240, [&] {
    for (const btSoftBody* strand : strands) CHECK(stretchOf(*strand) < 1.35);
  });
}

TEST_CASE("pinned inside: a cloth whose rim is flush on, or in, four bars") {
  const btScalar gap = GENERATE(btScalar(0), btScalar(-0.02), btScalar(0.03));
  CAPTURE(gap);
  PliantStage stage;
  for (int side = 0; side < 4; ++side) {
    const btScalar place = side % 2 ? btScalar(1) : btScalar(-1);
    const btVector3 along = side < 2 ? vector(0, 0, 1) : vector(1, 0, 0);
    const btVector3 across = side < 2 ? vector(1, 0, 0) : vector(0, 0, 1);
    addBox(stage, along * btScalar(1.2) + across * btScalar(0.05) + vector(0, 0.05, 0),
           across * place + vector(0, btScalar(0.05) + gap, 0));
  }
  btSoftBody* cloth = stage.addCloth(vector(0, 0, 0), 1, 15);
  pinRim(*cloth);
  checkHangs(stage, *cloth, 1.2);
}

TEST_CASE("pinned inside: a rope that is anchored in a rigid mesh does not lift it") {
  PliantStage stage;
  btRigidBody* body = stage.addGImpact(1, rigid::box(vector(0.3, 0.3, 0.3), 2));
  btSoftBody* rope = btSoftBodyHelpers::CreateRope(stage.info(), vector(0, 2, 0), vector(0, 0.1, 0), 18, 1);
  rope->setTotalMass(btScalar(0.2));
  rope->m_cfg.piterations = 8;
  stage.add(rope);
  rope->appendAnchor(rope->m_nodes.size() - 1, body);
  CHECK(stage.mostIn(400, [&] { return body->getWorldTransform().getOrigin().y(); }) < btScalar(0.1));
}

TEST_CASE("pinned inside: what is outside still meets the other body") {
  PliantStage stage;
  btRigidBody* wall = addBox(stage, vector(0.2, 1.5, 2), vector(-1, 0, 0));
  btSoftBody* flag = addFlag(stage);
  stage.setGravity(vector(-10, 0, 0));
  const auto inside = [&] {
    return std::ranges::count_if(nodesOf(*flag), [](const auto& node) {
      return std::abs(node.m_x.x() + 1) < btScalar(0.19) && std::abs(node.m_x.y()) < btScalar(1.49);
    });
  };
  const auto before = inside();
  CHECK(stage.mostIn(240, inside) <= before);
  CHECK(rigid::facePairs(*flag, *wall) > 0);
}

TEST_CASE("pinned elsewhere: a hanging cloth that starts through a box comes out") {
  const btScalar off = GENERATE(btScalar(0), btScalar(0.1), btScalar(0.25));
  CAPTURE(off);
  PliantStage stage;
  btSoftBody* cloth = makeSheet(stage.info(), vector(0, 0, 0), vector(1, 0, 0), vector(0, 1, 0), 15, 4 + 8, 0.5);
  for (const int corner : {14 * 15, 15 * 15 - 1}) cloth->setMass(corner, 0);
  btRigidBody* box = addBox(stage, vector(0.3, 0.3, 0.3), vector(0, -0.2, off));
  stage.add(cloth);
  stage.step(400);
  CHECK(rigid::facePairs(*cloth, *box) == 0);
}

TEST_CASE("pinned elsewhere: a hollow ball that is held over a corner of a box comes out") {
  PliantStage stage;
  btRigidBody* box = addBox(stage, vector(0.5, 0.5, 0.5));
  btSoftBody* ball =
      btSoftBodyHelpers::CreateEllipsoid(stage.info(), vector(0.6, 0.6, 0.6), vector(1, 1, 1) * btScalar(0.4), 120);
  ball->setTotalMass(1);
  ball->setMass(nodeWithLeast(*ball, [](const auto& node) { return -node.m_x.y(); }), 0);  // the highest node
  stage.add(ball);
  REQUIRE(rigid::facePairs(*ball, *box) > 0);
  stage.step(300);
  CHECK(rigid::facePairs(*ball, *box) == 0);
}
