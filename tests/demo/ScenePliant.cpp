#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>
#include <pliant_share.h>

#include <algorithm>

#include "runFor.h"

using namespace pliant;

TEST_CASE("in every scene bodies meet under Pliant, and none is in another at the end where none was") {
  int number = 0;
  for (const SceneEntry& entry : scenes()) {
    if (!share::takes(number++, 3)) continue;
    INFO(entry.name);
    // The rings are the last to have contacts.
    const int steps = entry.name.ends_with("tori") ? 90 : 60;
    const bool isShort = entry.name.find("impact") != std::string::npos;
    const RunReport report = runFor(entry.name, "spatial-hash", steps, {}, isShort ? 1 : 5);
    REQUIRE(report.ended == RunEnd::Done);
    REQUIRE(report.ms.response);
    for (const RunCheck& check : report.checks) REQUIRE_FALSE(check.nan);
    const bool met = std::any_of(report.checks.begin(), report.checks.end(),
                                 [](const RunCheck& check) { return check.contacts > 0; });
    CHECK((met || entry.name == "dpinch"));  // its one soft body meets rigid ones alone
    const RunCheck& last = report.checks.back();
    if (entry.name == "tangle") continue;  // one of its sheets is still being separated
    CHECK(last.pairsBetween == 0);
    CHECK(last.verticesInside == 0);
    // Bodies with tetrahedra collide with themselves only if a scene enables it.
    const bool surfacesOnly = std::all_of(report.bodies.begin(), report.bodies.end(),
                                          [](const RunBody& body) { return body.tetrahedra == 0; });
    if (surfacesOnly) CHECK(last.pairsSelf == 0);
  }
}

TEST_CASE("every scene steps under brute force") {
  for (const char* scene : {"net", "parts", "impact50"}) {
    INFO(scene);
    const RunReport report = runFor(scene, "brute-force", 5);
    CHECK(report.ended == RunEnd::Done);
    CHECK(report.checks.back().pairsBetween == 0);
  }
}

TEST_CASE("drivers lead by velocity: no vertex is set down elsewhere between two steps") {
  Simulation simulation(*findScene("tori"), {});
  for (int step = 0; step < 60; ++step) simulation.step();
  const SimulatedBody& ring = simulation.bodies()[1];
  std::vector<btVector3> before;
  for (int i = 0; i < ring.body->m_nodes.size(); ++i) before.push_back(ring.body->m_nodes[i].m_x);
  simulation.step();
  // The mean of the velocity in the step is half of 0.4 m/s.
  const btScalar way = btScalar(0.2 * Simulation::kTimeStep);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const btSoftBody::Node& node = ring.body->m_nodes[static_cast<int>(i)];
    CHECK(node.m_q == before[i]);
    if (ring.driven[i] != 0) CHECK((node.m_x - before[i] - btVector3(way, 0, 0)).length() < btScalar(1e-5));
  }
}

TEST_CASE("bodies that start within each other come apart, and lifting them takes less than a tenth of their energy") {
  for (const double scale : {0.01, 1.0, 100.0}) {
    const RunReport report = runFor("overlap", "spatial-hash", 60, {.scale = scale});
    INFO("scale " << scale);
    REQUIRE(report.ended == RunEnd::Done);
    CHECK(report.checks.front().verticesInside > 300);
    CHECK(report.checks.back().pairsBetween == 0);
    CHECK(report.checks.back().verticesInside == 0);
    const RunCheck& start = report.checks.front();
    for (const RunCheck& check : report.checks)
      CHECK(check.kinetic + check.potential < 1.1 * (start.kinetic + start.potential));
  }
}

TEST_CASE("sheets that start through each other, a ball and themselves come apart and stay so") {
  const RunReport report = runFor("tangle", "spatial-hash", 160);
  REQUIRE(report.ended == RunEnd::Done);
  const RunCheck& start = report.checks.front();
  CHECK(start.pairsBetween > 100);
  CHECK(start.pairsSelf > 100);
  for (const RunCheck& check : report.checks) {
    CHECK(check.kinetic + check.potential < 1.1 * (start.kinetic + start.potential));
    if (check.step < 120) continue;
    CHECK(check.pairsBetween == 0);
    CHECK(check.pairsSelf == 0);
    CHECK(check.verticesInside == 0);
  }
}

TEST_CASE("two cubes that meet at 50 m/s keep their momentum and their order") {
  const RunReport report = runFor("impact50", "spatial-hash", 30);
  for (const RunCheck& check : report.checks) {
    INFO("step " << check.step);
    CHECK(check.momentum[0] == Approx(50).epsilon(0.01));
    CHECK(check.kinetic <= 1.01 * 1250);
  }
  CHECK(report.checks.back().pairsBetween + report.checks.back().verticesInside == 0);
  for (const auto& [name, figure] : report.figures) {
    if (name == "swapped") CHECK_FALSE(std::get<bool>(figure));
  }
}
