// Rigid triangle meshes whose corners move between steps, by their scaling or by the program.

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>

#include "../RigidJudge.h"

namespace {

/// A sheet of triangles whose corners the program can write.
struct Sheet {
  explicit Sheet(int n) {
    for (int i = 0; i <= n; ++i)
      for (int k = 0; k <= n; ++k)
        corners.push_back(vector(-2 + 4 * btScalar(i) / btScalar(n), 0, -2 + 4 * btScalar(k) / btScalar(n)));
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        const int a = i * (n + 1) + k;
        for (const int corner : {a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1}) indices.push_back(corner);
      }
    array = std::make_unique<btTriangleIndexVertexArray>(int(indices.size() / 3), indices.data(), int(3 * sizeof(int)),
                                                         int(corners.size()), corners.data()->m_floats,
                                                         int(sizeof(btVector3)));
    shape = new btBvhTriangleMeshShape(array.get(), true, -bound, bound);
  }
  std::vector<btVector3> corners;
  std::vector<int> indices;
  const btVector3 bound{4, 4, 4};
  std::unique_ptr<btTriangleIndexVertexArray> array;
  btBvhTriangleMeshShape* shape;
};

/// Returns a scalable box with half extents of 0.5.
btScaledBvhTriangleMeshShape* scaledBox(PliantStage& stage, int squares) {
  auto* child = new btBvhTriangleMeshShape(stage.keep(rigid::box(vector(0.5, 0.5, 0.5), squares)), true);
  stage.shapes.emplace_back(child);
  return new btScaledBvhTriangleMeshShape(child, vector(1, 1, 1));
}

}  // namespace

TEST_CASE("reshaped mesh: a ground that rises under bodies carries them") {
  const btScalar speed = GENERATE(btScalar(0.03), btScalar(0.3), btScalar(1.2));
  CAPTURE(speed);
  Sheet ground(12);
  PliantStage stage;
  btRigidBody* body = stage.addRigid(0, ground.shape);
  btSoftBody* cloth = stage.addCloth(vector(0.9, 0.2, 0), 0.5, 9);
  btSoftBody* cube = stage.addCube(vector(-0.9, 0.6, 0), 1, 2);
  stage.step(60);
  for (int i = 0; i < 120; ++i) {
    for (btVector3& corner : ground.corners) corner.setY(corner.y() + speed / 60);
    ground.shape->refitTree(-ground.bound, ground.bound);
    stage.collision().bodyChanged(body);
    stage.step();
    REQUIRE(rigid::facePairs(*cloth, *body) + rigid::facePairs(*cube, *body) == 0);
  }
  stage.step(60);
  for (const btSoftBody* soft : {cloth, cube}) {
    CHECK(lowestOf(*soft) > 2 * speed);
    CHECK(lowestOf(*soft) < 2 * speed + btScalar(0.1));
  }
}

TEST_CASE("reshaped mesh: a mesh that grows by its scaling lifts the sheet over it") {
  const btScalar growth = GENERATE(btScalar(0.001), btScalar(0.005), btScalar(0.02));
  CAPTURE(growth);
  PliantStage stage;
  btScaledBvhTriangleMeshShape* shape = scaledBox(stage, 3);
  btRigidBody* box = stage.addRigid(0, shape);
  box->setFriction(1);
  btSoftBody* sheet = stage.addCloth(vector(0, 0.7, 0), 1.4, 21);
  sheet->m_cfg.kDF = 1;
  stage.step(100);
  btScalar scale = 1;
  for (int i = 0; i < 200; ++i) {
    scale = std::min(scale + growth, btScalar(1.5));
    shape->setLocalScaling(vector(scale, scale, scale));
    stage.world.updateSingleAabb(box);
    stage.step();
    REQUIRE(rigid::facePairs(*sheet, *box) == 0);
  }
  stage.step(60);
  const btScalar top = scale / 2;
  CHECK(centreOf(*sheet).y() > top - btScalar(0.9));
  const auto over = std::ranges::count_if(nodesOf(*sheet), [&](const auto& node) { return node.m_x.y() > top; });
  CHECK(over > sheet->m_nodes.size() / 8);
}

TEST_CASE("reshaped mesh: one that is moved in the same step, and put back later, is where it should be") {
  PliantStage stage;
  btScaledBvhTriangleMeshShape* shape = scaledBox(stage, 2);
  btRigidBody* box = stage.addRigid(0, shape, vector(0, -0.5, 0));
  btSoftBody* cloth = stage.addCloth(vector(0, 0.1, 0), 0.4, 9);
  stage.step(60);
  const btScalar before = lowestOf(*cloth);
  const auto put = [&](btScalar x, btScalar y) {
    box->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(x, y, 0)));
    stage.world.updateSingleAabb(box);
  };
  put(0, btScalar(-0.48));
  shape->setLocalScaling(vector(1, 1.01, 1));
  stage.step();
  put(50, btScalar(-0.5));
  stage.step(4);
  put(0, btScalar(-0.5));
  stage.step(120);
  CHECK(rigid::facePairs(*cloth, *box) == 0);
  // The top of the box is 0.005 higher now.
  CHECK(lowestOf(*cloth) > before);
  CHECK(lowestOf(*cloth) < before + btScalar(0.015));
}

TEST_CASE("reshaped mesh: corners that jump carry nothing") {
  Sheet ground(12);
  PliantStage stage;
  btRigidBody* body = stage.addRigid(0, ground.shape);
  btSoftBody* cloth = stage.addCloth(vector(0, 0.2, 0), 0.5, 9);
  stage.step(60);
  const btScalar before = lowestOf(*cloth);
  for (btVector3& corner : ground.corners) corner.setX(corner.x() + 20);
  ground.shape->refitTree(-ground.bound * 8, ground.bound * 8);
  stage.collision().bodyChanged(body);
  stage.world.updateSingleAabb(body);
  stage.step(30);
  CHECK(lowestOf(*cloth) < before - btScalar(0.5));
  CHECK(centreOf(*cloth).length() < 3);
}
