// Bodies that start flush on each other, as programs place them: without a gap, or intersecting.

#include "../OverlapJudge.h"

namespace {

/// Adds a box of triangles whose top is at y = 0.
void addGround(PliantStage& stage, int squares) {
  stage.addMesh(rigid::box(vector(4, 0.5, 4), squares), vector(0, -0.5, 0));
}

}  // namespace

TEST_CASE("flush: a cube on a ground of triangles rises by no more than its contact distance") {
  const int squares = GENERATE(1, 2, 4, 8);
  const btScalar deep = GENERATE(btScalar(0), btScalar(0.001), btScalar(0.1), btScalar(0.3));
  CAPTURE(squares, deep);
  PliantStage stage;
  addGround(stage, squares);
  btSoftBody* cube = stage.addCube(vector(0, btScalar(0.5) - deep, 0), 1, 2);
  const btScalar distance = stage.collision().getMargin(cube);
  const btScalar highest = stage.mostIn(180, [&] { return lowestOf(*cube); });
  CHECK(highest < btScalar(1.1) * distance);
  CHECK(lowestOf(*cube) > btScalar(0.5) * distance);
}

TEST_CASE("flush: cubes in a row part without speed") {
  const int count = GENERATE(2, 3, 5);
  const btScalar deep = GENERATE(btScalar(0), btScalar(0.01), btScalar(0.2));
  CAPTURE(count, deep);
  WeightlessStage stage;
  std::vector<btSoftBody*> cubes;
  for (int i = 0; i < count; ++i) cubes.push_back(stage.addCube(vector(2 - deep, 0.07, 0.03) * btScalar(i), 2, 3));
  stage.step(240);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < i; ++k) CHECK(overlap::facePairs(*cubes[std::size_t(k)], *cubes[std::size_t(i)]) == 0);
  CHECK(motionOf(stage.bodies()).kinetic < 1e-3);
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
      places.push_back(vector(btScalar(column) - btScalar(columns - 1) / 2, btScalar(0.5) + btScalar(row), 0));
      cubes.push_back(stage.addCube(places.back(), 1, 2));
    }
  stage.step(300);
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    CAPTURE(i);
    const btVector3 off = centreOf(*cubes[i]) - places[i];
    CHECK(std::abs(off.x()) < btScalar(0.25));
    CHECK(std::abs(off.y()) < btScalar(0.4));
    CHECK(motionOf(*cubes[i]).kinetic < 1e-3);
  }
}
