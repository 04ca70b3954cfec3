// Bodies are deleted in a tick callback, between the dispatch that recorded them and the solve.

#include <cstring>
#include <utility>

#include "../RigidJudge.h"

namespace {

/// Fills a deleted body with 0xff bytes, so that a later read finds no valid number and no valid pointer.
template <typename Body>
void destroy(Body* body) {
  body->~Body();
  std::memset(static_cast<void*>(body), 0xff, sizeof(Body));
  Body::operator delete(body);
}

/// Two sheets side by side, each under a cube.
template <typename AnyStage>
struct Tables {
  explicit Tables(AnyStage& at, btScalar mass = 0) : stage(at) {
    stage.shapes.emplace_back(shape);
    for (std::size_t i = 0; i < 2; ++i) {
      const btScalar x = btScalar(4) * btScalar(i);
      btRigidBody::btRigidBodyConstructionInfo info(i == 0 ? mass : 0, nullptr, shape, vector(1, 1, 1));
      info.m_startWorldTransform.setOrigin(vector(x, 0, 0));
      sheets[i] = new btRigidBody(info);
      stage.world.addRigidBody(sheets[i]);
      sheets[i]->setGravity(vector(0, 0, 0));
      cubes[i] = makeCube(stage.info(), vector(x, 0.56, 0), 1, 3);
      stage.world.addSoftBody(cubes[i]);
    }
    stage.world.setInternalTickCallback(
        [](btDynamicsWorld* of, btScalar) {
          auto* self = static_cast<Tables*>(of->getWorldUserInfo());
          if (self->tick) self->tick();
        },
        this);
  }
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  void removeCube() {
    stage.world.removeSoftBody(cubes[0]);
    destroy(std::exchange(cubes[0], nullptr));
    tick = nullptr;
  }
  void removeSheet() {
    stage.world.removeRigidBody(sheets[0]);
    destroy(std::exchange(sheets[0], nullptr));
    tick = nullptr;
  }

  AnyStage& stage;
  btTriangleMesh* mesh = stage.keep(rigid::sheet(1, 6));
  btGImpactMeshShape* shape = rigid::gimpact(mesh);
  std::array<btRigidBody*, 2> sheets{};
  std::array<btSoftBody*, 2> cubes{};
  std::function<void()> tick;
};

}  // namespace

TEST_CASE("a soft body on a mesh, or the mesh, is deleted in a tick callback") {
  const bool soft = GENERATE(true, false);
  const btScalar mass = GENERATE(btScalar(0), btScalar(50));
  CAPTURE(soft, mass);
  PliantStage stage;
  Tables tables(stage, mass);
  stage.step(20);
  REQUIRE(stage.collision().getNumContacts() > 20);
  tables.tick = [&] { soft ? tables.removeCube() : tables.removeSheet(); };
  stage.step(30, [&] {
    for (const pliant::SoftContact& contact : stage.collision().getContacts())
      REQUIRE((soft ? contact.bodyA == tables.cubes[1] : contact.rigid == tables.sheets[1]));
  });
  if (!soft) CHECK(centreOf(*tables.cubes[0]).y() < 0);
  CHECK(centreOf(*tables.cubes[1]).y() > btScalar(0.4));
}

TEST_CASE("a mesh that was changed in place, and told, is met where it is now") {
  PliantStage stage;
  Tables tables(stage);
  stage.step(20);
  unsigned char *vertices = nullptr, *indices = nullptr;
  int count = 0, stride = 0, indexStride = 0, faces = 0;
  PHY_ScalarType type = PHY_FLOAT, indexType = PHY_INTEGER;
  tables.mesh->getLockedVertexIndexBase(&vertices, count, type, stride, &indices, indexStride, faces, indexType);
  for (int i = 0; i < count; ++i)
    reinterpret_cast<btScalar*>(vertices + static_cast<std::ptrdiff_t>(i) * stride)[1] -= btScalar(0.5);
  tables.mesh->unLockVertexBase(0);
  tables.shape->postUpdate();
  tables.shape->updateBound();
  for (const btRigidBody* sheet : tables.sheets) stage.collision().bodyChanged(sheet);
  stage.step(60, [&] {
    for (std::size_t k = 0; k < 2; ++k) CHECK(rigid::facePairs(*tables.cubes[k], *tables.sheets[k]) == 0);
  });
  for (const btSoftBody* cube : tables.cubes) CHECK(centreOf(*cube).y() == Approx(0.05).margin(0.1));
}

TEST_CASE("in a stock world, bodies that were told are deleted in a tick callback") {
  const bool soft = GENERATE(false, true);
  PartsStage stage;
  Tables tables(stage);
  stage.step(20);
  REQUIRE(stage.collision().getNumContacts() > 20);
  tables.tick = [&] {
    if (soft) {
      tables.removeCube();  // the solver detects this itself
    } else {
      stage.collision().bodyRemoved(tables.sheets[0]);
      tables.removeSheet();
    }
  };
  stage.step(30, [&] {
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      REQUIRE(contact.bodyA != nullptr);
      REQUIRE((contact.rigid == tables.sheets[1] || (soft && contact.rigid == tables.sheets[0])));
      if (soft) REQUIRE(contact.bodyA == tables.cubes[1]);
    }
  });
  CHECK(centreOf(*tables.cubes[1]).y() > btScalar(0.4));
}
