// Scenes of kinds that users have reported. Under Pliant each one is correct at every check.
#include <pliant/pictures/drawScene.h>
#include <pliant_catch.h>

#include <algorithm>

#include "runFor.h"

using namespace pliant;

namespace {

/// Checks that the run is clean at all checks and gains no energy.
RunReport cleanRun(const std::string& scene, int steps) {
  RunReport report = runFor(scene, "spatial-hash", steps);
  REQUIRE(report.ended == RunEnd::Done);
  for (const RunCheck& check : report.checks) {
    INFO(scene << ", step " << check.step);
    CHECK(check.pairsBetween == 0);
    CHECK(check.pairsSelf == 0);
    CHECK(check.verticesInside == 0);
  }
  CHECK(scalar(report, "worst_energy_share") < 0.01);
  return report;
}

bool everMet(const RunReport& report) {
  return std::any_of(report.checks.begin(), report.checks.end(), [](const RunCheck& c) { return c.contacts > 0; });
}

}  // namespace

TEST_CASE("flags beside each other in gusts: they meet, none is thrown, and held corners stay where they are") {
  const RunReport report = cleanRun("flags", 120);
  CHECK(everMet(report));
  CHECK(most(report, "fastest_node") < 12);  // a fall of 2 m gives 6.3 m/s, the wind up to 16
  CHECK(most(report, "held_corners_off") == 0);
}

TEST_CASE("ropes stay on ropes and on a cloth's edge, through which stock Bullet lets them fall") {
  const RunReport report = cleanRun("ropes", 150);
  CHECK(most(report, "ropes_fallen") == 0);
  CHECK(scalar(report, "fell_through_at_step") == -1);
  const RunReport stock = runFor("ropes", "bullet", 150);
  CHECK(most(stock, "ropes_fallen") > 5);
  CHECK(scalar(stock, "fell_through_at_step") > 0);
}

TEST_CASE("what lies on things that are moved by hand goes with them, and gains what the hand gives") {
  const RunReport report = cleanRun("carried", 120);
  CHECK(scalar(report, "fell_through_at_step") == -1);
  CHECK(most(report, "pairs_with_rigid_mesh") == 0);
  const RunCheck &first = report.checks.front(), &last = report.checks.back();  // at the top, nearly at rest
  const double gained = last.kinetic + last.potential - first.kinetic - first.potential;
  CHECK(gained > 25);  // 1.5 kg lifted by 2 m: 30 J, less the loss by settling of the bodies
  CHECK(gained <= last.driverWork);
  CHECK(gained > 0.95 * last.driverWork);
  const RunReport stock = runFor("carried", "bullet", 120);
  CHECK(scalar(stock, "fell_through_at_step") > 0);
}

TEST_CASE("a net holds a ball of 25 times its mass at four iterations, which stock Bullet loses") {
  const RunReport report = cleanRun("loadednet", 150);
  CHECK(scalar(report, "fell_through_at_step") == -1);
  CHECK(most(report, "longest_link_of_net") < 2.9);
  CHECK(series(report, "ball_height").back() > 0.5);
  const RunReport stock = runFor("loadednet", "bullet", 150);
  CHECK(scalar(stock, "fell_through_at_step") > 0);
  CHECK(most(stock, "longest_link_of_net") > 5);
}

TEST_CASE("what is in a closed box stays in it, and what is in a hollow ball in that") {
  const RunReport report = cleanRun("room", 120);
  CHECK(everMet(report));
  CHECK(scalar(report, "left_room_at_step") == -1);
  CHECK(most(report, "vertices_in_rigid_mesh") == 0);
  CHECK(most(report, "pairs_with_rigid_mesh") == 0);
  // The sheet falls through the ball without contacts between soft bodies.
  const RunReport none = runFor("room", "none", 60);
  CHECK(none.checks.back().verticesInside > 10);
}

TEST_CASE("a sheet that lies on itself in three layers comes to rest") {
  const RunReport report = cleanRun("folded", 150);
  CHECK(series(report, "fastest_node").back() < 0.17);  // one step of free fall adds as much
  CHECK(series(report, "mean_height").back() > 0.03);   // the layers lie on each other, each at its margin
}

TEST_CASE("a picture of a room shows its frame, what holds bodies as glass, and ropes") {
  Simulation simulation(*findScene("room"), {});
  const Drawing drawing = drawScene(simulation, simulation.judge(), {});
  const auto& bodies = simulation.bodies();
  REQUIRE(drawing.surfaces.size() > bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) CHECK((drawing.surfaces[b].opacity < 1) == (b == 0));
  std::size_t rods = 0;
  for (const DrawnSurface& surface : drawing.surfaces)
    if (surface.rods) rods += surface.mesh.faces.size() / kRodFaces;
  CHECK(rods == 12 + bodies.back().mesh.links.size());
  CHECK(drawing.points.empty());
}
