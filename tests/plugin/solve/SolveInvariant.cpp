#include <pliant_catch.h>

#include <random>

#include "SolverStage.h"

namespace {

btVector3 randomVector(std::mt19937& random, btScalar size) {
  std::uniform_real_distribution<btScalar> part(-size, size);
  const btScalar x = part(random), y = part(random);
  return {x, y, part(random)};
}

/// Returns all positions and velocities, to compare their bits.
std::vector<btScalar> bits(const SolverStage& stage) {
  std::vector<btScalar> all;
  for (const auto& body : stage.all) {
    for (int i = 0; i < body->m_nodes.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        all.push_back(body->m_nodes[i].m_x[k]);
        all.push_back(body->m_nodes[i].m_v[k]);
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a clean start stays clean at any speed") {
  for (const btScalar speed : {btScalar(1), btScalar(10), btScalar(60), btScalar(200)}) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 3; ++trial) {
      SolverStage stage;
      stage.solver.selfSolids = true;
      const btVector3 offset = randomVector(random, btScalar(0.3));
      stage.add(bodies::cube(2, 1, btVector3(0, 0, 0)), 1, btScalar(0.04), btVector3(speed, 0, 0));
      stage.add(bodies::cube(2, 1, btVector3(btScalar(1.7), offset.y(), offset.z())), 1, btScalar(0.04),
                randomVector(random, 2));
      for (const auto& body : stage.all) body->m_cfg.kDP = 0;
      const auto before = bodies::motion(stage.all);
      for (int i = 0; i < 20; ++i) {
        stage.step();
        REQUIRE(stage.solver.report.unresolved == 0);
        REQUIRE(stage.crossings() == 0);
      }
      const auto after = bodies::motion(stage.all);
      CHECK((after.linear - before.linear).norm() < 1e-4 * before.linear.norm());
      CHECK(after.kinetic <= before.kinetic * 1.001);
    }
  }
}

TEST_CASE("a sheet that falls on itself stays clean") {
  SolverStage stage(btVector3(0, -10, 0));
  btSoftBody& floor = stage.add(bodies::sheet(4, 6, btVector3(0, 0, 0)), 1, btScalar(0.02));
  for (int i = 0; i < floor.m_nodes.size(); ++i) floor.setMass(i, 0);
  bodies::Shape cloth = bodies::sheet(12, 1, btVector3(0, 0, 0));
  for (btVector3& p : cloth.points) {  // stands on its edge, slightly wavy
    p = btVector3(btScalar(0.03) * std::sin(9 * p.x()) + btScalar(0.01) * p.z(), p.x() + btScalar(0.6), p.z());
  }
  stage.add(cloth, 1, btScalar(0.015));
  int selfContacts = 0;
  for (int i = 0; i < 150; ++i) {
    stage.step();
    REQUIRE(stage.crossings() == 0);
    for (const auto& contact : stage.solver.contacts) {
      selfContacts += stage.solver.set.bodyOfVertex()[contact.vertices[0]] == 1 &&
                      stage.solver.set.bodyOfVertex()[contact.vertices[3]] == 1;
    }
  }
  CHECK(selfContacts > 0);
  CHECK(bodies::center(*stage.all[1]).y() > 0);
  CHECK(bodies::motion(stage.all).linear.allFinite());
}

TEST_CASE("a stack of bodies stands") {
  SolverStage stage(btVector3(0, -10, 0));
  btSoftBody& floor = stage.add(bodies::sheet(4, 6, btVector3(0, 0, 0)), 1, btScalar(0.02));
  for (int i = 0; i < floor.m_nodes.size(); ++i) floor.setMass(i, 0);
  for (int i = 0; i < 8; ++i) {
    stage.add(bodies::cube(2, 1, btVector3(0, btScalar(0.6) + btScalar(1.1) * btScalar(i), 0)), 1, btScalar(0.03));
  }
  for (int i = 0; i < 200; ++i) stage.step();
  CHECK(stage.crossings() == 0);
  for (std::size_t i = 2; i < stage.all.size(); ++i) {
    CHECK(bodies::center(*stage.all[i]).y() > bodies::center(*stage.all[i - 1]).y() + 0.4);
  }
}

TEST_CASE("a stack is pressed no more the higher it is") {
  // Returns the mean |length / rest length − 1| of the cubes' links once the stack stands.
  const auto pressed = [](int cubes) {
    SolverStage stage(btVector3(0, -10, 0));
    btSoftBody& floor = stage.add(bodies::sheet(4, 6, btVector3(0, 0, 0)), 1, btScalar(0.02));
    for (int i = 0; i < floor.m_nodes.size(); ++i) floor.setMass(i, 0);
    for (int i = 0; i < cubes; ++i) {
      stage.add(bodies::cube(2, 1, btVector3(0, btScalar(0.6) + btScalar(1.1) * btScalar(i), 0)), 1, btScalar(0.03));
    }
    for (int i = 0; i < 150; ++i) stage.step();
    CHECK(stage.crossings() == 0);
    double sum = 0;
    int links = 0;
    for (std::size_t i = 1; i < stage.all.size(); ++i) {
      const btSoftBody& cube = *stage.all[i];
      CHECK(bodies::center(cube).y() > bodies::center(*stage.all[i - 1]).y() + (i == 1 ? 0.4 : 0.95));
      for (int l = 0; l < cube.m_links.size(); ++l, ++links) {
        const btSoftBody::Link& link = cube.m_links[l];
        sum += std::abs(double((link.m_n[0]->m_x - link.m_n[1]->m_x).length()) / double(link.m_rl) - 1);
      }
    }
    return sum / links;
  };
  const double low = pressed(4), high = pressed(14);
  CAPTURE(low, high);
  CHECK(high < 1.5 * low);
}

TEST_CASE("the same scene gives the same bits") {
  std::vector<btScalar> results[2];
  for (auto& result : results) {
    SolverStage stage(btVector3(0, -10, 0));
    btSoftBody& floor = stage.add(bodies::sheet(4, 4, btVector3(0, 0, 0)), 1, btScalar(0.02));
    for (int i = 0; i < floor.m_nodes.size(); ++i) floor.setMass(i, 0);
    for (int i = 0; i < 3; ++i) {
      stage.add(
          bodies::cube(2, 1, btVector3(btScalar(0.2) * btScalar(i), btScalar(0.7) + btScalar(1.1) * btScalar(i), 0)), 1,
          btScalar(0.03), btVector3(0, -3, 0));
    }
    for (int i = 0; i < 40; ++i) stage.step();
    result = bits(stage);
  }
  CHECK(results[0] == results[1]);
}

TEST_CASE("bodies that come and go and odd ones do no harm") {
  SolverStage stage(btVector3(0, -10, 0));
  bodies::Shape triangle, rope, point;
  triangle.points = {btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 0, 1)};
  triangle.faces = {{0, 1, 2}};
  rope.points = {btVector3(0, btScalar(0.2), 0), btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.1))};
  point.points = {btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.2))};
  stage.add(triangle, 1, btScalar(0.02));
  stage.add(rope, 1, btScalar(0.02));
  stage.add(point, 1, btScalar(0.02));
  for (int i = 0; i < 3; ++i) stage.all[0]->setMass(i, 0);
  stage.all[0]->m_cfg.piterations = 0;
  stage.all[1]->m_cfg.m_psequence.clear();
  for (int i = 0; i < 60; ++i) stage.step();
  CHECK(stage.all[2]->m_nodes[0].m_x.y() > 0);
  CHECK(stage.all[2]->m_nodes[0].m_x.y() < 0.1);
}

TEST_CASE("bodies that press each other are iterated more often the more nodes they have together, near ones are not") {
  const auto iterations = [](double groupsOfNodes, btScalar speed = 1) {
    SolverStage stage;
    stage.add(bodies::cube(2, 1, btVector3(0, 0, 0)), 1, btScalar(0.05), btVector3(speed, 0, 0));
    stage.add(bodies::cube(2, 1, btVector3(btScalar(1.12), 0, 0)), 1, btScalar(0.05));
    const int nodes = stage.all[0]->m_nodes.size() + stage.all[1]->m_nodes.size();
    stage.solver.settings.smallGroup = static_cast<int>(nodes / groupsOfNodes);
    int most = 0;
    for (int i = 0; i < 4; ++i) {
      stage.step();
      REQUIRE(stage.solver.report.islands == 1);
      CHECK((stage.solver.report.pressedBodies > 0) == (stage.solver.report.iterations > 8));
      most = std::max(most, stage.solver.report.iterations);
    }
    REQUIRE(stage.all[0]->m_cfg.piterations == 8);
    return most;
  };
  CHECK(iterations(20, 0) == 8);  // equal to m_cfg.piterations
  CHECK(iterations(0.5) == 10);
  CHECK(iterations(1) == 10);
  CHECK(iterations(1.5) == 15);
  CHECK(iterations(2) == 20);
  CHECK(iterations(2.4) == 24);
  CHECK(iterations(20) == 24);
}
