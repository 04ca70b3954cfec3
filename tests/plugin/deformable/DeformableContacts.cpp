// Contacts of bodies in a deformable world: nothing passes, and nothing is gained.

#include <chrono>

#include "DeformableStage.h"

namespace {

/// Two cubes that fly at each other, the right one from x = 2.
struct Collision : DeformableStage {
  btSoftBody *left, *right;

  explicit Collision(double speed) : left(addCube(vector(0, 0, 0))), right(addCube(vector(2, 0.1, 0.2))) {
    left->setVelocity(vector(speed, 0, 0));
    right->setVelocity(vector(-speed, 0, 0));
    for (btSoftBody* body : {left, right}) body->setSelfCollision(true);
  }
};

}  // namespace

TEST_CASE("two class names make deformable cubes collide: they stay apart") {
  const double speed = GENERATE(2.0, 10.0);
  Collision stage(speed);
  const double energy = motionOf(stage.world.getSoftBodyArray()).kinetic;
  std::size_t contacts = 0, written = 0, pairs = 0;
  double most = 0;
  stage.step(speed < 10 ? 240 : 60, [&] {
    contacts += stage.collision().getContacts().size();
    for (const btSoftBody* body : {stage.left, stage.right})
      for (int i = 0; i < body->m_faceNodeContacts.size(); ++i) {
        const auto& contact = body->m_faceNodeContacts[i];
        REQUIRE((contact.m_colObj == stage.left || contact.m_colObj == stage.right));
        CHECK(contact.m_bary.x() + contact.m_bary.y() + contact.m_bary.z() == Approx(1).margin(1e-4));
        ++written;
      }
    pairs = std::max(pairs, facePairsFound(stage.collision()));
    most = std::max(most, motionOf(stage.world.getSoftBodyArray()).kinetic);
  });
  CHECK(contacts > 0);
  CHECK(written > 0);
  CHECK(pairs == 0);
  CHECK(most < 1.01 * energy);
  CHECK(motionOf(stage.world.getSoftBodyArray()).momentum.norm() < 0.01 * 2 * speed);
  CHECK(centreOf(*stage.left).x() < centreOf(*stage.right).x());
}

TEST_CASE("a deformable cloth that falls on its edge folds without meeting itself, if its self-collision is on") {
  const bool self = GENERATE(true, false);
  DeformableStage stage(vector(0, -10, 0));
  stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
  btSoftBody* cloth =
      stage.add(makeSheet(stage.info(), vector(0, 0.6, 0), vector(0.5, 0, 0), vector(0.05, 0.5, 0), 12));
  cloth->getCollisionShape()->setMargin(btScalar(0.02));
  cloth->setSelfCollision(self);
  CHECK(stage.collision().isSelfEnabled(cloth) == self);
  std::size_t pairs = 0, contacts = 0;
  stage.step(300, [&] {
    contacts += stage.collision().getContacts().size();
    if (self) pairs = std::max(pairs, facePairsFound(stage.collision()));
  });
  CHECK((contacts > 0) == self);
  CHECK(pairs == 0);
  CHECK(finite(*cloth));
}

TEST_CASE("friction of deformable bodies is the product of their coefficients") {
  // A cube slides on a pinned sheet. With 0.5 · 0.5 it loses 2.5 m/s each second.
  DeformableStage stage(vector(0, -10, 0));
  btSoftBody* ground = stage.add(makeCloth(stage.info(), vector(0, 0, 0), 4, 17));
  pin(*ground);
  btSoftBody* cube = stage.addCube(vector(-2, 0.6, 0));
  cube->setVelocity(vector(3, 0, 0));
  stage.step(60, [] {});
  const double before = motionOf(*cube).momentum.x();
  stage.step(120, [] {});
  const double lost = before - motionOf(*cube).momentum.x();
  CHECK(lost == Approx(0.5 * 2.5).epsilon(0.2));
}

TEST_CASE("deformable bodies end with the same bits for any number of threads") {
  std::vector<btScalar> alone;
  for (const unsigned threads : {1u, 2u, 3u}) {
    Collision stage(20);
    stage.collision().setThreads(threads);
    stage.step(60, [] {});
    const std::vector<btScalar> now = coordinatesOf(stage.world.getSoftBodyArray());
    if (threads == 1) alone = now;
    CHECK(now == alone);
  }
}

TEST_CASE("groups, masks, disabled objects and settings keep deformable bodies from colliding") {
  const int way = GENERATE(0, 1, 2, 3, 4);
  CAPTURE(way);
  Collision stage(5);
  if (way == 1) {
    stage.left->getBroadphaseHandle()->m_collisionFilterGroup = 64;
    stage.right->getBroadphaseHandle()->m_collisionFilterMask = ~64;
  }
  if (way == 2) stage.left->m_collisionDisabledObjects.push_back(stage.right);
  if (way == 3) stage.collision().setPairEnabled(stage.left, stage.right, false);
  if (way == 4)
    stage.dispatcher.setNearCallback([](btBroadphasePair&, btCollisionDispatcher&, const btDispatcherInfo&) {});
  std::size_t contacts = 0;
  stage.step(60, [&] {
    contacts += std::size_t(countContacts(stage.collision(), [](const auto& c) { return c.bodyA != c.bodyB; }));
  });
  CHECK((contacts > 0) == (way == 0));
}

TEST_CASE("a deformable cube stays on a static triangle mesh, which pushes no harder than its weight") {
  DeformableStage stage(vector(0, -10, 0));
  auto mesh = std::make_unique<btTriangleMesh>();
  mesh->addTriangle(vector(-3, 0, -3), vector(0, 0, 3), vector(3, 0, -3));
  auto* shape = new btBvhTriangleMeshShape(mesh.get(), true);
  stage.meshes.push_back(std::move(mesh));
  btRigidBody* ground = stage.addRigid(0, shape, vector(0, 0, 0));
  btSoftBody* cube = stage.addCube(vector(0, 1.2, -1));
  std::size_t contacts = 0;
  btScalar lowest = 1;
  stage.step(360, [&] {
    contacts += std::size_t(countContacts(stage.collision(), [&](const auto& c) { return c.rigid == ground; }));
    lowest = std::min(lowest, lowestOf(*cube));
  });
  CHECK(contacts > 0);
  CHECK(lowest > 0);
  CHECK(motionOf(*cube).kinetic < 0.05);
}

TEST_CASE("a node that is anchored to a rigid body keeps its place while another body hits its own") {
  DeformableStage stage;
  btRigidBody* post = stage.addRigid(0, new btBoxShape(vector(0.1, 1, 1)), vector(-0.7, 0, 0));
  btSoftBody* held = stage.addCube(vector(0, 0, 0));
  std::vector<int> anchored;
  for (int i = 0; i < held->m_nodes.size(); ++i)
    if (held->m_nodes[i].m_x.x() < btScalar(-0.4)) {
      held->appendDeformableAnchor(i, post);
      anchored.push_back(i);
    }
  REQUIRE(anchored.size() == 16);
  const std::vector<btVector3> before = positionsOf(*held);
  btSoftBody* other = stage.addCube(vector(1.3, 0, 0));
  other->setVelocity(vector(-5, 0, 0));
  std::size_t pairs = 0;
  stage.step(120, [&] { pairs = std::max(pairs, facePairsFound(stage.collision())); });
  CHECK(pairs == 0);
  for (const int i : anchored) {
    CHECK((held->m_nodes[i].m_x - before[std::size_t(i)]).length() < btScalar(1e-4));
    CHECK(held->m_nodes[i].m_im > 0);
  }
}

TEST_CASE("the stages of a deformable step are all measured, and none twice") {
  const bool implicit = GENERATE(false, true);
  CAPTURE(implicit);
  DeformableStage stage(vector(0, -10, 0));
  stage.world.setImplicit(implicit);
  stage.world.setUseProjection(implicit);
  stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
  stage.addCube(vector(0, 0.6, 0));
  stage.addCube(vector(0.1, 1.65, 0));
  int contacts = 0;
  for (int i = 0; i < 60; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    stage.step();
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
    contacts += stage.collision().getNumContacts();
    const pliant::StageTimes& times = stage.collision().getStageTimes();
    for (const double stageTime :
         {times.predict, times.broadphase, times.detect, times.response, times.solve, times.update})
      CHECK(stageTime > 0);
    CHECK(times.total() <= wall.count() * (1 + 1e-9));
  }
  CHECK(contacts > 0);
}
