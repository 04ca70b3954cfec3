// Pairs that a program's near callback refuses do not collide, whichever algorithm handles them.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <pliant_catch.h>

#include "../RigidJudge.h"

namespace {

const btCollisionObject* refused = nullptr;
const btCollisionObject* with = nullptr;  // null: any object
int asked = 0;

const btCollisionObject* objectOf(const btBroadphaseProxy* proxy) {
  return static_cast<const btCollisionObject*>(proxy->m_clientObject);
}

bool isRefused(const btCollisionObject* a, const btCollisionObject* b) {
  return a == refused && (!with || b == with);
}

void refuse(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
  const btCollisionObject *a = objectOf(pair.m_pProxy0), *b = objectOf(pair.m_pProxy1);
  if (isRefused(a, b) || isRefused(b, a)) {
    ++asked;
    return;
  }
  btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

enum class Kind { Bvh, GImpact, CompoundOfBvh, CompoundOfGImpact };

/// A sheet of triangles as a shape of Bullet, with the mesh and the inner shape that it consists of.
struct Sheet {
  explicit Sheet(Kind kind) {
    rigid::addSheet(mesh, 2, 8);
    if (kind == Kind::Bvh || kind == Kind::CompoundOfBvh) {
      inner = std::make_unique<btBvhTriangleMeshShape>(&mesh, true);
    } else {
      auto gimpact = std::make_unique<btGImpactMeshShape>(&mesh);
      gimpact->updateBound();
      inner = std::move(gimpact);
    }
    if (kind == Kind::Bvh || kind == Kind::GImpact) {
      outer = inner.release();
    } else {
      auto* compound = new btCompoundShape;
      compound->addChildShape(btTransform::getIdentity(), inner.get());
      outer = compound;
    }
  }
  btTriangleMesh mesh;
  std::unique_ptr<btCollisionShape> inner;
  btCollisionShape* outer;  // the stage owns it
};

int contactsWith(const pliant::SoftCollision& collision, const btCollisionObject* object) {
  int count = 0;
  for (const pliant::SoftContact& contact : collision.getContacts()) count += contact.rigid == object;
  return count;
}

}  // namespace

TEST_CASE("a mesh that a near callback refuses is not met, one that it lets through is") {
  const Kind kind = GENERATE(Kind::Bvh, Kind::GImpact, Kind::CompoundOfBvh, Kind::CompoundOfGImpact);
  const bool registered = GENERATE(false, true), refuses = GENERATE(false, true);
  CAPTURE(int(kind), registered, refuses);
  Sheet sheet(kind);
  PliantStage stage;
  if (registered) btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  stage.dispatcher.setNearCallback(refuse);
  const btRigidBody* ground = stage.addRigid(0, sheet.outer, btVector3(0, 0, 0));
  const btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.7), 0), 1, 3));
  refused = refuses ? ground : nullptr;
  asked = 0;
  int met = 0;
  for (int i = 0; i < 60; ++i) {
    stage.step();
    met += contactsWith(stage.world.softCollision(), ground);
  }
  CHECK((asked > 0) == refuses);
  CHECK((met == 0) == refuses);
  CHECK((centreOf(*cube).y() < 0) == refuses);
}

TEST_CASE("in a stock world, registered GImpact meshes are met, and refused, as all others") {
  const bool refuses = GENERATE(false, true);
  CAPTURE(refuses);
  Sheet sheet(Kind::GImpact);
  PartsStage stage;
  btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  stage.dispatcher.setNearCallback(refuse);
  const std::unique_ptr<btCollisionShape> shape(sheet.outer);
  btRigidBody ground(0, nullptr, shape.get());
  stage.world.addRigidBody(&ground);
  const std::unique_ptr<btSoftBody> cube(makeCube(stage.world.getWorldInfo(), btVector3(0, btScalar(0.7), 0), 1, 3));
  stage.world.addSoftBody(cube.get());
  refused = refuses ? &ground : nullptr;
  int met = 0;
  for (int i = 0; i < 60; ++i) {
    stage.world.stepSimulation(btScalar(1) / 60, 0);
    met += contactsWith(stage.collision, &ground);
  }
  CHECK((met == 0) == refuses);
  CHECK((centreOf(*cube).y() < 0) == refuses);
  stage.world.removeSoftBody(cube.get());
  stage.world.removeRigidBody(&ground);
}

TEST_CASE("a near callback is asked as well for a pair that only the solve brings together") {
  const bool refuses = GENERATE(false, true);
  CAPTURE(refuses);
  Sheet sheet(Kind::Bvh);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  stage.dispatcher.setNearCallback(refuse);
  const btRigidBody* ground = stage.addRigid(0, sheet.outer, btVector3(0, 0, 0));
  // A heavy cube that comes from above pushes a light cube onto the sheet. A third cube lies on the sheet, so that the
  // step reads the sheet.
  btSoftBody* light = makeCube(stage.info(), btVector3(0, btScalar(0.8), 0), btScalar(0.4), 2);
  light->setTotalMass(btScalar(0.1));
  stage.add(light);
  btSoftBody* heavy = makeCube(stage.info(), btVector3(0, btScalar(1.3), 0), btScalar(0.4), 2);
  heavy->setTotalMass(100);
  stage.add(heavy)->setVelocity(btVector3(0, -60, 0));
  stage.add(makeCube(stage.info(), btVector3(btScalar(1.3), btScalar(0.25), 0), btScalar(0.4), 2));
  refused = refuses ? ground : nullptr;
  with = light;
  asked = 0;
  stage.step();
  with = nullptr;
  int met = 0;
  for (const pliant::SoftContact& contact : stage.world.softCollision().getContacts())
    met += contact.rigid == ground && (contact.bodyA == light || contact.bodyB == light);
  CHECK((asked > 0) == refuses);
  CHECK((met == 0) == refuses);
}
