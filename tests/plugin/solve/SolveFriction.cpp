#include <pliant_catch.h>

#include "SolverStage.h"

namespace {

/// Returns the distance that a block slides in one second on a pinned floor under inclined gravity, without the part
/// that its initial speed causes.
btScalar slide(double degrees, btScalar friction) {
  const double angle = degrees * 3.14159265358979 / 180;
  SolverStage stage(btVector3(btScalar(10 * std::sin(angle)), btScalar(-10 * std::cos(angle)), 0));
  btSoftBody& floor = stage.add(bodies::sheet(6, 8, btVector3(2, 0, 0)), 1, btScalar(0.02));
  for (int i = 0; i < floor.m_nodes.size(); ++i) floor.setMass(i, 0);
  btSoftBody& block = stage.add(bodies::cube(2, 1, btVector3(0, btScalar(0.542), 0)), 1, btScalar(0.02));
  floor.m_cfg.kDF = block.m_cfg.kDF = friction;
  block.m_cfg.kDP = 0;
  for (int i = 0; i < 20; ++i) stage.step();  // the block settles
  const btVector3 from = bodies::center(block);
  const btScalar speed = block.m_nodes[0].m_v.x();
  for (int i = 0; i < 60; ++i) stage.step();
  return (bodies::center(block) - from).x() - speed;
}

/// Returns the path of a body that falls from rest for one second in 60 steps of Bullet's integration.
double fall(double acceleration) {
  return 0.5 * acceleration * 61 / 60;
}

}  // namespace

TEST_CASE("a block on a slope sticks below the angle of friction") {
  CHECK(std::abs(slide(20, btScalar(0.5))) < 0.02);
  CHECK(std::abs(slide(24, btScalar(0.5))) < 0.02);
}

TEST_CASE("above it, it slides as Coulomb's law has it") {
  for (const double degrees : {32.0, 40.0}) {
    const double angle = degrees * 3.14159265358979 / 180;
    const double expected = fall(10 * (std::sin(angle) - 0.5 * std::cos(angle)));
    CHECK(slide(degrees, btScalar(0.5)) == Approx(expected).epsilon(0.1));
  }
}

TEST_CASE("without friction it falls freely along the slope") {
  CHECK(slide(10, 0) == Approx(fall(10 * std::sin(10 * 3.14159265358979 / 180))).epsilon(0.02));
}
