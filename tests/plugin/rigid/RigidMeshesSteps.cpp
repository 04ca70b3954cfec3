// Soft bodies on rigid triangle meshes over many steps: the same bits, no allocations, any size, large meshes.

#include <pliant_allocations.h>

#include "../ForwardingDetector.h"
#include "../RigidJudge.h"

namespace {

btScalar bumps(btScalar x, btScalar z) {
  return btScalar(0.1) * btScalar(std::sin(double(x) * 2) * std::cos(double(z) * 2));
}

/// Cubes on a bumpy sheet of 2 · n · n triangles.
struct Terrain {
  Terrain(PliantStage& stage, btScalar half, int n, int count) {
    body = stage.addMesh(rigid::sheet(half, n, bumps));
    for (int i = 0; i < count; ++i) cubes.push_back(stage.addCube(vector(btScalar(1.3) * btScalar(i), 0.8, 0), 1, 3));
  }
  btRigidBody* body;
  std::vector<btSoftBody*> cubes;
};

}  // namespace

TEST_CASE("on a rigid mesh every number of threads gives the same bits") {
  PliantStage one;
  const Terrain reference(one, 4, 40, 3);
  one.step(60);
  for (const unsigned threads : {2u, 4u, 8u}) {
    CAPTURE(threads);
    PliantStage many;
    many.collision().setThreads(threads);
    const Terrain terrain(many, 4, 40, 3);
    many.step(60);
    for (std::size_t i = 0; i < terrain.cubes.size(); ++i) CHECK(sameBits(*terrain.cubes[i], *reference.cubes[i]));
  }
}

TEST_CASE("a warm step on a rigid mesh allocates nothing of ours") {
  PliantStage stage;
  stage.collision().setMethod(Method::SpatialHash);  // Auto may build a hierarchy during the count
  const Terrain terrain(stage, 4, 40, 2);
  stage.step(300);
  REQUIRE(stage.collision().getNumContacts() > 20);
  const long before = allocations::count();
  stage.step(30);
  if (allocations::counted) CHECK(allocations::count() == before);
}

TEST_CASE("bodies rest on a rigid mesh of any size") {
  const btScalar scale = GENERATE(btScalar(0.01), btScalar(100));
  CAPTURE(scale);
  PliantStage stage;
  stage.setGravity(vector(0, -10 * scale, 0));
  btRigidBody* ground = stage.addMesh(
      rigid::sheet(2 * scale, 12, [scale](btScalar x, btScalar z) { return scale * bumps(x / scale, z / scale); }));
  btSoftBody* cube = stage.addCube(vector(0, btScalar(0.8) * scale, 0), scale, 3);
  cube->getCollisionShape()->setMargin(btScalar(0.04) * scale);
  stage.step(120, [&] { CHECK(rigid::facePairs(*cube, *ground) == 0); });
  CHECK(centreOf(*cube).y() / scale > btScalar(0.3));
  CHECK(motionOf(*cube).kinetic < 0.01 * double(scale) * double(scale));
}

TEST_CASE("a step on a large mesh looks at what is near alone") {
  const auto candidates = [](int n, btScalar half) {
    PliantStage stage;
    const Terrain terrain(stage, half, n, 1);
    stage.step(60);
    CHECK(centreOf(*terrain.cubes[0]).y() > btScalar(0.2));
    CHECK(rigid::facePairs(*terrain.cubes[0], *terrain.body) == 0);
    return stage.collision().getCounters().detection.candidates;
  };
  // Squares of the same size, 1,600 and 200,000 triangles.
  CHECK(double(candidates(316, 31.6f)) < 2 * double(candidates(28, 2.8f)) + 100);
}

TEST_CASE("candidates serve several steps, also where no two of these are equally long") {
  const bool equal = GENERATE(true, false);
  CAPTURE(equal);
  CountingHash hash;
  PliantStage stage;
  stage.collision().setDetector(&hash);
  const Terrain terrain(stage, 4, 40, 1);
  stage.step(300);
  const int before = hash.asked;
  constexpr int kSteps = 120;
  for (int i = 0; i < kSteps; ++i)
    stage.world.stepSimulation(btScalar(1) / 60 * (equal ? 1 : 1 - btScalar(0.2) * btScalar(i * 7 % 13) / 12), 0);
  REQUIRE(stage.collision().getNumContacts() > 10);
  CHECK(hash.asked - before < kSteps / 2);
}
