#include "../Worlds.h"

namespace {

enum class Traveller { Ball, Sheet };

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

btSoftBody* make(Traveller content, btSoftBodyWorldInfo& info) {
  btSoftBody* body = content == Traveller::Ball
                         ? makeBall(info, vector(0, 0, 0), 0.4, 120, 1, 5)
                         : makeSheet(info, vector(0, 0, 0), vector(0.6, 0, 0), vector(0, 0, 0.6), 15);
  body->m_cfg.piterations = 4;
  body->m_cfg.kDF = btScalar(0.5);
  return body;
}

}  // namespace

// Each wall has two triangles, and each of its corners moves in another direction in a step.
TEST_CASE("inside: what is turned about in a room of twelve triangles stays in it") {
  const Traveller content = GENERATE(Traveller::Ball, Traveller::Sheet);
  const bool compound = GENERATE(false, true);                            // true: a mesh per wall
  const btScalar turn = GENERATE(btScalar(1), btScalar(2), btScalar(4));  // [rad/s]
  CAPTURE(int(content), turn, compound);
  PliantStage stage;
  Split split(stage.meshes, compound ? 2 : 12);
  rigid::box(vector(1, 1, 1), 1)->InternalProcessAllTriangles(&split, vector(-2, -2, -2), vector(2, 2, 2));
  REQUIRE(stage.meshes.size() == (compound ? 6 : 1));
  btCompoundShape shape;
  for (const auto& mesh : stage.meshes) {
    stage.shapes.push_back(std::make_unique<btBvhTriangleMeshShape>(mesh.get(), true));
    shape.addChildShape(btTransform::getIdentity(), stage.shapes.back().get());
  }
  Placed placed;
  auto* room = new btRigidBody(0, nullptr, &shape);
  room->setMotionState(&placed);
  makeKinematic(*room);
  stage.world.addRigidBody(room);
  btSoftBody* body = make(content, stage.info());
  stage.world.addSoftBody(body);
  const btVector3 axis = vector(0.2, 0.1, 1).normalized();
  btScalar farthest = 0;
  for (int i = 0; i < 400; ++i) {
    placed.frame.setRotation(btQuaternion(axis, turn * btScalar(i) / 60));
    stage.step();
    const btTransform inverse = room->getWorldTransform().inverse();
    for (const auto& node : nodesOf(*body)) {
      const btVector3 x = (inverse * node.m_x).absolute();
      farthest = std::max({farthest, x.x(), x.y(), x.z()});
    }
  }
  CHECK(farthest < btScalar(1.001));
  stage.world.removeRigidBody(room);
  delete room;
}
