// A rigid mesh between soft bodies and the object that it stands on.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>

#include "../RigidJudge.h"

namespace {

/// A flat box of triangles that stands on a floor at the distance of its margin.
struct Stand {
  explicit Stand(btScalar mass) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
    floor = stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
    auto* shape = rigid::gimpact(stage.keep(rigid::box(vector(0.3, 0.2, 0.3), 3)));
    shape->setMargin(btScalar(0.01));
    shape->updateBound();
    box = stage.addRigid(mass, shape, vector(0, kHigh, 0));
  }
  btSoftBody* drop(const btVector3& at, const btVector3& velocity = vector(0, 0, 0)) {
    btSoftBody* cube = stage.addCube(at, 1, 3);
    cube->setVelocity(velocity);
    return cube;
  }
  const btVector3& place() const { return box->getWorldTransform().getOrigin(); }

  static constexpr btScalar kHigh = btScalar(0.21);
  PliantStage stage;
  btRigidBody *floor, *box;
};

}  // namespace

TEST_CASE("a light mesh under a soft body stays where it stands, also under what presses it through volumes") {
  const bool byVolumes = GENERATE(false, true);
  const btScalar mass = GENERATE(btScalar(1), btScalar(0.1), btScalar(0.03));
  const btScalar beside = GENERATE(btScalar(0), btScalar(0.15));
  CAPTURE(byVolumes, mass, beside);
  Stand stand(mass);
  if (byVolumes) stand.stage.collision().setMethod(Method::LdiSoftware);
  const btSoftBody* cube = stand.drop(vector(beside, 1.0, 0));
  int volumes = 0;
  stand.stage.step(240, [&](int i) {
    CAPTURE(i);
    const pliant::StepCounters& counters = stand.stage.collision().getCounters();
    volumes += counters.volumes > 0;
    CHECK(stand.place().y() == Approx(stand.kHigh).margin(0.02));
    CHECK(std::hypot(double(stand.place().x()), double(stand.place().z())) < (byVolumes ? 0.05 : 0.02));
    if (byVolumes) {
      CHECK(std::hypot(double(centreOf(*cube).x() - beside), double(centreOf(*cube).z())) < 0.1);
    } else {
      CHECK(rigid::facePairs(*cube, *stand.box) == 0);
      CHECK(counters.zones == 0);
    }
  });
  if (byVolumes) CHECK(volumes > 150);
  CHECK(centreOf(*cube).y() > btScalar(byVolumes ? 0.8 : 0.9));
  CHECK(stand.box->getLinearVelocity().length() < btScalar(0.12));
}

TEST_CASE("a light mesh on a floor is not entered, nor pressed into the floor, by what hits it") {
  const btScalar mass = GENERATE(btScalar(1), btScalar(0.1), btScalar(0.01));
  const int speed = GENERATE(5, 20, 200);
  CAPTURE(mass, speed);
  Stand stand(mass);
  stand.stage.step(10);
  const btSoftBody* cube = stand.drop(vector(0.1, 1.3, 0.05), vector(0, -btScalar(speed), 0));
  btScalar lowest = 1;
  stand.stage.step(20, [&](int i) {
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *stand.box) == 0);
    lowest = std::min(lowest, stand.place().y());
  });
  CHECK(lowest > 0);
  if (speed < 200) CHECK(lowest > btScalar(0.18));
}

TEST_CASE("what a mesh stands on takes sideways no more than friction gives it") {
  const btScalar friction = GENERATE(btScalar(0), btScalar(0.5));
  CAPTURE(friction);
  Stand stand(btScalar(0.5));
  stand.floor->setFriction(friction);
  stand.box->setFriction(1);
  stand.stage.step(10);
  const double before = double(stand.box->getLinearVelocity().x()) * 0.5 + 2;
  btSoftBody* cube = stand.drop(vector(0.1, 1.0, 0), vector(2, -6, 0));
  cube->m_cfg.kDF = 1;
  int contacts = 0;
  for (int i = 0; i < 15; ++i) {
    stand.stage.step();
    const int now = stand.stage.collision().getNumContacts();
    if (contacts > 0 && now == 0) break;  // the cube has left; only Bullet acts on floor and mesh
    contacts += now;
  }
  double after = 0.5 * double(stand.box->getLinearVelocity().x());
  after += motionOf(*cube).momentum.x();
  CAPTURE(before, after);
  CHECK(contacts > 20);
  if (friction > 0)
    CHECK(after < 0.9 * before);
  else
    CHECK(after == Approx(before).margin(1e-2));  // 0.005 measured in one step, with the cube's own friction only
}

TEST_CASE("a mesh bears a soft body's weight where something bears the mesh") {
  // The solver does more iterations if a solid is supported, so that its weight would press it.
  const auto iterations = [](bool standing, bool between) {
    Stand stand(1);
    stand.stage.setGravity(vector(0, -200, 0));
    stand.box->setGravity(vector(0, -200, 0));
    if (!standing) stand.stage.world.removeRigidBody(stand.floor);
    if (between) {
      stand.box->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(0, 1.25, 0)));
      stand.stage.addCube(vector(0, 0.52, 0), 1, 3);
    }
    const btScalar at = stand.box->getWorldTransform().getOrigin().y() + btScalar(0.73);
    stand.stage.addCube(vector(0, at, 0), 1, 6);
    const pliant::SoftCollision& collision = stand.stage.collision();
    const int most =
        stand.stage.mostIn(6, [&] { return collision.getNumContacts() > 0 ? collision.getCounters().iterations : 0; });
    if (!standing) stand.stage.world.addRigidBody(stand.floor);
    return most;
  };
  const int free = iterations(false, false);
  CHECK(free > 0);
  CHECK(iterations(true, false) > 2 * free);
  CHECK(iterations(true, true) > 2 * free);
  CHECK(iterations(false, true) == free);
}

TEST_CASE("a driven platform lifts a light mesh and the soft body on it") {
  Stand stand(btScalar(0.1));
  makeKinematic(*stand.floor);
  const btSoftBody* cube = stand.drop(vector(0, 0.97, 0));
  stand.stage.step(30);
  const btScalar up = btScalar(0.01), along = btScalar(0.005);
  for (int i = 1; i <= 90; ++i) {
    moveTo(*stand.floor, vector(along * btScalar(i), up * btScalar(i) - 1, 0));
    stand.stage.step();
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *stand.box) == 0);
    CHECK(stand.place().y() > up * btScalar(i) + btScalar(0.18));
  }
  CHECK(stand.place().x() > btScalar(0.3));
  CHECK(centreOf(*cube).y() > 90 * up + btScalar(0.85));
}
