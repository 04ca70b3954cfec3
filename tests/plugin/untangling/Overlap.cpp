#include "../Worlds.h"

namespace {

struct Found {
  std::size_t inside = 0, facePairs = 0;
};

Found overlapOf(pliant::SoftCollision& collision) {
  pliant::Results results;
  REQUIRE(collision.query({.vertexTetrahedron = true, .facePairs = true, .self = false}, results));
  return {results.vertexTetrahedron.size(), results.facePairs.size()};
}

}  // namespace

TEST_CASE("bodies that start overlapping come apart") {
  const btScalar gap = GENERATE(btScalar(0.6), btScalar(0.85), btScalar(0.95));
  const bool faces = GENERATE(true, false);
  CAPTURE(gap, faces);
  WeightlessStage stage;
  for (int i = 0; i < 3; ++i) stage.addCube(vector(btScalar(0.1) * btScalar(i), gap * btScalar(i), 0), 1, 4, faces);
  stage.step();
  const Found before = overlapOf(stage.collision());
  CHECK(before.facePairs > 0);
  stage.step(60);
  const Found after = overlapOf(stage.collision());
  CHECK(after.inside == 0);
  CHECK(after.facePairs == 0);
  for (int i = 0; i < 3; ++i) CHECK(finite(*stage.bodies()[i]));
  CHECK(motionOf(stage.bodies()).momentum.norm() < 1e-2);
}

TEST_CASE("solids that start within each other on a thin floor come apart above it") {
  const double up = GENERATE(0.2, 0.5);
  CAPTURE(up);
  PliantStage stage;
  stage.addRigid(0, new btBoxShape(vector(5, 0.1, 5)), vector(0, -0.1, 0));
  for (int i = 0; i < 2; ++i) stage.addCube(vector(0.02 * i, 0.55 + up * i, 0.02 * i), 1, 3);
  for (int i = 0; i < 240; ++i) {
    stage.step();
    for (int k = 0; k < 2; ++k)
      for (const auto& node : nodesOf(*stage.bodies()[k])) REQUIRE(node.m_x.y() > btScalar(-0.09));
  }
  CHECK(overlapOf(stage.collision()).inside == 0);
  CHECK(overlapOf(stage.collision()).facePairs == 0);
}

TEST_CASE("solids that start within each other come apart the same way whatever the method") {
  const auto run = [](Method method) {
    PliantStage stage;
    stage.collision().setMethod(method);
    for (int i = 0; i < 2; ++i) stage.addCube(vector(0.1, 0.7, 0) * btScalar(i), 1, 3);
    stage.step(20);
    return coordinatesOf(stage.bodies());
  };
  const std::vector<btScalar> expected = run(Method::SpatialHash);
  for (const Method method : kElementMethods) {
    CAPTURE(int(method));
    CHECK(run(method) == expected);
  }
}

TEST_CASE("a body that is moved into another one comes out again") {
  WeightlessStage stage;
  stage.addCube(vector(0, 0, 0), 1, 3);
  btSoftBody* other = stage.addCube(vector(0, 3, 0), 1, 3);
  stage.step(5);
  CHECK(overlapOf(stage.collision()).inside == 0);
  other->translate(vector(0.05, -2.2, 0.03));
  stage.step();
  CHECK(overlapOf(stage.collision()).inside > 0);
  stage.step(60);
  CHECK(overlapOf(stage.collision()).inside == 0);
  CHECK(overlapOf(stage.collision()).facePairs == 0);
}

TEST_CASE("bodies that are switched on while they overlap come apart") {
  WeightlessStage stage;
  btSoftBody* a = stage.addCube(vector(0, 0, 0), 1, 3);
  btSoftBody* b = stage.addCube(vector(0.1, 0.8, 0), 1, 3);
  pliant::SoftCollision& collision = stage.collision();
  collision.setPairEnabled(a, b, false);
  stage.step(5);
  CHECK(collision.getNumContacts() == 0);
  CHECK(collision.getCounters().pairs == 0);
  CHECK(overlapOf(collision).facePairs > 0);
  collision.setPairEnabled(a, b, true);
  stage.step();
  CHECK(collision.getCounters().pairs == 1);
  stage.step(60);
  CHECK(overlapOf(collision).facePairs == 0);
}
