#include <pliant_catch.h>

#include <algorithm>
#include <cmath>

#include "../Worlds.h"
#include "shapes/rigidMeshes.h"

namespace {

enum class Content { Ball, Sheet };

/// Motion state with a transform that the program writes.
struct Placed : btMotionState {
  btTransform frame = btTransform::getIdentity();
  void getWorldTransform(btTransform& to) const override { to = frame; }
  void setWorldTransform(const btTransform&) override {}
};

/// Splits triangles into meshes of `each` triangles.
struct Split : btInternalTriangleIndexCallback {
  Split(std::vector<std::unique_ptr<btTriangleMesh>>& into, int several) : meshes(into), each(several) {}
  void internalProcessTriangleIndex(btVector3* corners, int, int) override {
    if (count++ % each == 0) meshes.push_back(std::make_unique<btTriangleMesh>());
    meshes.back()->addTriangle(corners[0], corners[1], corners[2]);
  }
  std::vector<std::unique_ptr<btTriangleMesh>>& meshes;
  int each, count = 0;
};

btSoftBody* make(Content content, btSoftBodyWorldInfo& info) {
  btSoftBody* body = nullptr;
  if (content == Content::Ball) {
    body = btSoftBodyHelpers::CreateEllipsoid(info, btVector3(0, 0, 0), btVector3(1, 1, 1) * btScalar(0.4), 120);
    body->m_cfg.kPR = 5;
  } else {
    const btScalar half = btScalar(0.6);
    body = btSoftBodyHelpers::CreatePatch(info, btVector3(-half, 0, -half), btVector3(half, 0, -half),
                                          btVector3(-half, 0, half), btVector3(half, 0, half), 15, 15, 0, true);
  }
  body->m_cfg.piterations = 4;
  body->m_cfg.kDF = btScalar(0.5);
  body->setTotalMass(1, content == Content::Ball);
  return body;
}

}  // namespace

// Each wall has two triangles, and each of its corners moves in another direction in a step.
TEST_CASE("inside: what is turned about in a room of twelve triangles stays in it") {
  const Content content = GENERATE(Content::Ball, Content::Sheet);
  const bool compound = GENERATE(false, true);                            // true: a mesh per wall
  const btScalar turn = GENERATE(btScalar(1), btScalar(2), btScalar(4));  // [rad/s]
  CAPTURE(int(content), turn, compound);
  PliantStage stage;
  btTriangleMesh walls;
  rigid::addBox(walls, btVector3(1, 1, 1), 1);
  Split split(stage.meshes, compound ? 2 : 12);
  walls.InternalProcessAllTriangles(&split, btVector3(-2, -2, -2), btVector3(2, 2, 2));
  REQUIRE(stage.meshes.size() == (compound ? 6 : 1));
  btCompoundShape shape;
  for (const auto& mesh : stage.meshes) {
    stage.shapes.push_back(std::make_unique<btBvhTriangleMeshShape>(mesh.get(), true));
    shape.addChildShape(btTransform::getIdentity(), stage.shapes.back().get());
  }
  Placed placed;
  auto* room = new btRigidBody(0, nullptr, &shape);
  room->setMotionState(&placed);
  room->setCollisionFlags(room->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  room->setActivationState(DISABLE_DEACTIVATION);
  stage.world.addRigidBody(room);
  btSoftBody* body = make(content, stage.info());
  stage.world.addSoftBody(body);
  const btVector3 axis = btVector3(btScalar(0.2), btScalar(0.1), 1).normalized();
  btScalar farthest = 0;
  for (int i = 0; i < 400; ++i) {
    placed.frame.setRotation(btQuaternion(axis, turn * btScalar(i) / 60));
    stage.step();
    const btTransform inverse = room->getWorldTransform().inverse();
    for (int n = 0; n < body->m_nodes.size(); ++n) {
      const btVector3 x = (inverse * body->m_nodes[n].m_x).absolute();
      farthest = std::max({farthest, x.x(), x.y(), x.z()});
    }
  }
  CHECK(farthest < btScalar(1.001));
  stage.world.removeRigidBody(room);
  delete room;
}
