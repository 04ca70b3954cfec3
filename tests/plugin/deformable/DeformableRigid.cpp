// Deformable bodies that others press against rigid bodies: they do not enter them, and each gains the momentum that
// the other loses.

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include "../RigidJudge.h"
#include "DeformableStage.h"

namespace {

constexpr double kMass = 2;

/// Three cubes in a row fly at a target of unit side that is free to move.
struct Row : DeformableStage {
  enum class Target { Mesh, Box, Multibody };
  std::vector<btSoftBody*> cubes;
  btRigidBody* box = nullptr;
  std::unique_ptr<btMultiBody> multibody;
  std::unique_ptr<btMultiBodyLinkCollider> collider;

  Row(Target target, double speed, int count = 3) {
    for (int i = 0; i < count; ++i) cubes.push_back(addCube(vector(-1.3 * (i + 1), 0.05 * i, 0.02 * i)));
    cubes.back()->setVelocity(vector(speed, 0, 0));
    const btVector3 at = vector(-0.1, 0, 0), inertia = vector(1, 1, 1) * btScalar(kMass / 6);
    auto* const cuboid = new btBoxShape(vector(0.5, 0.5, 0.5));
    if (target == Target::Multibody) {
      shapes.emplace_back(cuboid);
      multibody = std::make_unique<btMultiBody>(0, btScalar(kMass), inertia, false, false);
      multibody->setBasePos(at);
      multibody->finalizeMultiDof();
      multibody->setLinearDamping(0);
      multibody->setAngularDamping(0);
      world.addMultiBody(multibody.get());
      collider = std::make_unique<btMultiBodyLinkCollider>(multibody.get(), -1);
      collider->setCollisionShape(cuboid);
      collider->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
      collider->setActivationState(DISABLE_DEACTIVATION);
      multibody->setBaseCollider(collider.get());
      world.addCollisionObject(collider.get(), btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter);
      return;
    }
    btCollisionShape* shape = cuboid;
    if (target == Target::Mesh) {
      shapes.emplace_back(cuboid);
      shape = rigid::gimpact(meshes.emplace_back(rigid::box(vector(0.5, 0.5, 0.5), 3)).get());
    }
    box = addRigid(kMass, shape, at);
    box->setMassProps(btScalar(kMass), inertia);
    box->updateInertiaTensor();
    box->setActivationState(DISABLE_DEACTIVATION);
  }
  ~Row() {
    if (!multibody) return;
    world.removeCollisionObject(collider.get());
    world.removeMultiBody(multibody.get());
  }

  btTransform place() const { return box ? box->getWorldTransform() : collider->getWorldTransform(); }
  BodyMotion motion() {
    BodyMotion sum = motionOf(world.getSoftBodyArray());
    const Eigen::Vector3d velocity = wide(box ? box->getLinearVelocity() : multibody->getBaseVel());
    sum.momentum += kMass * velocity;
    sum.kinetic += 0.5 * kMass * velocity.squaredNorm();
    return sum;
  }
  /// Returns the number of nodes that are deeper in the target than 5 mm.
  int nodesInside() const {
    int count = 0;
    for (const btSoftBody* cube : cubes)
      for (int i = 0; i < cube->m_nodes.size(); ++i) {
        const btVector3 at = place().invXform(cube->m_nodes[i].m_x).absolute();
        count += at[at.maxAxis()] < btScalar(0.495);
      }
    return count;
  }
  struct Worst {
    double momentum = 0, energy = 0;  ///< as fractions of those at the start
    int inside = 0;
  };
  Worst run() {
    Worst worst;
    const BodyMotion start = motion();
    step(240, [&] {
      const BodyMotion now = motion();
      worst.momentum = std::max(worst.momentum, (now.momentum - start.momentum).norm() / start.momentum.norm());
      worst.energy = std::max(worst.energy, now.kinetic / start.kinetic);
      worst.inside = std::max(worst.inside, nodesInside());
    });
    return worst;
  }
};

}  // namespace

TEST_CASE("a dynamic triangle mesh gains the momentum that deformable cubes lose") {
  const double speed = GENERATE(2.0, 30.0);
  CAPTURE(speed);
  Row row(Row::Target::Mesh, speed);
  const Row::Worst worst = row.run();
  CHECK(worst.momentum < 1e-3);
  CHECK(worst.energy < 1.001);
  CHECK(worst.inside == 0);
  CHECK(row.box->getLinearVelocity().x() > btScalar(0.1 * speed));
}

TEST_CASE("deformable cubes do not press each other into a dynamic box or a multibody, which gain the momentum") {
  const Row::Target target = GENERATE(Row::Target::Box, Row::Target::Multibody);
  CAPTURE(int(target));
  // Bullet's own contact loses some momentum: one cube alone shows how much.
  const double alone = Row(target, 30, 1).run().momentum;
  Row row(target, 30);
  const Row::Worst worst = row.run();
  CHECK(worst.momentum < alone + 0.01);
  CHECK(worst.energy < 1.001);
  CHECK(worst.inside == 0);
}

TEST_CASE("deformable cubes that start in each other on a thin floor come apart above it") {
  const bool implicit = GENERATE(false, true);
  const double up = GENERATE(0.2, 0.5);
  CAPTURE(implicit, up);
  DeformableStage stage(vector(0, -10, 0));
  stage.world.setImplicit(implicit);
  stage.world.setUseProjection(implicit);
  stage.addRigid(0, new btBoxShape(vector(5, 0.1, 5)), vector(0, -0.1, 0));
  const btSoftBody* const cubes[] = {stage.addCube(vector(0, 0.55, 0)), stage.addCube(vector(0.05, 0.55 + up, 0.02))};
  stage.step(960, [&] {
    for (const btSoftBody* cube : cubes) REQUIRE(lowestOf(*cube) > btScalar(-0.03));
  });
  CHECK(facePairsFound(stage.collision()) == 0);
}

TEST_CASE("deformable cubes do not press each other into the floor") {
  const bool byFaces = GENERATE(false, true);
  const int count = GENERATE(2, 4);
  CAPTURE(byFaces, count);
  DeformableStage stage(vector(0, -10, 0));
  stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
  std::vector<btSoftBody*> cubes;
  for (int i = 0; i < count; ++i) {
    cubes.push_back(stage.addCube(vector(0.05 * i, 0.55 + 1.1 * i, 0.02 * i)));
    using Flags = btSoftBody::fCollision;
    if (byFaces) cubes.back()->m_cfg.collisions = Flags::SDF_RD | Flags::SDF_RDF;
  }
  cubes.back()->setVelocity(vector(0, -20, 0));
  btScalar lowest = 0;
  stage.step(240, [&] {
    for (const btSoftBody* cube : cubes) lowest = std::min(lowest, lowestOf(*cube));
  });
  CHECK(lowest > btScalar(-0.005));
}
