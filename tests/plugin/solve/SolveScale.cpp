#include <pliant_catch.h>

#include "SolverStage.h"

namespace {

struct Outcome {
  std::vector<Eigen::Vector3d> centers;  // in units of the scale
  int crossings = 0;
  double kinetic = 0;
};

Outcome collide(double scale, int steps) {
  const auto s = btScalar(scale);
  SolverStage stage(btVector3(0, -10 * s, 0));
  btSoftBody& floor = stage.add(bodies::sheet(4, 6 * s, btVector3(0, 0, 0)), 1, btScalar(0.03) * s);
  for (int i = 0; i < floor.m_nodes.size(); ++i) floor.setMass(i, 0);
  stage.add(bodies::cube(2, s, btVector3(0, btScalar(0.7), 0) * s), 1, btScalar(0.03) * s);
  stage.add(bodies::cube(2, s, btVector3(btScalar(0.3), btScalar(1.9), btScalar(0.1)) * s), 1, btScalar(0.03) * s,
            btVector3(0, -4 * s, 0));
  for (int i = 0; i < steps; ++i) stage.step();
  Outcome outcome;
  for (std::size_t i = 1; i < stage.all.size(); ++i) {
    outcome.centers.push_back(bodies::eigen(bodies::center(*stage.all[i])) / scale);
  }
  outcome.crossings = stage.crossings();
  outcome.kinetic = bodies::motion(stage.all).kinetic / (scale * scale);
  return outcome;
}

}  // namespace

TEST_CASE("a scene behaves the same at 1/100 and at 100 times its size") {
  for (const int steps : {20, 120}) {
    const Outcome one = collide(1, steps);
    REQUIRE(one.crossings == 0);
    for (const double scale : {0.01, 100.0}) {
      INFO("scale " << scale << ", steps " << steps);
      const Outcome other = collide(scale, steps);
      CHECK(other.crossings == 0);
      for (std::size_t i = 0; i < one.centers.size(); ++i) {
        CHECK((other.centers[i] - one.centers[i]).norm() < 0.02);
      }
      CHECK(std::abs(other.kinetic - one.kinetic) < 0.05);
    }
  }
}
