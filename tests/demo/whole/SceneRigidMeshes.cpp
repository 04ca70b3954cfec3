// Soft balls on rigid triangle meshes: an open sheet and a closed tube, at 1 g and at 4 g.
#include <pliant_catch.h>

#include "../runFor.h"

using namespace pliant;

TEST_CASE("a soft ball comes to rest in a rigid bowl and on a rigid knotted tube") {
  for (const char* scene : {"restbowl", "restknot", "pressbowl", "pressknot"}) {
    INFO(scene);
    const RunReport report = runFor(scene, "spatial-hash", 600);
    REQUIRE(report.ended == RunEnd::Done);
    for (const char* name : {"pairs_with_rigid_mesh", "vertices_in_rigid_mesh"}) {
      REQUIRE(series(report, name).size() > 10);
      CHECK(most(report, name) == 0);
    }
    CHECK(scalar(report, "fell_through_at_step") < 0);
    CHECK(scalar(report, "worst_energy_share") <= 0.01);
    const auto& height = series(report, "ball_height");
    CHECK(height.back() == Approx(height[height.size() - 3]).margin(0.01));
    CHECK(report.checks.back().kinetic < 0.01);
    CHECK(report.checks.back().contacts > 20);
  }
}

TEST_CASE("a soft ball comes to rest on a rigid knotted tube through the volumes of both") {
  for (const char* scene : {"restknot", "pressknot"}) {
    INFO(scene);
    const RunReport report = runFor(scene, "ldi-software", 600);
    REQUIRE(report.ended == RunEnd::Done);
    CHECK(scalar(report, "fell_through_at_step") < 0);
    CHECK(scalar(report, "worst_energy_share") <= 0.01);
    const auto& height = series(report, "ball_height");
    CHECK(height.back() == Approx(height[height.size() - 3]).margin(0.002));
    CHECK(height.back() > 0.75);  // under the hash it is 0.80, which includes the contact distance
    CHECK(report.checks.back().kinetic < 0.001);
    CHECK(report.checks.back().contacts > 5);
    CHECK(report.checks.back().contacts < 40);                    // contacts are regions, not elements
    CHECK(series(report, "vertices_in_rigid_mesh").back() < 20);  // of 729 vertices
  }
}
