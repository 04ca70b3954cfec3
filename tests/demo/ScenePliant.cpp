#include <pliant_catch.h>

#include <algorithm>

#include "runFor.h"

using namespace pliant;

TEST_CASE("every scene runs ten steps under Pliant, and no body is in another at the end") {
  for (const SceneEntry& entry : scenes()) {
    INFO(entry.name);
    const RunReport report = runFor(entry.name, "spatial-hash", 10);
    REQUIRE(report.ended == RunEnd::Done);
    REQUIRE(report.ms.response);
    for (const RunCheck& check : report.checks) REQUIRE_FALSE(check.nan);
    const RunCheck& last = report.checks.back();
    CHECK(last.pairsBetween == 0);
    CHECK(last.verticesInside == 0);
    // Solids collide with themselves only where a scene asks for it.
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

TEST_CASE("auto is the hash") {
  REQUIRE(runFor("impact50", "auto", 10).positionsHash == runFor("impact50", "spatial-hash", 10).positionsHash);
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
