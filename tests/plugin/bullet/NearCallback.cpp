// Pairs that a program's near callback refuses do not collide, whichever algorithm handles them.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>

#include <stdexcept>

#include "FlagStage.h"

using namespace flags;

namespace {

enum class MeshKind { Bvh, GImpact, CompoundOfBvh, CompoundOfGImpact };

/// A sheet of triangles as a shape of Bullet, with the mesh and the inner shape that it consists of.
struct Sheet {
  explicit Sheet(MeshKind kind) {
    if (kind == MeshKind::Bvh || kind == MeshKind::CompoundOfBvh)
      inner = std::make_unique<btBvhTriangleMeshShape>(mesh.get(), true);
    else
      inner.reset(rigid::gimpact(mesh.get()));
    if (kind == MeshKind::Bvh || kind == MeshKind::GImpact) {
      outer = inner.release();
    } else {
      auto* compound = new btCompoundShape;
      compound->addChildShape(btTransform::getIdentity(), inner.get());
      outer = compound;
    }
  }
  std::unique_ptr<btTriangleMesh> mesh = rigid::sheet(2, 8);
  std::unique_ptr<btCollisionShape> inner;
  btCollisionShape* outer;  // the stage owns it
};

int contactsWith(const pliant::SoftCollision& collision, const btCollisionObject* object) {
  return countContacts(collision, [&](const pliant::SoftContact& contact) { return contact.rigid == object; });
}

void fail(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
  if (isRefused(pair.m_pProxy0, pair.m_pProxy1)) throw std::runtime_error("the program's");
  btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

/// A light cube that only the solve brings to a sheet, on which another cube lies, so that the step reads the sheet.
struct BroughtTogether {
  explicit BroughtTogether(btNearCallback callback) {
    stage.dispatcher.setNearCallback(callback);
    stage.addCube(vector(1.3, 0.25, 0), 0.4, 2);
  }
  ~BroughtTogether() { g_refused = g_with = nullptr; }

  /// Returns the number of contacts of the light cube with the sheet in a step.
  int step(bool refuses) {
    g_refused = refuses ? ground : nullptr;
    g_with = light;
    g_asked = 0;
    stage.step();
    return countContacts(stage.collision(), [&](const pliant::SoftContact& contact) {
      return contact.rigid == ground && (contact.bodyA == light || contact.bodyB == light);
    });
  }

  Sheet sheet{MeshKind::Bvh};
  WeightlessStage stage;
  const btRigidBody* ground = stage.addRigid(0, sheet.outer);
  const btSoftBody* light = addPushed(stage);
};

/// Lets a cube fall on the sheet, which the near callback refuses or not. Checks that they meet if it does not.
template <typename AnyStage>
void checkFall(AnyStage& stage, const Sheet& sheet, bool refuses) {
  stage.dispatcher.setNearCallback(refuse);
  const btRigidBody* ground = stage.addRigid(0, sheet.outer);
  const btSoftBody* cube = stage.addCube(vector(0, 0.7, 0), 1, 3);
  g_refused = refuses ? ground : nullptr;
  const int met = stage.sumOf(60, [&] { return contactsWith(stage.collision(), ground); });
  CHECK((met == 0) == refuses);
  CHECK((centreOf(*cube).y() < 0) == refuses);
}

}  // namespace

TEST_CASE("a mesh that a near callback refuses is not met, one that it lets through is") {
  const MeshKind kind =
      GENERATE(MeshKind::Bvh, MeshKind::GImpact, MeshKind::CompoundOfBvh, MeshKind::CompoundOfGImpact);
  const bool registered = GENERATE(false, true), refuses = GENERATE(false, true);
  CAPTURE(int(kind), registered, refuses);
  const Sheet sheet(kind);
  PliantStage stage;
  if (registered) btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  g_asked = 0;
  checkFall(stage, sheet, refuses);
  CHECK((g_asked > 0) == refuses);
}

TEST_CASE("in a stock world, registered GImpact meshes are met, and refused, as all others") {
  const bool refuses = GENERATE(false, true);
  CAPTURE(refuses);
  const Sheet sheet(MeshKind::GImpact);
  PartsStage stage;
  btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  checkFall(stage, sheet, refuses);
}

TEST_CASE("a near callback is asked as well for a pair that only the solve brings together") {
  const bool refuses = GENERATE(false, true);
  CAPTURE(refuses);
  BroughtTogether bodies(refuse);
  const int met = bodies.step(refuses);
  CHECK((g_asked > 0) == refuses);
  CHECK((met == 0) == refuses);
}

TEST_CASE("the program gets the exception of its near callback, also from the solve, and the world goes on") {
  BroughtTogether bodies(fail);
  CHECK_THROWS_WITH(bodies.step(true), "the program's");
  CHECK(bodies.stage.collision().getStatus(bodies.light).kind == pliant::SoftBodyStatus::Kind::Active);
  CHECK_NOTHROW(bodies.step(false));
}

TEST_CASE("an exception that ends a step is not followed by the near callback's in the next one") {
  struct : pliant::SoftCollisionListener {
    void contactsFound(std::span<const pliant::SoftContact>) override { throw std::runtime_error("the listener's"); }
  } listener;
  BroughtTogether bodies(fail);
  bodies.stage.collision().setListener(&listener);
  CHECK_THROWS_WITH(bodies.step(true), "the listener's");
  bodies.stage.collision().setListener(nullptr);
  CHECK_NOTHROW(bodies.step(false));
}
