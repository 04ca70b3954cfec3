// A rigid mesh between soft bodies and the object that it stands on.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <pliant_catch.h>

#include "../RigidJudge.h"

namespace {

/// A flat box of triangles that stands on a floor at the distance of its margin.
struct Stand {
  explicit Stand(btScalar mass) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
    floor = stage.addRigid(0, new btBoxShape(btVector3(5, 1, 5)), btVector3(0, -1, 0));
    rigid::addBox(mesh, btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.3)), 3);
    auto* shape = new btGImpactMeshShape(&mesh);
    shape->setMargin(btScalar(0.01));
    shape->updateBound();
    box = stage.addRigid(mass, shape, btVector3(0, kHigh, 0));
  }
  btSoftBody* drop(const btVector3& at, const btVector3& velocity = btVector3(0, 0, 0)) {
    btSoftBody* cube = stage.add(makeCube(stage.info(), at, 1, 3));
    cube->setVelocity(velocity);
    return cube;
  }
  const btVector3& place() const { return box->getWorldTransform().getOrigin(); }

  static constexpr btScalar kHigh = btScalar(0.21);
  PliantStage stage;
  btTriangleMesh mesh;
  btRigidBody *floor, *box;
};

}  // namespace

TEST_CASE("a light mesh under a soft body stays where it stands") {
  const btScalar mass = GENERATE(btScalar(1), btScalar(0.1), btScalar(0.03));
  const btScalar beside = GENERATE(btScalar(0), btScalar(0.15));
  CAPTURE(mass, beside);
  Stand stand(mass);
  const btSoftBody* cube = stand.drop(btVector3(beside, btScalar(1.0), 0));
  for (int i = 0; i < 240; ++i) {
    stand.stage.step();
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *stand.box) == 0);
    CHECK(stand.place().y() == Approx(stand.kHigh).margin(0.02));
    CHECK(std::hypot(double(stand.place().x()), double(stand.place().z())) < 0.02);
    CHECK(stand.stage.world.softCollision().getCounters().zones == 0);
  }
  CHECK(centreOf(*cube).y() > btScalar(0.9));
  CHECK(stand.box->getLinearVelocity().length() < btScalar(0.1));
}

TEST_CASE("a light mesh stays where it stands under what presses it through volumes, too") {
  const btScalar mass = GENERATE(btScalar(1), btScalar(0.1), btScalar(0.03));
  const btScalar beside = GENERATE(btScalar(0), btScalar(0.15));
  CAPTURE(mass, beside);
  Stand stand(mass);
  stand.stage.world.softCollision().setMethod(pliant::SoftCollision::Method::LdiSoftware);
  const btSoftBody* cube = stand.drop(btVector3(beside, btScalar(1.0), 0));
  int volumes = 0;
  for (int i = 0; i < 240; ++i) {
    stand.stage.step();
    CAPTURE(i);
    CHECK(stand.place().y() == Approx(stand.kHigh).margin(0.02));
    CHECK(std::hypot(double(stand.place().x()), double(stand.place().z())) < 0.05);
    CHECK(std::hypot(double(centreOf(*cube).x() - beside), double(centreOf(*cube).z())) < 0.1);
    volumes += stand.stage.world.softCollision().getCounters().volumes > 0;
  }
  CHECK(volumes > 150);
  CHECK(centreOf(*cube).y() > btScalar(0.8));
  CHECK(stand.box->getLinearVelocity().length() < btScalar(0.1));
}

TEST_CASE("a light mesh on a floor is not entered, nor pressed into the floor, by what hits it") {
  const btScalar mass = GENERATE(btScalar(1), btScalar(0.1), btScalar(0.01));
  const int speed = GENERATE(5, 20, 200);
  CAPTURE(mass, speed);
  Stand stand(mass);
  stand.stage.step(10);
  const btSoftBody* cube =
      stand.drop(btVector3(btScalar(0.1), btScalar(1.3), btScalar(0.05)), btVector3(0, -btScalar(speed), 0));
  btScalar lowest = 1;
  for (int i = 0; i < 20; ++i) {
    stand.stage.step();
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *stand.box) == 0);
    lowest = std::min(lowest, stand.place().y());
  }
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
  btSoftBody* cube = stand.drop(btVector3(btScalar(0.1), btScalar(1.0), 0), btVector3(2, -6, 0));
  cube->m_cfg.kDF = 1;
  int contacts = 0;
  for (int i = 0; i < 15; ++i) {
    stand.stage.step();
    const int now = stand.stage.world.softCollision().getNumContacts();
    if (contacts > 0 && now == 0) break;  // the cube has left; only Bullet acts on floor and mesh
    contacts += now;
  }
  double after = 0.5 * double(stand.box->getLinearVelocity().x());
  for (int i = 0; i < cube->m_nodes.size(); ++i)
    after += double(cube->m_nodes[i].m_v.x()) / double(cube->m_nodes[i].m_im);
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
    const auto pull = [&](btScalar gravity) {
      stand.stage.world.setGravity(btVector3(0, -gravity, 0));
      stand.stage.info().m_gravity = btVector3(0, -gravity, 0);
      stand.box->setGravity(btVector3(0, -gravity, 0));
    };
    pull(200);
    if (!standing) stand.stage.world.removeRigidBody(stand.floor);
    if (between) {
      btTransform up = btTransform::getIdentity();
      up.setOrigin(btVector3(0, btScalar(1.25), 0));
      stand.box->setWorldTransform(up);
      stand.stage.add(makeCube(stand.stage.info(), btVector3(0, btScalar(0.52), 0), 1, 3));
    }
    const btScalar at = stand.box->getWorldTransform().getOrigin().y() + btScalar(0.73);
    stand.stage.add(makeCube(stand.stage.info(), btVector3(0, at, 0), 1, 6));
    int most = 0;
    for (int i = 0; i < 6; ++i) {
      stand.stage.step();
      if (stand.stage.world.softCollision().getNumContacts() > 0)
        most = std::max(most, stand.stage.world.softCollision().getCounters().iterations);
    }
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
  stand.floor->setCollisionFlags(stand.floor->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  stand.floor->setActivationState(DISABLE_DEACTIVATION);
  const btSoftBody* cube = stand.drop(btVector3(0, btScalar(0.97), 0));
  stand.stage.step(30);
  const btScalar up = btScalar(0.01), along = btScalar(0.005);
  for (int i = 1; i <= 90; ++i) {
    btTransform at = btTransform::getIdentity();
    at.setOrigin(btVector3(along * btScalar(i), up * btScalar(i) - 1, 0));
    stand.floor->getMotionState()->setWorldTransform(at);
    stand.stage.step();
    CAPTURE(i);
    CHECK(rigid::facePairs(*cube, *stand.box) == 0);
    CHECK(stand.place().y() > up * btScalar(i) + btScalar(0.18));
  }
  CHECK(stand.place().x() > btScalar(0.3));
  CHECK(centreOf(*cube).y() > 90 * up + btScalar(0.85));
}
