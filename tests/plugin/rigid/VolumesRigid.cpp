// Closed soft bodies against closed rigid triangle meshes, by the volumes of both.
#include <pliant_allocations.h>

#include "../RigidJudge.h"
#include "../VolumeStage.h"

namespace {

using Kind = pliant::SoftContact::Kind;
/// Adds a closed box with n × n squares per side: a static or kinematic mesh if `mass` is 0, else a dynamic one.
btRigidBody* addBlock(VolumeStage& stage, btScalar mass, const btVector3& at, int n = 6,
                      const btVector3& half = vector(1, 1, 1)) {
  btRigidBody* block =
      mass > 0 ? stage.addGImpact(mass, rigid::box(half, n), at) : stage.addMesh(rigid::box(half, n), at);
  if (mass > 0) setInertia(*block, mass, mass * btScalar(0.6));
  block->setFriction(1);
  block->setActivationState(DISABLE_DEACTIVATION);
  return block;
}

/// Returns the number of contacts with rigid bodies, by volumes or by elements.
int countOf(const pliant::SoftCollision& collision, bool volumes) {
  return countContacts(collision, [&](const pliant::SoftContact& contact) {
    return contact.rigid && (contact.kind == Kind::Volume) == volumes;
  });
}

}  // namespace

TEST_CASE("a ball comes to rest on a closed static mesh through volumes, fine or coarse, and bears its weight") {
  const int squares = GENERATE(2, 6, 30);  // 30: 10,800 triangles
  CAPTURE(squares);
  VolumeStage stage(-10);
  const btRigidBody* block = addBlock(stage, 0, vector(0, -1, 0), squares);
  btSoftBody* ball = stage.addBall(vector(0.1, 0.6, 0.05), 0.5, 20);
  stage.step(240);
  double push = 0;
  std::uint64_t drawn = 0;
  stage.step(20, [&] {
    CHECK(stage.motion().kinetic < 0.01);
    drawn += stage.collision().getCounters().detection.ldiImages;
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      REQUIRE(contact.kind == Kind::Volume);
      CHECK(contact.bodyA == ball);
      CHECK(contact.bodyB == nullptr);
      CHECK(contact.rigid == block);
      CHECK(contact.normal.y() > btScalar(0.7));
      CHECK((contact.pointOnB - contact.pointOnA).dot(contact.normal) == Approx(contact.depth).epsilon(0.02));
      push += double((contact.normal * contact.impulse + contact.friction).y());
    }
  });
  CHECK(push / 20 == Approx(10.0 / 60).epsilon(0.1));
  // Six images of the ball per step, three for the pair and three for itself. Images of bodies that stand still are
  // kept.
  CHECK(drawn <= 6 * 22);
  CHECK(lowestOf(*ball) > btScalar(-0.04));  // two thirds of a pixel
  CHECK(centreOf(*ball).y() > btScalar(0.4));
}

TEST_CASE("what a ball gives a rigid body of triangles is what it loses, turning included") {
  const btScalar mass = GENERATE(btScalar(0.1), btScalar(1), btScalar(20));
  const bool friction = GENERATE(false, true);
  CAPTURE(mass, friction);
  VolumeStage stage;
  btRigidBody* block = addBlock(stage, mass, vector(0, 0, 0));
  btSoftBody* ball = stage.addBall(vector(0.4, 1.6, 0.3), 0.5, 0, vector(1, -3, 0));
  ball->m_cfg.kDF = friction ? 1 : 0;
  ball->m_links.clear();  // Bullet's links would change the angular momentum
  const BodyMotion before = rigid::sumOf(*ball, *block);
  int volumes = 0;
  stage.step(11, [&](int i) {
    const BodyMotion after = rigid::sumOf(*ball, *block);
    CAPTURE(i);
    CHECK((after.momentum - before.momentum).norm() < 1e-5 * (1 + double(mass)));
    // Recovery of depth moves both bodies past each other without velocity.
    CHECK((after.angular - before.angular).norm() < 2e-4 * (1 + double(mass)));
    CHECK(after.kinetic <= before.kinetic * 1.0001);
    volumes += countOf(stage.collision(), true);
  });
  CHECK(volumes > 0);
  CHECK(block->getLinearVelocity().y() < 0);
  CHECK(block->getAngularVelocity().length() > 0);
}

TEST_CASE("a platform of triangles lifts a ball, carries it along, and gives it no more than its own speed") {
  VolumeStage stage(-10);
  btRigidBody* block = addBlock(stage, 0, vector(0, -1, 0), 6, vector(2, 1, 2));
  block->setCollisionFlags(block->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  btSoftBody* ball = stage.addBall(vector(0, 0.55, 0), 0.5, 20);
  ball->m_cfg.kDF = 1;
  const auto go = [&](const btVector3& way, int steps) {
    for (int i = 0; i < steps; ++i) {
      const btTransform at(btQuaternion::getIdentity(), block->getWorldTransform().getOrigin() + way);
      block->getMotionState()->setWorldTransform(at);
      block->setWorldTransform(at);
      stage.step();
    }
  };
  go(vector(0, 0, 0), 120);
  const auto above = [&] { return centreOf(*ball) - block->getWorldTransform().getOrigin(); };
  const btVector3 before = above();
  int volumes = 0;
  for (int i = 0; i < 90; ++i) {
    go(vector(0.003, 0.01, 0), 1);
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
  const bool open = GENERATE(true, false);
  CAPTURE(open);
  if (open)
    stage.addMesh(rigid::sheet(2, 8));
  else
    addBlock(stage, 0, vector(0, -1, 0), 90);  // 97,200 triangles
  btSoftBody* ball = stage.addBall(vector(0, 0.6, 0), 0.5, 20);
  stage.step(120, [&] { CHECK(countOf(stage.collision(), true) == 0); });
  CHECK(countOf(stage.collision(), false) > 0);
  CHECK(centreOf(*ball).y() > btScalar(0.4));
}

TEST_CASE("a ball does not pass a closed mesh at any speed, and is met by elements where it is fast") {
  const btScalar speed = GENERATE(btScalar(2), btScalar(10), btScalar(40), btScalar(150));
  const bool thin = GENERATE(false, true);
  CAPTURE(speed, thin);
  VolumeStage stage;
  const btScalar half = thin ? btScalar(0.05) : btScalar(0.5);
  addBlock(stage, 0, vector(0, 0, 0), 12, vector(2, half, 2));
  btSoftBody* ball = stage.addBall(vector(0.1, half + btScalar(0.9), 0), 0.5, 0, vector(0, -speed, 0));
  const double energy = stage.motion().kinetic;
  int volumes = 0, elements = 0;
  stage.step(60 + static_cast<int>(60 / speed), [&] {
    CHECK(centreOf(*ball).y() > 0);
    CHECK(stage.motion().kinetic <= energy * 1.001);
    volumes += countOf(stage.collision(), true);
    elements += countOf(stage.collision(), false);
  });
  CHECK((speed > 5 ? elements : volumes) > 0);
}

TEST_CASE("a mesh whose near part was there is read as a whole when volumes are asked for, and the other way round") {
  VolumeStage stage(-10);
  stage.collision().setMethod(Method::SpatialHash);
  addBlock(stage, 0, vector(0, -1, 0), 12);  // 1,728 triangles
  btSoftBody* ball = stage.addBall(vector(0, 0.6, 0), 0.5, 20);
  for (const bool volumes : {false, true, false}) {
    stage.collision().setMethod(volumes ? Method::LdiSoftware : Method::SpatialHash);
    int counts[2] = {0, 0};
    stage.step(20);
    stage.step(80, [&] {
      for (const bool which : {false, true}) counts[which] += countOf(stage.collision(), which);
    });
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
    addBlock(stage, 0, vector(0, -1, 0), 12, vector(3, 1, 3));
    for (int i = 0; i < 3; ++i) stage.addBall(vector(btScalar(i - 1) * btScalar(1.2), 0.6, 0), 0.5, 10);
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
    } else {
      bits[threads / 2] = coordinatesOf(stage.bodies());
    }
  }
  CHECK(bits[1] == bits[2]);
  CHECK(!bits[1].empty());
}
