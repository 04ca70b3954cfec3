// Few tetrahedra of bodies with springs turn inside out where bodies press each other, and no energy comes of it.

#include "DeformableStage.h"

namespace {

double volumeOf(const btSoftBody::Tetra& t) {
  const btVector3 a = t.m_n[1]->m_x - t.m_n[0]->m_x, b = t.m_n[2]->m_x - t.m_n[0]->m_x;
  return double(a.cross(b).dot(t.m_n[3]->m_x - t.m_n[0]->m_x));
}

struct Press : DeformableStage {
  std::vector<btSoftBody*> cubes;
  std::vector<std::vector<double>> rest;

  Press() : DeformableStage(vector(0, -10, 0)) {
    addRigid(0, new btBoxShape(vector(4, 1, 4)), vector(0, -1, 0));
    for (int i = 0; i < 3; ++i) {
      cubes.push_back(addCube(vector(0.1 * i, 0.55 + 1.1 * i, 0), 1, 4));
      auto& volumes = rest.emplace_back();
      for (int k = 0; k < cubes[std::size_t(i)]->m_tetras.size(); ++k)
        volumes.push_back(volumeOf(cubes[std::size_t(i)]->m_tetras[k]));
    }
    cubes[2]->setVelocity(vector(0, -8, 0));
  }
  int inverted() const {
    int count = 0;
    for (std::size_t i = 0; i < cubes.size(); ++i)
      for (int k = 0; k < cubes[i]->m_tetras.size(); ++k)
        count += volumeOf(cubes[i]->m_tetras[k]) * rest[i][std::size_t(k)] < 0;
    return count;
  }
  /// Returns the energy of motion and weight.
  double energy() {
    double sum = motionOf(world.getSoftBodyArray()).kinetic;
    for (btSoftBody* cube : cubes) sum += 10 * double(centreOf(*cube).y());
    return sum;
  }
};

}  // namespace

TEST_CASE("few tetrahedra of pressed deformable bodies with springs turn inside out, and no energy is gained") {
  Press stage;
  const double before = stage.energy();
  int inverted = 0;
  double most = 0;
  std::size_t pairs = 0;
  stage.step(480, [&] {
    inverted = std::max(inverted, stage.inverted());
    most = std::max(most, stage.energy());
    pairs = std::max(pairs, facePairsFound(stage.collision()));
  });
  CHECK(inverted < 50);  // 152 of 960 without a guard
  CHECK(pairs == 0);
  CHECK(most < 1.001 * before);
}
