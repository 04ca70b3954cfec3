// Implicit integration with a large time step: contacts are part of the elastic solve, so that stiff bodies do not get
// energy from them.

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletSoftBody/btDeformableNeoHookeanForce.h>

#include <utility>

#include "DeformableStage.h"

namespace {

constexpr btScalar kLongStep = btScalar(1) / 60;

/// A stage of bodies of one elastic material, without springs.
struct ElasticStage : DeformableStage {
  // The base keeps them until the world has let go of the bodies.
  btDeformableNeoHookeanForce& material;
  btDeformableGravityForce& weight;
  std::vector<btSoftBody*> cubes;

  explicit ElasticStage(double stiffness, const btVector3& g = btVector3(0, -10, 0))
      : DeformableStage(g),
        material(kept(std::make_unique<btDeformableNeoHookeanForce>(btScalar(stiffness), btScalar(4 * stiffness),
                                                                    btScalar(0.05)))),
        weight(kept(std::make_unique<btDeformableGravityForce>(g))) {
    world.setImplicit(true);
    world.setUseProjection(true);
    addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
  }
  template <typename Force>
  Force& kept(std::unique_ptr<Force> force) {
    Force& of = *force;
    forces.push_back(std::move(force));
    return of;
  }
  btSoftBody* addElastic(const btVector3& centre) {
    auto* const cube = soft.emplace_back(makeCube(info(), centre, 1, 3)).get();
    cube->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
    cube->m_cfg.kDF = btScalar(0.5);
    cube->m_sleepingThreshold = 0;
    cube->setActivationState(DISABLE_DEACTIVATION);
    world.addSoftBody(cube);
    world.addForce(cube, &material);
    world.addForce(cube, &weight);
    cubes.push_back(cube);
    return cube;
  }
  void stepLong() { world.stepSimulation(kLongStep, 1, kLongStep); }
  /// Returns the energy of motion, weight and strain.
  double energy() {
    const double mu = double(material.m_mu), lambda = double(material.m_lambda), shift = 0.75 * mu / lambda;
    double sum =
        motionOf(world.getSoftBodyArray(), gravity).kinetic + motionOf(world.getSoftBodyArray(), gravity).potential;
    for (const btSoftBody* cube : cubes)
      for (int i = 0; i < cube->m_tetras.size(); ++i) {
        const btSoftBody::Tetra& t = cube->m_tetras[i];
        Eigen::Matrix3d edges, rest;
        for (int k = 0; k < 3; ++k) {
          edges.col(k) = wide(t.m_n[k + 1]->m_x - t.m_n[0]->m_x);
          rest.row(k) = wide(t.m_Dm_inverse[k]);
        }
        const Eigen::Matrix3d strain = edges * rest;
        const double trace = strain.squaredNorm(), volume = strain.determinant() - 1 - shift;
        const double density =
            mu / 2 * (trace - 3) + lambda / 2 * (volume * volume - shift * shift) - mu / 2 * std::log((trace + 1) / 4);
        sum += double(t.m_element_measure) * density;
      }
    return sum;
  }
};

}  // namespace

TEST_CASE("implicit deformable bodies that fall on each other gain no energy at 1/60 s") {
  const double stiffness = GENERATE(100.0, 1000.0);
  CAPTURE(stiffness);
  ElasticStage stage(stiffness);
  for (int i = 0; i < 4; ++i) stage.addElastic(vector(0.1 * (i % 2), 0.6 + 1.2 * i, 0.05 * i));
  const double before = stage.energy();
  double most = before;
  std::size_t pairs = 0;
  for (int i = 0; i < 150; ++i) {
    stage.stepLong();
    most = std::max(most, stage.energy());
    pairs = std::max(pairs, facePairsFound(stage.collision()));
    REQUIRE(most < 1.01 * before);
  }
  CHECK(pairs == 0);
}

TEST_CASE("an implicit deformable body that touches nothing moves as it does alone") {
  ElasticStage stage(100, btVector3(0, 0, 0)), alone(100, btVector3(0, 0, 0));
  stage.addElastic(vector(0, 2, 0));
  stage.addElastic(vector(1.3, 2.1, 0))->setVelocity(vector(-4, 0, 0));
  for (ElasticStage* each : {&stage, &alone}) each->addElastic(vector(9, 2, 0))->setVelocity(vector(0, 1, 0));
  // Bullet's solve is one for all bodies: only its own first result can be compared.
  std::size_t contacts = 0;
  for (int i = 0; i < 30; ++i) {
    stage.stepLong();
    contacts += stage.collision().getContacts().size();
    alone.stepLong();
  }
  CHECK(contacts > 0);
  CHECK((centreOf(*stage.cubes[2]) - centreOf(*alone.cubes[0])).length() < btScalar(1e-4));
  CHECK(motionOf(*stage.cubes[0]).momentum.x() + motionOf(*stage.cubes[1]).momentum.x() == Approx(-4).epsilon(0.01));
}

TEST_CASE("contacts of implicit deformable bodies report the weight, and hold by friction") {
  ElasticStage stage(100);
  for (int i = 0; i < 2; ++i) stage.addElastic(vector(0, 0.55 + 1.05 * i, 0));
  for (int i = 0; i < 240; ++i) stage.stepLong();
  double push = 0;
  for (int i = 0; i < 30; ++i) {
    stage.stepLong();
    for (const auto& contact : stage.collision().getContacts())
      push += double(contact.impulse) * double(contact.normal.y() > 0 ? contact.normal.y() : -contact.normal.y());
  }
  CHECK(push / (30 * double(kLongStep)) == Approx(10).epsilon(0.1));
  // Pushed sideways with less than friction holds.
  for (auto& node : nodesOf(*stage.cubes[1])) node.m_v += vector(0.3, 0, 0);
  const btScalar before = centreOf(*stage.cubes[1]).x();
  for (int i = 0; i < 60; ++i) stage.stepLong();
  CHECK(std::abs(centreOf(*stage.cubes[1]).x() - before) < btScalar(0.1));
}

TEST_CASE("a stiff implicit body comes to rest on a box at 1/60 s") {
  using Flags = btSoftBody::fCollision;
  const double stiffness = GENERATE(100.0, 1000.0, 10000.0);
  const int by = GENERATE(int(Flags::SDF_RDN), int(Flags::SDF_RDF));
  CAPTURE(stiffness, by);
  ElasticStage stage(stiffness);
  btSoftBody* const cube = stage.addElastic(vector(0, 1.6, 0));
  cube->m_cfg.collisions = Flags::SDF_RD | by;
  const double before = stage.energy();
  for (int i = 0; i < 300; ++i) {
    stage.stepLong();
    REQUIRE(stage.energy() < 1.01 * before);
    REQUIRE(lowestOf(*cube) > btScalar(-0.03));
  }
  CHECK(centreOf(*cube).y() == Approx(0.53).margin(0.04));
  CHECK(motionOf(*cube).kinetic < 1e-3);
  // The program still finds the contacts in Bullet's lists.
  CHECK(cube->m_nodeRigidContacts.size() + cube->m_faceRigidContacts.size() >= 8);
}

TEST_CASE("an implicit body does not enter a box that it meets within a step") {
  ElasticStage stage(300);
  stage.addRigid(0, new btBoxShape(vector(5, 0.5, 5)), vector(0, 2.5, 0));
  btSoftBody* const cube = stage.addElastic(vector(0, 4.1, 0));
  cube->setVelocity(vector(0, -20, 0));  // 0.33 in a step
  for (int i = 0; i < 60; ++i) {
    stage.stepLong();
    REQUIRE(lowestOf(*cube) > btScalar(2.97));
    if (i == 1) CHECK(lowestOf(*cube) < btScalar(3.08));  // not stopped before it
  }
}

TEST_CASE("a kinematic box, rigid body or base of a multibody, lifts an implicit body and carries it sideways") {
  const bool rigid = GENERATE(true, false);
  CAPTURE(rigid);
  const btVector3 begin = vector(0, 1, 0), speed = vector(0.3, 0.5, 0);
  ElasticStage stage(300);
  btMultiBody multibody(0, 1, vector(1, 1, 1), false, false);
  multibody.setBasePos(begin);
  multibody.finalizeMultiDof();
  btMultiBodyLinkCollider base(&multibody, -1);
  btCollisionObject* lift = &base;
  auto* const shape = new btBoxShape(vector(1, 0.2, 1));
  if (rigid) {
    lift = stage.addRigid(0, shape, begin);
  } else {
    stage.shapes.emplace_back(shape);
    base.setCollisionShape(shape);
    multibody.setBaseCollider(&base);
    stage.world.addMultiBody(&multibody);
    stage.world.addCollisionObject(&base, btBroadphaseProxy::StaticFilter);
  }
  lift->setWorldTransform(btTransform(btQuaternion::getIdentity(), begin));
  lift->setCollisionFlags(lift->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  lift->setActivationState(DISABLE_DEACTIVATION);
  lift->setFriction(1);
  btSoftBody* const cube = stage.addElastic(vector(0, 1.75, 0));
  cube->m_cfg.kDF = 1;
  for (int i = 0; i < 240; ++i) {
    if (i >= 60) {
      btTransform place = lift->getWorldTransform();
      place.setOrigin(place.getOrigin() + kLongStep * speed);
      lift->setWorldTransform(place);
      multibody.setBaseWorldTransform(place);
      multibody.setBaseVel(speed);
    }
    stage.stepLong();
    REQUIRE(lowestOf(*cube) > lift->getWorldTransform().getOrigin().y() + btScalar(0.17));
  }
  const btVector3 top = lift->getWorldTransform().getOrigin();
  CHECK(centreOf(*cube).y() == Approx(double(top.y()) + 0.73).margin(0.05));
  CHECK(centreOf(*cube).x() == Approx(double(top.x())).margin(0.1));
  if (rigid) return;
  stage.world.removeCollisionObject(&base);
  stage.world.removeMultiBody(&multibody);
}

TEST_CASE("an implicit body with damping stays on a box if the program has switched on the line search") {
  using Flags = btSoftBody::fCollision;
  const int by = GENERATE(int(Flags::SDF_RDN), int(Flags::SDF_RDF));
  const btScalar timeStep = GENERATE(DeformableStage::kStep, kLongStep);
  CAPTURE(by, timeStep);
  DeformableStage stage(vector(0, -10, 0));
  stage.world.setImplicit(true);
  stage.world.setUseProjection(true);
  stage.world.setLineSearch(true);
  stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
  btSoftBody* const cube = stage.addCube(vector(0, 0.6, 0));
  cube->m_cfg.collisions = Flags::SDF_RD | by;
  for (int i = 0; i < 120; ++i) {
    stage.world.stepSimulation(timeStep, 1, timeStep);
    REQUIRE(lowestOf(*cube) > btScalar(-0.03));
  }
  CHECK(motionOf(*cube).kinetic < 0.01);
}

TEST_CASE("a box without contact response holds deformable bodies, as in Bullet's world") {
  const bool implicit = GENERATE(false, true);
  CAPTURE(implicit);
  DeformableStage stage(vector(0, -10, 0));
  stage.world.setImplicit(implicit);
  stage.world.setUseProjection(true);
  btRigidBody* const box = stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
  box->setCollisionFlags(box->getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
  const btSoftBody* const cube = stage.addCube(vector(0, 0.6, 0));
  stage.step(240, [&] { REQUIRE(lowestOf(*cube) > btScalar(-0.05)); });
}

TEST_CASE("an implicit deformable cube stays on a static triangle mesh") {
  ElasticStage stage(100);
  auto mesh = std::make_unique<btTriangleMesh>();
  mesh->addTriangle(vector(-3, 2, -3), vector(0, 2, 3), vector(3, 2, -3));
  stage.addRigid(0, new btBvhTriangleMeshShape(mesh.get(), true), vector(0, 0, 0));
  stage.meshes.push_back(std::move(mesh));
  btSoftBody* const cube = stage.addElastic(vector(0, 3.2, -1));
  const double before = stage.energy();
  for (int i = 0; i < 120; ++i) {
    stage.stepLong();
    REQUIRE(stage.energy() < 1.01 * before);
  }
  CHECK(lowestOf(*cube) > 2);
  CHECK(motionOf(*cube).kinetic < 0.01);
}

TEST_CASE("implicit deformable cubes on each other fall asleep and do not drift") {
  ElasticStage stage(100);
  for (int i = 0; i < 2; ++i) {
    btSoftBody* const cube = stage.addElastic(vector(0, 0.55 + 1.05 * i, 0));
    cube->forceActivationState(ACTIVE_TAG);
  }
  stage.collision().setSleeping(btScalar(0.02), btScalar(0.5));
  const auto sleep = [&] { return !stage.cubes[0]->isActive() && !stage.cubes[1]->isActive(); };
  for (int i = 0; i < 600 && !sleep(); ++i) stage.stepLong();
  REQUIRE(sleep());
  const std::vector<btScalar> before = coordinatesOf(stage.world.getSoftBodyArray());
  for (int i = 0; i < 60; ++i) stage.stepLong();
  CHECK(coordinatesOf(stage.world.getSoftBodyArray()) == before);
  // A body that falls on them finds them, and they wake.
  btSoftBody* const other = stage.addElastic(vector(0, 3.5, 0));
  for (int i = 0; i < 120; ++i) stage.stepLong();
  CHECK(stage.cubes[1]->isActive());
  CHECK(centreOf(*other).y() > centreOf(*stage.cubes[1]).y());
}

namespace {

/// Removes a body when a pair is asked about.
struct Remover {
  DeformableStage* stage = nullptr;
  btSoftBody* body = nullptr;
} g_remover;

void removeBody(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
  if (g_remover.body) g_remover.stage->world.removeSoftBody(std::exchange(g_remover.body, nullptr));
  btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

}  // namespace

TEST_CASE("a near callback that removes a body in an implicit step leaves the pinned nodes of others where they are") {
  ElasticStage stage(100, btVector3(0, 0, 0));
  stage.addElastic(vector(-1.05, 2, 0));
  stage.addElastic(vector(0, 2, 0));
  btSoftBody* const pinned = stage.addElastic(vector(1.3, 2, 0));
  pinned->setMass(0, 0);
  pinned->setVelocity(vector(-3, 0, 0));
  pinned->m_nodes[0].m_v.setZero();
  stage.cubes[0]->setVelocity(vector(3, 0, 0));
  const btVector3 held = pinned->m_nodes[0].m_x;
  for (int i = 0; i < 20; ++i) {
    if (i == 3) {
      g_remover = {&stage, stage.cubes[0]};
      stage.dispatcher.setNearCallback(removeBody);
    }
    stage.stepLong();
    CHECK(pinned->m_nodes[0].m_x == held);
  }
  CHECK(g_remover.body == nullptr);
  CHECK(stage.world.getSoftBodyArray().size() == 2);
  CHECK(motionOf(stage.world.getSoftBodyArray(), stage.gravity).kinetic < 10);
}
