// Bodies that start flush on each other, as programs place them: without a gap, or intersecting.

#include <pliant_catch.h>

#include "../OverlapJudge.h"
#include "shapes/rigidMeshes.h"

namespace {

btScalar lowestOf(const btSoftBody& body) {
  btScalar low = SIMD_INFINITY;
  for (int i = 0; i < body.m_nodes.size(); ++i) low = std::min(low, body.m_nodes[i].m_x.y());
  return low;
}
btScalar energyOf(const btSoftBody& body) {
  btScalar sum = 0;
  for (int i = 0; i < body.m_nodes.size(); ++i) sum += body.m_nodes[i].m_v.length2() / (2 * body.m_nodes[i].m_im);
  return sum;
}

/// Adds a box of triangles whose top is at y = 0.
void addGround(PliantStage& stage, int squares) {
  auto mesh = std::make_unique<btTriangleMesh>();
  rigid::addBox(*mesh, btVector3(4, btScalar(0.5), 4), squares);
  stage.addRigid(0, new btBvhTriangleMeshShape(mesh.get(), true), btVector3(0, btScalar(-0.5), 0));
  stage.meshes.push_back(std::move(mesh));
}

}  // namespace

TEST_CASE("flush: a cube on a ground of triangles rises by no more than its contact distance") {
  const int squares = GENERATE(1, 2, 4, 8);
  const btScalar deep = GENERATE(btScalar(0), btScalar(0.001), btScalar(0.1), btScalar(0.3));
  CAPTURE(squares, deep);
  PliantStage stage;
  addGround(stage, squares);
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.5) - deep, 0), 1, 2));
  const btScalar distance = stage.world.softCollision().getMargin(cube);
  btScalar highest = -SIMD_INFINITY;
  for (int i = 0; i < 180; ++i) {
    stage.step();
    highest = std::max(highest, lowestOf(*cube));
  }
  CHECK(highest < btScalar(1.1) * distance);
  CHECK(lowestOf(*cube) > btScalar(0.5) * distance);
}

TEST_CASE("flush: cubes in a row part without speed") {
  const int count = GENERATE(2, 3, 5);
  const btScalar deep = GENERATE(btScalar(0), btScalar(0.01), btScalar(0.2));
  CAPTURE(count, deep);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  std::vector<btSoftBody*> cubes;
  for (int i = 0; i < count; ++i)
    cubes.push_back(
        stage.add(makeCube(stage.info(), btVector3(2 - deep, btScalar(0.07), btScalar(0.03)) * btScalar(i), 2, 3)));
  stage.step(240);
  btScalar energy = 0;
  for (int i = 0; i < count; ++i) {
    energy += energyOf(*cubes[std::size_t(i)]);
    for (int k = 0; k < i; ++k) CHECK(overlap::facePairs(*cubes[std::size_t(k)], *cubes[std::size_t(i)]) == 0);
  }
  CHECK(energy < btScalar(1e-3));
}

TEST_CASE("flush: a wall and a stack of cubes stand") {
  const int columns = GENERATE(1, 3);
  CAPTURE(columns);
  PliantStage stage;
  addGround(stage, 8);
  std::vector<btSoftBody*> cubes;
  std::vector<btVector3> places;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < columns; ++column) {
      places.push_back(btVector3(btScalar(column) - btScalar(columns - 1) / 2, btScalar(0.5) + btScalar(row), 0));
      cubes.push_back(stage.add(makeCube(stage.info(), places.back(), 1, 2)));
    }
  stage.step(300);
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    CAPTURE(i);
    const btVector3 off = centreOf(*cubes[i]) - places[i];
    CHECK(std::abs(off.x()) < btScalar(0.25));
    CHECK(std::abs(off.y()) < btScalar(0.4));
    CHECK(energyOf(*cubes[i]) < btScalar(1e-3));
  }
}
