// The requirements on the scenes, each run to its end under Pliant. The long tests also compare with stock Bullet.
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>

#include "../runFor.h"

using namespace pliant;

namespace {

/// Checks the steps later than `after`: a median of 0 and at most five intersecting pairs, and no vertex inside a body.
void requireClean(const RunReport& report, int after, bool self) {
  REQUIRE(report.ended == RunEnd::Done);
  std::vector<std::uint64_t> pairs;
  for (const RunCheck& check : report.checks) {
    REQUIRE_FALSE(check.nan);
    if (check.step <= after) continue;
    pairs.push_back(check.pairsBetween + (self ? check.pairsSelf : 0));
    CHECK(check.verticesInside == 0);
  }
  std::sort(pairs.begin(), pairs.end());
  REQUIRE(pairs.size() > 10);
  CHECK(pairs[pairs.size() / 2] == 0);
  CHECK(pairs.back() <= 5);
}

void requireEnergy(const RunReport& report, double tolerance = 0.01) {
  CHECK(scalar(report, "worst_energy_share") <= tolerance);
}

}  // namespace

TEST_CASE("a pile comes to rest, clean") {
  const RunReport report = runFor("pile27", "spatial-hash", 600);
  CHECK(report.checks.back().contacts > 100);
  requireClean(report, 500, false);
  requireEnergy(report);
}

TEST_CASE("a sheet that falls on its edge and a knotted tube lie on themselves, clean") {
  for (const char* scene : {"clothedge", "knot"}) {
    INFO(scene);
    const RunReport report = runFor(scene, "spatial-hash", 400);
    CHECK(report.checks.back().contacts > 100);
    requireClean(report, 100, true);
    requireEnergy(report);
  }
}

TEST_CASE("a dress hangs on its form, is lifted and folded and hangs again, clean, and nothing passes the form") {
  const RunReport report = runFor("garment", "auto", 420);
  REQUIRE(report.ended == RunEnd::Done);
  for (const RunCheck& check : report.checks) {
    INFO(check.step);
    CHECK_FALSE(check.nan);
    CHECK(check.pairsBetween + check.pairsSelf == 0);
    CHECK(check.verticesInside == 0);
  }
  const std::vector<double>&hem = series(report, "lowest_vertex"), &front = series(report, "front_of_hem");
  const double hanging = front[front.size() / 7], lifted = most(report, "front_of_hem");
  CHECK(lifted > hanging + 1);
  CHECK(front.back() < lifted - 0.8);
  // It does not fall to the ground.
  CHECK(hem.back() > 0.3);
  CHECK(most(report, "pairs_with_rigid_mesh") == 0);
  CHECK(most(report, "vertices_in_rigid_mesh") == 0);
}

TEST_CASE("rings that are pulled stay linked and clean") {
  const RunReport report = runFor("tori", "spatial-hash", 480);
  requireClean(report, 0, true);
  requireEnergy(report);
  for (const double number : series(report, "linking_number")) CHECK(std::abs(number) == Approx(1).margin(0.01));
  CHECK(series(report, "end_distance").back() > scalar(report, "taut_length"));
}

TEST_CASE("cubes that meet at 50 m/s keep order and momentum") {
  const RunReport report = runFor("impact50", "spatial-hash", 120, {}, 2);
  requireClean(report, 0, true);
  requireEnergy(report);
  for (const RunCheck& check : report.checks) CHECK(check.momentum[0] == Approx(50).epsilon(0.01));
  CHECK(scalar(report, "swapped_at_step") < 0);
}

TEST_CASE("a pile that starts within itself is clean after sixty steps") {
  const RunReport report = runFor("pile27", "spatial-hash", 160, {.spacing = 0.85});
  CHECK(report.checks.front().verticesInside > 1000);
  requireClean(report, 60, false);
  requireEnergy(report, 0.1);
}
