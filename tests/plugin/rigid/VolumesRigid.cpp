// Closed soft bodies against closed rigid triangle meshes, by the volumes of both.
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include "../RigidJudge.h"
#include "../VolumeStage.h"

namespace {

using Kind = pliant::SoftContact::Kind;
/// A closed box with n × n squares per side: a static or kinematic mesh if `mass` is 0, else a dynamic one.
struct Block {
  Block(VolumeStage& stage, btScalar mass, const btVector3& at, int n = 6, const btVector3& half = btVector3(1, 1, 1)) {
    rigid::addBox(mesh, half, n);
    if (mass > 0) {
      auto* shape = new btGImpactMeshShape(&mesh);
      shape->updateBound();
      body = stage.addRigid(mass, shape, at);
      const btScalar inertia = mass * btScalar(0.6);
      body->setMassProps(mass, btVector3(inertia, inertia, inertia));
      body->updateInertiaTensor();
    } else {
      body = stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), at);
    }
    body->setFriction(1);
    body->setActivationState(DISABLE_DEACTIVATION);
  }
  btTriangleMesh mesh;
  btRigidBody* body;
};

/// Returns the number of contacts with rigid bodies, by volumes or by elements.
int countOf(const pliant::SoftCollision& collision, bool volumes) {
  int count = 0;
  for (const pliant::SoftContact& contact : collision.getContacts())
    count += contact.rigid && (contact.kind == Kind::Volume) == volumes;
  return count;
}

}  // namespace

TEST_CASE("a ball comes to rest on a closed static mesh through volumes, fine or coarse, and bears its weight") {
  const int squares = GENERATE(2, 6, 30);  // 30: 10,800 triangles
  CAPTURE(squares);
  VolumeStage stage(-10);
  const Block block(stage, 0, btVector3(0, -1, 0), squares);
  btSoftBody* ball =
      stage.addBall(btVector3(btScalar(0.1), btScalar(0.6), btScalar(0.05)), btScalar(0.5), btVector3(0, 0, 0), 20);
  stage.step(240);
  double push = 0;
  std::uint64_t drawn = 0;
  for (int i = 0; i < 20; ++i) {
    stage.step();
    CHECK(stage.motion().kinetic < 0.01);
    drawn += stage.collision().getCounters().detection.ldiImages;
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      REQUIRE(contact.kind == Kind::Volume);
      CHECK(contact.bodyA == ball);
      CHECK(contact.bodyB == nullptr);
      CHECK(contact.rigid == block.body);
      CHECK(contact.normal.y() > btScalar(0.7));
      CHECK((contact.pointOnB - contact.pointOnA).dot(contact.normal) == Approx(contact.depth).epsilon(0.02));
      push += double((contact.normal * contact.impulse + contact.friction).y());
    }
  }
  CHECK(push / 20 == Approx(10.0 / 60).epsilon(0.1));
  // Six images of the ball per step, three for the pair and three for itself. Images of bodies that stand still are
  // kept.
  CHECK(drawn <= 6 * 22);
  double lowest = 1;
  for (int i = 0; i < ball->m_nodes.size(); ++i) lowest = std::min(lowest, double(ball->m_nodes[i].m_x.y()));
  CHECK(lowest > -0.04);  // two thirds of a pixel
  CHECK(centreOf(*ball).y() > btScalar(0.4));
}

TEST_CASE("what a ball gives a rigid body of triangles is what it loses, turning included") {
  const btScalar mass = GENERATE(btScalar(0.1), btScalar(1), btScalar(20));
  const bool friction = GENERATE(false, true);
  CAPTURE(mass, friction);
  VolumeStage stage;
  Block block(stage, mass, btVector3(0, 0, 0));
  btSoftBody* ball =
      stage.addBall(btVector3(btScalar(0.4), btScalar(1.6), btScalar(0.3)), btScalar(0.5), btVector3(1, -3, 0), 0);
  ball->m_cfg.kDF = friction ? 1 : 0;
  ball->m_links.clear();  // Bullet's links would change the angular momentum
  const rigid::Sum before = rigid::sumOf(*ball, *block.body);
  int volumes = 0;
  for (int i = 0; i < 11; ++i) {
    stage.step();
    const rigid::Sum after = rigid::sumOf(*ball, *block.body);
    CAPTURE(i);
    CHECK((after.momentum - before.momentum).norm() < 1e-5 * (1 + double(mass)));
    // Recovery of depth moves both bodies past each other without velocity.
    CHECK((after.angular - before.angular).norm() < 2e-4 * (1 + double(mass)));
    CHECK(after.kinetic <= before.kinetic * 1.0001);
    volumes += countOf(stage.collision(), true);
  }
  CHECK(volumes > 0);
  CHECK(block.body->getLinearVelocity().y() < 0);
  CHECK(block.body->getAngularVelocity().length() > 0);
}

TEST_CASE("a platform of triangles lifts a ball, carries it along, and gives it no more than its own speed") {
  VolumeStage stage(-10);
  Block block(stage, 0, btVector3(0, -1, 0), 6, btVector3(2, 1, 2));
  block.body->setCollisionFlags(block.body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  btSoftBody* ball = stage.addBall(btVector3(0, btScalar(0.55), 0), btScalar(0.5), btVector3(0, 0, 0), 20);
  ball->m_cfg.kDF = 1;
  const auto go = [&](const btVector3& way, int steps) {
    for (int i = 0; i < steps; ++i) {
      btTransform at = block.body->getWorldTransform();
      at.setOrigin(at.getOrigin() + way);
      block.body->getMotionState()->setWorldTransform(at);
      block.body->setWorldTransform(at);
      stage.step();
    }
  };
  go(btVector3(0, 0, 0), 120);
  const auto above = [&] { return centreOf(*ball) - block.body->getWorldTransform().getOrigin(); };
  const btVector3 before = above();
  int volumes = 0;
  for (int i = 0; i < 90; ++i) {
    go(btVector3(btScalar(0.003), btScalar(0.01), 0), 1);
    volumes += countOf(stage.collision(), true) > 0;
    CHECK(countOf(stage.collision(), false) == 0);
  }
  CHECK(volumes > 80);
  CHECK(above().y() == Approx(before.y()).margin(0.06));
  // The ball rolls as well as slides, so friction carries it along only in part.
  CHECK(centreOf(*ball).x() > btScalar(0.05));
  const auto motion = stage.motion();
  CHECK(motion.momentum.y() == Approx(0.6).margin(0.15));
}

TEST_CASE("what is open, too fast or larger than can be looked at as a whole goes by its elements") {
  VolumeStage stage(-10);
  btTriangleMesh sheet;
  const bool open = GENERATE(true, false);
  CAPTURE(open);
  std::unique_ptr<Block> block;
  if (open) {
    rigid::addSheet(sheet, 2, 8);
    stage.addRigid(0, new btBvhTriangleMeshShape(&sheet, true), btVector3(0, 0, 0));
  } else {
    block = std::make_unique<Block>(stage, 0, btVector3(0, -1, 0), 90);  // 97,200 triangles
  }
  btSoftBody* ball = stage.addBall(btVector3(0, btScalar(0.6), 0), btScalar(0.5), btVector3(0, 0, 0), 20);
  for (int i = 0; i < 120; ++i) {
    stage.step();
    CHECK(countOf(stage.collision(), true) == 0);
  }
  CHECK(countOf(stage.collision(), false) > 0);
  CHECK(centreOf(*ball).y() > btScalar(0.4));
}

TEST_CASE("a ball does not pass a closed mesh at any speed, and is met by elements where it is fast") {
  const btScalar speed = GENERATE(btScalar(2), btScalar(10), btScalar(40), btScalar(150));
  const bool thin = GENERATE(false, true);
  CAPTURE(speed, thin);
  VolumeStage stage;
  const btScalar half = thin ? btScalar(0.05) : btScalar(0.5);
  const Block block(stage, 0, btVector3(0, 0, 0), 12, btVector3(2, half, 2));
  btSoftBody* ball =
      stage.addBall(btVector3(btScalar(0.1), half + btScalar(0.9), 0), btScalar(0.5), btVector3(0, -speed, 0), 0);
  const double energy = stage.motion().kinetic;
  int volumes = 0, elements = 0;
  for (int i = 0; i < 60 + static_cast<int>(60 / speed); ++i) {
    stage.step();
    CHECK(centreOf(*ball).y() > 0);
    CHECK(stage.motion().kinetic <= energy * 1.001);
    volumes += countOf(stage.collision(), true);
    elements += countOf(stage.collision(), false);
  }
  CHECK((speed > 5 ? elements : volumes) > 0);
}

TEST_CASE("a mesh whose near part was there is read as a whole when volumes are asked for, and the other way round") {
  VolumeStage stage(-10);
  stage.collision().setMethod(pliant::SoftCollision::Method::SpatialHash);
  const Block block(stage, 0, btVector3(0, -1, 0), 12);  // 1,728 triangles
  btSoftBody* ball = stage.addBall(btVector3(0, btScalar(0.6), 0), btScalar(0.5), btVector3(0, 0, 0), 20);
  for (const bool volumes : {false, true, false}) {
    stage.collision().setMethod(volumes ? pliant::SoftCollision::Method::LdiSoftware
                                        : pliant::SoftCollision::Method::SpatialHash);
    int counts[2] = {0, 0};
    for (int i = 0; i < 100; ++i) {
      stage.step();
      if (i < 20) continue;
      for (const bool which : {false, true}) counts[which] += countOf(stage.collision(), which);
    }
    CAPTURE(volumes);
    CHECK(counts[volumes] > 0);
    CHECK(counts[!volumes] == 0);
    CHECK(centreOf(*ball).y() > btScalar(0.4));
  }
}

TEST_CASE("volumes beside rigid meshes: the same bits for any number of threads, and nothing allocated at rest") {
  std::vector<btScalar> bits[3];
  for (const unsigned threads : {1U, 2U, 4U}) {
    VolumeStage stage(-10);
    stage.collision().setThreads(threads);
    const Block ground(stage, 0, btVector3(0, -1, 0), 12, btVector3(3, 1, 3));
    for (int i = 0; i < 3; ++i)
      stage.addBall(btVector3(btScalar(i - 1) * btScalar(1.2), btScalar(0.6), 0), btScalar(0.5), btVector3(0, 0, 0),
                    10);
    stage.step(threads == 1 ? 200 : 60);
    if (threads == 1) {
      // Bullet allocates nothing for a static body.
      long most = 0;
      for (int i = 0; i < 20; ++i) {
        const long before = allocations::count();
        stage.step();
        most = std::max(most, allocations::count() - before);
      }
      CHECK(most == 0);
      continue;
    }
    for (int i = 0; i < 3; ++i) {
      const btSoftBody& ball = *stage.world.getSoftBodyArray()[i];
      for (int k = 0; k < ball.m_nodes.size(); ++k)
        for (int c = 0; c < 3; ++c) bits[threads / 2].push_back(ball.m_nodes[k].m_x[c]);
    }
  }
  CHECK(bits[1] == bits[2]);
  CHECK(!bits[1].empty());
}
