// Identity of rigid meshes: children of compounds, and the order of dispatch.

#include "../RigidJudge.h"

namespace {

/// Dispatches the pairs from last to first, as threads may.
struct Backwards : btCollisionDispatcher {
  using btCollisionDispatcher::btCollisionDispatcher;
  void dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info, btDispatcher*) override {
    btBroadphasePairArray& pairs = cache->getOverlappingPairArray();
    for (int i = pairs.size() - 1; i >= 0; --i) getNearCallback()(pairs[i], *this, info);
  }
};

}  // namespace

TEST_CASE("a mesh that is the same child of two compounds is met at both places") {
  PliantStage stage;
  btBvhTriangleMeshShape sheet(stage.keep(rigid::sheet(1, 6)), true);
  btCompoundShape inner;
  inner.addChildShape(btTransform::getIdentity(), &sheet);
  auto* outer = new btCompoundShape;
  std::vector<btSoftBody*> cubes;
  for (const btScalar x : {btScalar(-1.5), btScalar(1.5)}) {
    outer->addChildShape(btTransform(btQuaternion::getIdentity(), vector(x, 0, 0)), &inner);
    cubes.push_back(stage.addCube(vector(x, 0.7, 0), 1, 3));
  }
  btRigidBody* ground = stage.addRigid(0, outer);
  stage.step(60, [&] {
    for (const btSoftBody* cube : cubes) CHECK(rigid::facePairs(*cube, *ground) == 0);
  });
  for (const btSoftBody* cube : cubes) CHECK(centreOf(*cube).y() > btScalar(0.4));
}

TEST_CASE("the order of dispatch does not change the bits") {
  const auto bumps = [](btScalar x, btScalar z) {
    return btScalar(0.08) * btScalar(std::sin(double(x) * 3) * std::cos(double(z) * 4));
  };
  const auto run = [&](auto& stage) {
    for (int i = 0; i < 5; ++i)
      stage.addMesh(rigid::sheet(1, 3 + i, bumps),
                    vector(i % 2 ? 1 : -1, btScalar(0.01) * btScalar(i), i / 2 ? 1 : -1));
    btSoftBody* cloth = stage.addCloth(vector(0, 0.8, 0), 1, 12);
    stage.addCube(vector(0.1, 1.5, 0), 1, 3);
    stage.step(90);
    return cloth;
  };
  PliantStage forwards;
  StageWith<Backwards> backwards;
  const btSoftBody* one = run(forwards);
  CHECK(forwards.collision().getNumContacts() > 20);
  CHECK(sameBits(*one, *run(backwards)));
}

TEST_CASE("nothing jumps over a mesh in a compound") {
  const bool nested = GENERATE(false, true);
  const int speed = GENERATE(60, 200, 1000);
  CAPTURE(nested, speed);
  WeightlessStage stage;
  btBvhTriangleMeshShape sheet(stage.keep(rigid::sheet(2, 8)), true);
  btBoxShape box(vector(1, 1, 1));
  btCompoundShape inner;
  inner.addChildShape(btTransform(btQuaternion::getIdentity(), vector(0, -1, 0)), &sheet);
  auto* outer = new btCompoundShape;
  const btTransform up(btQuaternion::getIdentity(), vector(0, 1, 0));
  if (nested)
    outer->addChildShape(up, &inner);
  else
    outer->addChildShape(btTransform::getIdentity(), &sheet);
  outer->addChildShape(btTransform(btQuaternion::getIdentity(), vector(30, -60, 0)), &box);
  const btRigidBody* ground = stage.addRigid(0, outer);
  btSoftBody* cube = stage.addCube(vector(0, 1.2, 0), 1, 3);
  cube->setVelocity(vector(0, -btScalar(speed), 0));
  stage.step(5, [&] {
    CHECK(rigid::facePairs(*cube, *ground) == 0);
    CHECK(centreOf(*cube).y() > 0);
  });
}
