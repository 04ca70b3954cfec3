// Closed bodies that collide by their volumes: thrown, stacked, and their reports.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>

#include "../VolumeStage.h"

TEST_CASE("balloons thrown at each other part again: momentum stays, energy does not grow, nothing passes through") {
  const btScalar speed = GENERATE(btScalar(0.5), btScalar(3), btScalar(10), btScalar(50), btScalar(100), btScalar(120));
  const btScalar beside = GENERATE(btScalar(0), btScalar(0.3));
  CAPTURE(speed, beside);
  VolumeStage stage;
  btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0, vector(speed, 0, 0));
  btSoftBody* b = stage.addBall(vector(1.25, beside, 0.1), 0.4, 0, vector(-speed / 2, 0, 0), 150, 0.7);
  const auto before = stage.motion();
  bool met = false;
  const int steps = static_cast<int>(60 / speed) + 40;
  stage.step(steps, [&] {
    const auto now = stage.motion();
    CHECK(now.kinetic <= before.kinetic * 1.0001);
    met = met || stage.collision().getNumContacts() > 0;
    // A ball that is hit centrally does not pass the other one, unless it is crushed; then it does not pass through.
    if (beside == 0 && speed <= 10) CHECK(centreOf(*a).x() < centreOf(*b).x());
    CHECK((now.momentum - before.momentum).norm() < 2e-4 * before.momentum.norm() + 2e-4);
    if (speed >= 50) CHECK(overlap::facePairs(*a, *b) == 0);
  });
  CHECK(met);
  // Links turn a body slightly, too, so the spin of fast bodies is not checked.
  if (speed <= 3) CHECK((stage.motion().angular - before.angular).norm() < 0.02 * double(speed));
  CHECK(overlap::nodesInside(*a, *b) + overlap::nodesInside(*b, *a) == 0);
}

TEST_CASE("a slow meeting is one of volumes, a fast one of elements") {
  for (const bool fast : {false, true}) {
    VolumeStage stage;
    stage.addBall(vector(0, 0, 0), 0.5, 0, vector(fast ? 60 : 2, 0, 0));
    stage.addBall(vector(1.3, 0, 0), 0.5, 0);
    int steps = 0;
    while (stage.collision().getNumContacts() == 0 && ++steps < 40) stage.step();
    const int volumes = stage.contactsByVolume();
    CHECK(stage.collision().getCounters().volumes == volumes);
    CAPTURE(fast, steps, volumes);
    REQUIRE(stage.collision().getNumContacts() > 0);
    CHECK(volumes == (fast ? 0 : stage.collision().getNumContacts()));
  }
}

TEST_CASE("a contact of volumes says where, which way, how deep, and what it did") {
  VolumeStage stage;
  btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0, vector(2, 0, 0));
  btSoftBody* b = stage.addBall(vector(1.03, 0, 0), 0.5, 0);
  while (stage.collision().getNumContacts() == 0) stage.step();
  btVector3 given(0, 0, 0);
  for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
    REQUIRE(contact.kind == pliant::SoftContact::Kind::Volume);
    CHECK(((contact.bodyA == a && contact.bodyB == b) || (contact.bodyA == b && contact.bodyB == a)));
    const btScalar way = contact.bodyA == a ? btScalar(-1) : btScalar(1);  // direction in which A is pushed along x
    CHECK(contact.normal.x() * way > btScalar(0.8));
    CHECK(contact.normal.length() == Approx(1).epsilon(1e-4));
    CHECK(contact.depth > 0);
    CHECK(contact.volume > 0);
    CHECK(contact.face == -1);
    CHECK(contact.nodes[0] == -1);
    CHECK((contact.pointOnB - contact.pointOnA).dot(contact.normal) == Approx(contact.depth).epsilon(0.01));
    CHECK(contact.pointOnA.distance(vector(0.5, 0, 0)) < btScalar(0.35));
    CHECK(contact.impulse >= 0);
    given += (contact.normal * contact.impulse + contact.friction) * (contact.bodyA == b ? btScalar(1) : btScalar(-1));
  }
  CHECK(given.x() > 0);
  // The impulse equals the momentum of the second ball, which started at rest.
  CHECK(motionOf(*b).momentum.x() == Approx(given.x()).epsilon(0.1));
  CHECK(stage.collision().getCounters().detection.ldiImages > 0);
}

TEST_CASE("a ball on a ball on the ground comes to rest, and what they share is less than a pixel deep") {
  VolumeStage stage(-10);
  stage.addGround();
  btSoftBody* below = stage.addBall(vector(0, 0.6, 0), 0.5, 10);
  btSoftBody* above = stage.addBall(vector(0.01, 1.65, 0.005), 0.5, 10);
  stage.addPosts();
  double energy = 1e9;
  stage.step(240, [&](int i) {
    const auto now = stage.motion();
    if (i == 60) energy = now.kinetic + now.potential;
    if (i > 60) CHECK(now.kinetic + now.potential < energy + 0.2);
  });
  CHECK(stage.motion().kinetic < 0.1);
  CHECK(centreOf(*above).y() - centreOf(*below).y() > btScalar(0.75));
  CHECK(stage.collision().getCounters().volumes > 0);
  // A pixel is half a mean edge, 0.11; the patch is at most 0.6 wide.
  CHECK(stage.sharedVolume() < 0.06 * 0.28);
  CHECK(stage.sharedVolume() > 0);
}

TEST_CASE("volumes: the same bits for any number of threads and with a detector of the user's") {
  std::vector<std::vector<btScalar>> ends;
  pliant::LdiDetector own(std::make_unique<pliant::SoftwareLdi>());
  for (const int run : {1, 2, 3, 8, 0}) {
    VolumeStage stage(-10);
    stage.addGround();
    stage.collision().setThreads(static_cast<unsigned>(std::max(run, 1)));
    if (run == 0) {
      stage.collision().setMethod(Method::Off);
      stage.collision().setDetector(&own);
      CHECK(stage.collision().getDetector() == &own);
    }
    for (int i = 0; i < 3; ++i)
      stage.addBall(vector(btScalar(0.2) * btScalar(i % 2), btScalar(0.6) + btScalar(1.02) * btScalar(i), 0), 0.5);
    stage.addCloth(vector(0, 3.4, 0), 1, 12);
    stage.step(50);
    ends.push_back(coordinatesOf(stage.bodies()));
  }
  for (const auto& bits : ends) CHECK(bits == ends[0]);
}

TEST_CASE("the resolution of volumes can be set, and is checked") {
  VolumeStage stage;
  CHECK(stage.collision().getVolumeResolution() == 0);
  stage.collision().setVolumeResolution(200);
  CHECK(stage.collision().getVolumeResolution() == 200);
  CHECK_THROWS_AS(stage.collision().setVolumeResolution(-1), pliant::Error);
  CHECK_THROWS_AS(stage.collision().setVolumeResolution(1 << 20), pliant::Error);
  stage.addBall(vector(0, 0, 0), 0.5, 5, vector(1, 0, 0));
  stage.addBall(vector(0.99, 0, 0), 0.5);
  stage.step();
  CHECK(stage.collision().getCounters().detection.ldiResolution == 200);
  // The resolution can also be set before the method.
  stage.collision().setMethod(Method::SpatialHash);
  stage.collision().setVolumeResolution(50);
  stage.collision().setMethod(Method::LdiSoftware);
  stage.step();
  CHECK(stage.collision().getCounters().detection.ldiResolution == 50);
  CHECK(stage.collision().getCounters().volumes > 0);
  // Images that would take GiBs are not drawn, and a status reports it.
  StatusListener listener(stage.collision());
  stage.collision().setVolumeResolution(int(pliant::kMostLdiResolution));
  stage.step();
  CHECK(stage.collision().getCounters().volumes == 0);
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::VolumesFailed) == 1);
  stage.collision().setListener(nullptr);
}
