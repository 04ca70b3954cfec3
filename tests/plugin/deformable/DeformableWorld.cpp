// Pliant's deformable world as a replacement of Bullet's: what stays, and what is repaired.

#include <BulletSoftBody/BulletReducedDeformableBody/btReducedDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableNeoHookeanForce.h>
#include <pliant/detectors/Error.h>

#include "DeformableStage.h"

namespace {

template <typename Stage>
btSoftBody* addHanging(Stage& stage) {
  return stage.add(makeSheet(stage.info(), vector(0, 2, 0), vector(1, 0, 0), vector(0, 0, 1), 7, 1 + 2));
}

template <typename Stage>
btSoftBody* addSpinning(Stage& stage) {
  btSoftBody* cube = stage.addCube(vector(5, 2, 0));
  for (auto& node : nodesOf(*cube)) node.m_v = vector(0, 1, 0.3).cross(node.m_x - vector(5, 2, 0)) + vector(1, 0, 0);
  return cube;
}

}  // namespace

TEST_CASE("a deformable body that touches nothing has the bits of Bullet's world") {
  const bool projection = GENERATE(false, true);
  CAPTURE(projection);
  StockDeformableStage stock(vector(0, -10, 0));
  DeformableStage ours(vector(0, -10, 0));
  stock.world.setUseProjection(projection);
  ours.world.setUseProjection(projection);
  const std::vector<btSoftBody*> a{addHanging(stock), addSpinning(stock)}, b{addHanging(ours), addSpinning(ours)};
  for (int i = 0; i < 120; ++i) {
    stock.step();
    ours.step();
    for (std::size_t k = 0; k < a.size(); ++k) REQUIRE(sameBits(*a[k], *b[k]));
  }
}

TEST_CASE("a deformable world creates the solver that the program does not pass") {
  pliant::CollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btDeformableMultiBodyConstraintSolver solver;
  pliant::DeformableMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  CHECK(configuration.isServed());
  CHECK(world.getWorldType() == BT_DEFORMABLE_MULTIBODY_DYNAMICS_WORLD);
  btBoxShape box(vector(2, 1, 2));
  btRigidBody ground(0, nullptr, &box);
  world.addRigidBody(&ground);
  btDeformableGravityForce gravity(vector(0, -10, 0));
  const std::unique_ptr<btSoftBody> cube(makeCube(world.getWorldInfo(), vector(0, 1.7, 0), 1, 2));
  cube->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
  world.addSoftBody(cube.get());
  world.addForce(cube.get(), &gravity);
  btDeformableMassSpringForce springs(20, 1, true);
  world.addForce(cube.get(), &springs);
  for (int i = 0; i < 240; ++i) world.stepSimulation(btScalar(1) / 240, 1, btScalar(1) / 240);
  CHECK(centreOf(*cube).y() > 1);
  world.removeSoftBody(cube.get());
  world.removeRigidBody(&ground);
}

TEST_CASE("two deformable worlds share a configuration, and each has its contacts with triangle meshes") {
  using World = pliant::DeformableMultiBodyDynamicsWorld;
  pliant::CollisionConfiguration configuration;
  struct Side {
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btDeformableMultiBodyConstraintSolver solver;
    World world;
    btTriangleMesh mesh;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
    std::unique_ptr<btRigidBody> ground;
    std::unique_ptr<btSoftBody> cube;

    explicit Side(pliant::CollisionConfiguration& shared)
        : dispatcher(&shared), world(&dispatcher, &broadphase, &solver, &shared) {
      mesh.addTriangle(vector(-3, 0, -3), vector(0, 0, 3), vector(3, 0, -3));
      shape = std::make_unique<btBvhTriangleMeshShape>(&mesh, true);
      ground = std::make_unique<btRigidBody>(btScalar(0), nullptr, shape.get());
      world.addRigidBody(ground.get());
      cube.reset(makeCube(world.getWorldInfo(), vector(0, 0.52, -1), 1, 2));
      cube->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
      world.addSoftBody(cube.get());
    }
    ~Side() {
      world.removeSoftBody(cube.get());
      world.removeRigidBody(ground.get());
    }
    int meshContacts() {
      world.stepSimulation(btScalar(1) / 240, 1, btScalar(1) / 240);
      return countContacts(world.softCollision(), [&](const auto& c) { return c.rigid == ground.get(); });
    }
  };
  Side first(configuration);
  {
    Side second(configuration);
    CHECK(first.meshContacts() > 0);
    CHECK(second.meshContacts() > 0);
  }
  CHECK(configuration.isServed());
  CHECK(first.meshContacts() > 0);
}

TEST_CASE("what a near callback moves gets no velocity") {
  static btSoftBody* moved = nullptr;
  DeformableStage stage;
  moved = stage.addCube(vector(0, 0, 0));
  stage.addCube(vector(1.3, 0, 0));
  stage.dispatcher.setNearCallback(
      [](btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
        for (auto& node : nodesOf(*moved)) node.m_x -= vector(0.001, 0, 0);
        btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
      });
  stage.step(3, [] {});
  CHECK(centreOf(*moved).x() < btScalar(-0.002));
  CHECK(fastestOf(*moved) < btScalar(0.01));
}

TEST_CASE("a near callback is asked once a step about a pair of deformable bodies") {
  static int asked = 0;
  static bool accepts = true;
  accepts = GENERATE(true, false);
  asked = 0;
  DeformableStage stage;
  stage.addCube(vector(0, 0, 0));
  stage.addCube(vector(1.04, 0, 0))->setVelocity(vector(-1, 0, 0));
  stage.dispatcher.setNearCallback(
      [](btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
        ++asked;
        if (accepts) btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
      });
  std::size_t contacts = 0;
  stage.step(6, [&] { contacts += stage.collision().getContacts().size(); });
  CHECK(asked == 6);
  CHECK((contacts > 0) == accepts);
}

TEST_CASE("without an elastic tolerance the solver has the tolerance that the program has set") {
  struct Access : btDeformableBodySolver {
    static btScalar& of(btDeformableBodySolver& solver, bool projection) {
      return projection ? (solver.*(&Access::m_cg)).m_tolerance : (solver.*(&Access::m_cr)).m_tolerance;
    }
  };
  const bool projection = GENERATE(false, true);
  CAPTURE(projection);
  DeformableStage stage;
  stage.world.setUseProjection(projection);
  stage.addCube(vector(0, 0, 0));
  btScalar& tolerance = Access::of(stage.bodySolver, projection);
  tolerance = btScalar(1e-6);
  pliant::SoftCollisionSettings settings = stage.collision().settings();
  const auto stepWith = [&](btScalar own) {
    settings.elasticTolerance = own;
    stage.collision().setSettings(settings);
    stage.step(2, [] {});
    return tolerance;
  };
  CHECK(stepWith(0) == btScalar(1e-6));
  CHECK(stepWith(btScalar(1e-3)) == btScalar(1e-3));
  CHECK(stepWith(btScalar(1e-4)) == btScalar(1e-4));
  CHECK(stepWith(0) == btScalar(1e-6));
  stepWith(btScalar(1e-3));
  tolerance = btScalar(1e-7);
  CHECK(stepWith(btScalar(1e-3)) == btScalar(1e-3));
  if (projection) {  // the accuracy of implicit solves is the program's
    stage.world.setImplicit(true);
    CHECK(stepWith(btScalar(1e-3)) == btScalar(1e-7));
    stage.world.setImplicit(false);
    CHECK(stepWith(btScalar(1e-3)) == btScalar(1e-3));
  }
  CHECK(stepWith(0) == btScalar(1e-7));
}

TEST_CASE("an elastic tolerance ends the solve earlier, and without it the bits are Bullet's again") {
  const bool projection = GENERATE(false, true);
  CAPTURE(projection);
  DeformableStage ours(vector(0, -10, 0)), loose(vector(0, -10, 0));
  StockDeformableStage stock(vector(0, -10, 0));
  for (btDeformableMultiBodyDynamicsWorld* const world :
       std::initializer_list<btDeformableMultiBodyDynamicsWorld*>{&ours.world, &loose.world, &stock.world})
    world->setUseProjection(projection);
  pliant::SoftCollisionSettings settings = loose.collision().settings();
  settings.elasticTolerance = btScalar(1e-4);
  loose.collision().setSettings(settings);
  ours.collision().setSettings(settings);
  for (int i = 0; i < 2; ++i) {
    ours.step();
    loose.step();
    stock.step();
  }
  settings.elasticTolerance = 0;
  ours.collision().setSettings(settings);
  const btSoftBody *a = addHanging(ours), *b = addHanging(loose), *c = addHanging(stock);
  for (int i = 0; i < 60; ++i) {
    ours.step();
    loose.step();
    stock.step();
  }
  CHECK(sameBits(*a, *c));
  CHECK_FALSE(sameBits(*b, *c));
  CHECK(farthestOf(*b, positionsOf(*c)) < btScalar(0.01));
  settings.elasticTolerance = -1;
  CHECK_THROWS_AS(loose.collision().setSettings(settings), pliant::Error);
}

TEST_CASE("what a deformable body lacks is reported once, and the world steps on") {
  DeformableStage stage(vector(0, -10, 0));
  StatusListener listener(stage.collision());
  btSoftBody *bare = stage.addCube(vector(0, 0, 0)), *flags = stage.addCube(vector(3, 0, 0)),
             *sick = stage.addCube(vector(6, 0, 0)), *sound = stage.addCube(vector(9, 0, 0)),
             *half = stage.addCube(vector(12, 0, 0));
  bare->m_tetraScratches.clear();
  bare->m_tetraScratchesTn.clear();
  stage.addForce(*bare, std::make_unique<btDeformableNeoHookeanForce>(btScalar(10), btScalar(10), btScalar(0.1)));
  flags->m_cfg.collisions = btSoftBody::fCollision::VF_DD;
  bare->m_cfg.collisions = btSoftBody::fCollision::VF_DD;
  half->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::VF_DD;
  stage.step(3, [] {});
  sick->m_nodes[3].m_x.setX(std::numeric_limits<btScalar>::quiet_NaN());
  stage.step(5, [] {});
  using Kind = pliant::SoftBodyStatus::Kind;
  CHECK(listener.count(Kind::Incomplete, bare) == 2);
  CHECK(listener.count(Kind::Incomplete, flags) == 1);
  CHECK(listener.count(Kind::Incomplete, half) == 1);
  CHECK(listener.count(Kind::Incomplete) == 4);
  CHECK(listener.count(Kind::NotFinite, sick) == 1);
  CHECK(finite(*sound));
  CHECK(finite(*bare));
}

TEST_CASE("implicit integration without projection gets it, and the report says so") {
  DeformableStage stage(vector(0, -10, 0));
  StatusListener listener(stage.collision());
  btSoftBody* cube = stage.addCube(vector(0, 0, 0));
  stage.world.setImplicit(true);
  stage.step(24, [] {});
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::Incomplete) == 1);
  // It falls freely: g·t²/2 of 0.1 s, with the first-order error of the step.
  CHECK(centreOf(*cube).y() == Approx(-0.05).margin(0.003));
}

TEST_CASE("a static body that was placed by setWorldTransform holds a deformable body") {
  DeformableStage stage(vector(0, -10, 0));
  btRigidBody* ground = stage.addRigid(0, new btBoxShape(vector(2, 1, 2)), vector(0, 0, 0));
  ground->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(20, -1, 0)));
  stage.world.updateSingleAabb(ground);
  btSoftBody* cube = stage.addCube(vector(20, 0.7, 0));
  stage.step(240, [] {});
  CHECK(centreOf(*cube).y() > btScalar(0.3));
}

TEST_CASE("faces that are not connected step with SDF_RD and with contacts by faces") {
  const int extra = GENERATE(0, int(btSoftBody::fCollision::SDF_RDF));
  DeformableStage stage(vector(0, -10, 0));
  stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1.5, 0));
  const btVector3 corners[] = {vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1),
                               vector(3, 0, 0), vector(4, 0, 0), vector(3, 0, 1)};
  auto* body = new btSoftBody(&stage.info(), 6, corners, nullptr);
  for (const int first : {0, 3}) {
    body->appendFace(first, first + 1, first + 2);
    for (int k = 0; k < 3; ++k) body->appendLink(first + k, first + (k + 1) % 3);
  }
  stage.add(body)->m_cfg.collisions |= extra;
  stage.step(20, [] {});
  CHECK(finite(*body));
  CHECK(body->m_fdbvt.m_leaves == (extra ? 2 : 0));
}

TEST_CASE("deformable bodies come and go, also through Bullet's type") {
  DeformableStage stage;
  btDeformableMultiBodyDynamicsWorld& bullets = stage.world;
  btSoftBody* stays = stage.addCube(vector(0, 0, 0));
  for (int i = 0; i < 20; ++i) {
    btSoftBody* guest = stage.addCube(vector(1.05, 0.1, 0));
    stage.step(3, [] {});
    CHECK(stage.collision().getNumContacts() > 0);
    if (i % 2)
      bullets.removeSoftBody(guest);
    else
      stage.world.removeSoftBody(guest);
    stage.soft.pop_back();
    stage.step();
    CHECK(stage.collision().getNumContacts() == 0);
  }
  CHECK(finite(*stays));
}

TEST_CASE("a listener of a deformable world sees the bodies as the step leaves them, and may throw") {
  struct Thrower : pliant::SoftCollisionListener {
    const btSoftBody* body = nullptr;
    int iterations = 0;
    btVector3 velocity{0, 0, 0};
    bool throws = false;
    void contactsFound(std::span<const pliant::SoftContact>) override {
      iterations = body->m_cfg.piterations;
      velocity = body->m_nodes[5].m_v;
      if (throws) throw std::runtime_error("enough");
    }
  };
  DeformableStage stage(vector(0, -10, 0));
  btSoftBody* cube = stage.addCube(vector(0, 0, 0));
  stage.addCube(vector(1.05, 0.1, 0));
  cube->m_cfg.piterations = 3;
  Thrower listener;
  listener.body = cube;
  stage.collision().setListener(&listener);
  for (int i = 0; i < 10; ++i) {
    listener.throws = i == 5;
    if (listener.throws)
      CHECK_THROWS_AS(stage.step(), std::runtime_error);
    else
      stage.step();
    CHECK(listener.iterations == 3);
    CHECK(listener.velocity == cube->m_nodes[5].m_v);
    CHECK(cube->m_nodes[5].m_q == cube->m_nodes[5].m_x);
  }
}

TEST_CASE("a world with a solver of reduced bodies says that it does not serve them") {
  DeformableStageOf<pliant::CollisionConfiguration, pliant::DeformableMultiBodyDynamicsWorld,
                    btReducedDeformableBodySolver>
      stage;
  StatusListener listener(stage.collision());
  stage.step(2, [] {});
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::NotServed) == 1);
  CHECK_FALSE(stage.configuration.isServed());
}

TEST_CASE("rays hit deformable bodies without Bullet's trees") {
  DeformableStage stage;
  btSoftBody* cube = stage.addCube(vector(0, 0, 0));
  stage.step();
  CHECK(firstHit(stage.world, vector(-5, 0.1, 0.1), vector(5, 0.1, 0.1)) == cube);
  CHECK(firstHit(stage.world, vector(-5, 3, 0), vector(5, 3, 0)) == nullptr);
  CHECK(cube->m_fdbvt.empty());
}

TEST_CASE("callbacks of a deformable step see the tetrahedra, also of bodies with springs and of sleeping ones") {
  DeformableStage stage;
  btSoftBody* const cube = stage.addCube(vector(0, 0, 0));
  static int count = 0, calls = 0;
  static const btSoftBody* seen = nullptr;
  count = cube->m_tetras.size();
  calls = 0;
  seen = cube;
  const auto look = [](btDynamicsWorld*, btScalar) {
    ++calls;
    CHECK(seen->m_tetras.size() == count);
  };
  stage.world.setInternalTickCallback(look);
  stage.world.setInternalTickCallback(look, nullptr, true);
  stage.step(2, [] {});
  cube->forceActivationState(ISLAND_SLEEPING);
  stage.step(2, [] {});
  CHECK(calls == 8);
  CHECK(cube->m_tetras.size() == count);
}
