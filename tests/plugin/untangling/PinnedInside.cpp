// Programs pin bodies inside a fixed object, and they stay there: a flag in its pole, hair in a head. Bodies that are
// pinned elsewhere still separate from an object that they intersect at the start.

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <pliant_catch.h>

#include "../RigidJudge.h"

namespace {

/// Returns the largest ratio of a link's length to its rest length.
btScalar stretchOf(const btSoftBody& body) {
  btScalar most = 0;
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    most = std::max(most, (link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl);
  }
  return most;
}

btRigidBody* addBox(PliantStage& stage, const btVector3& half, const btVector3& at, int squares = 3) {
  auto mesh = std::make_unique<btTriangleMesh>();
  rigid::addBox(*mesh, half, squares);
  btRigidBody* box = stage.addRigid(0, new btBvhTriangleMeshShape(mesh.get(), true), at);
  stage.meshes.push_back(std::move(mesh));
  return box;
}

/// Adds a flag in the plane z = 0, 2 wide, pinned along its left side at x = −1.
btSoftBody* addFlag(PliantStage& stage) {
  const btVector3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
  btSoftBody* flag =
      btSoftBodyHelpers::CreatePatch(stage.info(), corners[0], corners[1], corners[2], corners[3], 15, 15, 0, true);
  flag->setTotalMass(btScalar(0.5));
  flag->m_cfg.piterations = 4;
  for (int i = 0; i < flag->m_nodes.size(); ++i)
    if (flag->m_nodes[i].m_x.x() < btScalar(-0.99)) flag->setMass(i, 0);
  return stage.add(flag);
}

void checkHangs(PliantStage& stage, const btSoftBody& body, btScalar most = btScalar(1.35)) {
  btScalar stretch = 0;
  for (int i = 0; i < 400; ++i) {
    stage.step();
    if (i >= 60) stretch = std::max(stretch, stretchOf(body));
  }
  CHECK(stretch < most);
}

}  // namespace

TEST_CASE("pinned inside: a flag in its pole, and in a wall, hangs from there") {
  const btScalar half = GENERATE(btScalar(0.02), btScalar(0.05), btScalar(0.2), btScalar(0.5));
  CAPTURE(half);
  PliantStage stage;
  addBox(stage, btVector3(half, btScalar(1.5), half), btVector3(-1, 0, 0));
  checkHangs(stage, *addFlag(stage));
}

TEST_CASE("pinned inside: a flag follows a pole that is moved by hand with its pinned nodes") {
  PliantStage stage;
  btRigidBody* pole = addBox(stage, btVector3(btScalar(0.05), btScalar(1.5), btScalar(0.05)), btVector3(-1, 0, 0));
  btSoftBody* flag = addFlag(stage);
  btScalar most = 0;
  for (int i = 0; i < 300; ++i) {
    const btVector3 by(0, 0, btScalar(0.01) * std::sin(btScalar(0.05) * btScalar(i)));
    btTransform place = pole->getWorldTransform();
    place.setOrigin(place.getOrigin() + by);
    pole->setWorldTransform(place);
    for (int k = 0; k < flag->m_nodes.size(); ++k)
      if (!(flag->m_nodes[k].m_im > 0)) flag->m_nodes[k].m_x += by;
    stage.step();
    if (i >= 60) most = std::max(most, stretchOf(*flag));
  }
  CHECK(most < btScalar(1.4));
}

TEST_CASE("pinned inside: a flag whose pole is a soft solid that is held") {
  PliantStage stage;
  btSoftBody* pole = makeCube(stage.info(), btVector3(-1, 0, 0), btScalar(1.2), 4);
  for (int i = 0; i < pole->m_nodes.size(); ++i) pole->setMass(i, 0);
  stage.add(pole);
  checkHangs(stage, *addFlag(stage));
}

TEST_CASE("pinned inside: hair whose roots are in a head") {
  const bool anchored = GENERATE(false, true);
  CAPTURE(anchored);
  PliantStage stage;
  btRigidBody* head = addBox(stage, btVector3(1, 1, 1) * btScalar(0.4), btVector3(0, 0, 0));
  std::vector<btSoftBody*> strands;
  for (int i = 0; i < 8; ++i) {
    const btScalar angle = SIMD_2_PI * btScalar(i) / 8;
    const btVector3 out(std::cos(angle), btScalar(0.3), std::sin(angle));
    btSoftBody* strand = btSoftBodyHelpers::CreateRope(stage.info(), out * btScalar(0.3), out * btScalar(1.3), 14, 0);
    strand->setTotalMass(btScalar(0.1));
    strand->m_cfg.piterations = 8;
    if (anchored) {
      strand->appendAnchor(0, head);
    } else {
      strand->setMass(0, 0);
    }
    strands.push_back(stage.add(strand));
  }
  btScalar most = 0;
  for (int i = 0; i < 300; ++i) {
    stage.step();
    for (const btSoftBody* strand : strands)
      if (i >= 60) most = std::max(most, stretchOf(*strand));
  }
  CHECK(most < btScalar(1.35));
}

TEST_CASE("pinned inside: a cloth whose rim is flush on, or in, four bars") {
  const btScalar gap = GENERATE(btScalar(0), btScalar(-0.02), btScalar(0.03));
  CAPTURE(gap);
  PliantStage stage;
  for (int side = 0; side < 4; ++side) {
    const btScalar place = side % 2 ? btScalar(1) : btScalar(-1);
    const btVector3 along = side < 2 ? btVector3(0, 0, 1) : btVector3(1, 0, 0);
    const btVector3 across = side < 2 ? btVector3(1, 0, 0) : btVector3(0, 0, 1);
    addBox(stage, along * btScalar(1.2) + across * btScalar(0.05) + btVector3(0, btScalar(0.05), 0),
           across * place + btVector3(0, btScalar(0.05) + gap, 0));
  }
  btSoftBody* cloth = makeCloth(stage.info(), btVector3(0, 0, 0), 1, 15);
  for (int i = 0; i < cloth->m_nodes.size(); ++i) {
    const btVector3& x = cloth->m_nodes[i].m_x;
    if (std::max(std::abs(x.x()), std::abs(x.z())) > btScalar(0.99)) cloth->setMass(i, 0);
  }
  stage.add(cloth);
  checkHangs(stage, *cloth, btScalar(1.2));
}

TEST_CASE("pinned inside: a rope that is anchored in a rigid mesh does not lift it") {
  PliantStage stage;
  auto mesh = std::make_unique<btTriangleMesh>();
  rigid::addBox(*mesh, btVector3(1, 1, 1) * btScalar(0.3), 2);
  auto* shape = new btGImpactMeshShape(mesh.get());
  stage.meshes.push_back(std::move(mesh));
  shape->updateBound();
  btRigidBody* body = stage.addRigid(1, shape, btVector3(0, 0, 0));
  btSoftBody* rope =
      btSoftBodyHelpers::CreateRope(stage.info(), btVector3(0, 2, 0), btVector3(0, btScalar(0.1), 0), 18, 1);
  rope->setTotalMass(btScalar(0.2));
  rope->m_cfg.piterations = 8;
  stage.add(rope);
  rope->appendAnchor(rope->m_nodes.size() - 1, body);
  btScalar highest = -SIMD_INFINITY;
  for (int i = 0; i < 400; ++i) {
    stage.step();
    highest = std::max(highest, body->getWorldTransform().getOrigin().y());
  }
  CHECK(highest < btScalar(0.1));
}

TEST_CASE("pinned inside: what is outside still meets the other body") {
  PliantStage stage;
  btRigidBody* wall = addBox(stage, btVector3(btScalar(0.2), btScalar(1.5), 2), btVector3(-1, 0, 0));
  btSoftBody* flag = addFlag(stage);
  stage.world.setGravity(btVector3(-10, 0, 0));
  stage.info().m_gravity = btVector3(-10, 0, 0);
  const auto inside = [&] {
    int count = 0;
    for (int i = 0; i < flag->m_nodes.size(); ++i)
      count += std::abs(flag->m_nodes[i].m_x.x() + 1) < btScalar(0.19) &&
               std::abs(flag->m_nodes[i].m_x.y()) < btScalar(1.49);
    return count;
  };
  const int before = inside();
  int most = 0;
  for (int i = 0; i < 240; ++i) {
    stage.step();
    most = std::max(most, inside());
  }
  CHECK(most <= before);
  CHECK(rigid::facePairs(*flag, *wall) > 0);
}

TEST_CASE("pinned elsewhere: a hanging cloth that starts through a box comes out") {
  const btScalar off = GENERATE(btScalar(0), btScalar(0.1), btScalar(0.25));
  CAPTURE(off);
  PliantStage stage;
  btSoftBody* cloth = btSoftBodyHelpers::CreatePatch(stage.info(), btVector3(-1, -1, 0), btVector3(1, -1, 0),
                                                     btVector3(-1, 1, 0), btVector3(1, 1, 0), 15, 15, 4 + 8, true);
  cloth->setTotalMass(btScalar(0.5));
  cloth->m_cfg.piterations = 4;
  for (const int corner : {14 * 15, 15 * 15 - 1}) cloth->setMass(corner, 0);
  btRigidBody* box = addBox(stage, btVector3(1, 1, 1) * btScalar(0.3), btVector3(0, btScalar(-0.2), off));
  stage.add(cloth);
  stage.step(400);
  CHECK(rigid::facePairs(*cloth, *box) == 0);
}

TEST_CASE("pinned elsewhere: a hollow ball that is held over a corner of a box comes out") {
  PliantStage stage;
  btRigidBody* box = addBox(stage, btVector3(1, 1, 1) * btScalar(0.5), btVector3(0, 0, 0));
  btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(
      stage.info(), btVector3(btScalar(0.6), btScalar(0.6), btScalar(0.6)), btVector3(1, 1, 1) * btScalar(0.4), 120);
  ball->setTotalMass(1);
  int top = 0;
  for (int i = 0; i < ball->m_nodes.size(); ++i)
    if (ball->m_nodes[i].m_x.y() > ball->m_nodes[top].m_x.y()) top = i;
  ball->setMass(top, 0);
  stage.add(ball);
  REQUIRE(rigid::facePairs(*ball, *box) > 0);
  stage.step(300);
  CHECK(rigid::facePairs(*ball, *box) == 0);
}
