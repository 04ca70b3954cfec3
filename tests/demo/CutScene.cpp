// A sheet is cut while it falls: its topology changes in every step, under every detector.

#include <pliant/pictures/drawScene.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/mechanics.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cstring>

#include "runFor.h"

using namespace pliant;

namespace {

/// Returns the number of pairs of intersecting faces.
std::size_t crossings(const SimulatedBody& cloth) {
  return judge(std::vector<BodyView>{cloth.view()}).pairs.size();
}

}  // namespace

TEST_CASE("a sheet is cut in a dozen steps one after the other, and its sides don't meet") {
  Simulation simulation(*findScene("cut"), {.detector = "regularity-tree"});
  const SimulatedBody& cloth = simulation.bodies().front();
  int cuts = 0, before = cloth.body->m_nodes.size();
  for (int step = 0; step < 28; ++step) {
    simulation.step();
    INFO("step " << step);
    const int nodes = cloth.body->m_nodes.size();
    REQUIRE(cloth.mesh.faces.size() == std::size_t(cloth.body->m_faces.size()));
    REQUIRE(cloth.mesh.positions.size() == std::size_t(nodes));
    if (nodes > before) {
      // Nothing touches before the sides of earlier cuts have separated and touch again.
      if (cuts == 0) CHECK(simulation.contacts() == 0);
      ++cuts;
    }
    before = nodes;
    CHECK(crossings(cloth) == 0);
    CHECK(simulation.softCollision()->getStatus(cloth.body).kind == SoftBodyStatus::Kind::Active);
  }
  CHECK(cuts == 12);
}

TEST_CASE("the overlay of cut sides gives two parted vertices faces of two colours, with a dot while they are near") {
  Simulation simulation(*findScene("cut"), {.detector = "bucket-tree"});
  const SimulatedBody& cloth = simulation.bodies().front();
  const auto drawn = [&] { return drawScene(simulation, {}, parseOverlay("cutsides")); };
  CHECK(drawn().surfaces[0].colours.empty());
  while (simulation.steps() < 5) simulation.step();
  // A cut before those of the scene, whose sides stay at one place.
  struct Blade final : btSoftBody::ImplicitFn {
    btScalar Eval(const btVector3& x) override { return x.x() - btScalar(0.013); }
  } blade;
  cloth.body->refine(&blade, btScalar(1e-3), true);
  simulation.topologyChanged(0);
  simulation.step();
  const auto cuts = simulation.softCollision()->getCuts(cloth.body);
  REQUIRE(cuts.size() > 30);
  const Drawing drawing = drawn();
  const std::vector<Colour>& colours = drawing.surfaces[0].colours;
  REQUIRE(colours.size() == cloth.mesh.faces.size());
  std::size_t pairs = 0, near = 0;
  for (const auto& group : cuts) {
    REQUIRE(group.nodes.size() >= 2);
    near += 0.7 * double{group.opening} < 2 * double{simulation.softCollision()->getMargin(cloth.body)};
    const auto colourAt = [&](int node) {
      for (std::size_t f = 0; f < colours.size(); ++f)
        for (const Index v : cloth.mesh.faces[f])
          if (v == static_cast<Index>(node)) return colours[f];
      return Colour{};
    };
    if (group.nodes.size() != 2) continue;
    const Colour a = colourAt(group.nodes[0]), b = colourAt(group.nodes[1]);
    CHECK((a == kCutColours[0] || a == kCutColours[1]));
    CHECK((b == kCutColours[0] || b == kCutColours[1]));
    pairs += a != b;
  }
  CHECK(pairs > cuts.size() * 9 / 10);
  CHECK(near > 0);
  CHECK(drawing.points.size() == near);
  Simulation stock(*findScene("cut"), {.detector = "none"});
  CHECK(drawScene(stock, {}, parseOverlay("cutsides")).surfaces[0].colours.empty());
}

TEST_CASE("the sides of one cut are left at one place, are moved apart, and are seen") {
  Simulation simulation(*findScene("cut"), {.detector = "bucket-tree"});
  const SimulatedBody& cloth = simulation.bodies().front();
  while (simulation.softCollision()->getCuts(cloth.body).empty()) {
    REQUIRE(simulation.steps() < 28);
    simulation.step();
  }
  const auto largest = [&] {
    btScalar most = 0;
    for (const auto& group : simulation.softCollision()->getCuts(cloth.body)) most = std::max(most, group.opening);
    return most;
  };
  CHECK(simulation.softCollision()->getCuts(cloth.body).size() > 60);
  CHECK(largest() > 0);
  const btScalar opened = largest();
  CHECK(opened < btScalar(0.01));
  CHECK(crossings(cloth) == 0);
  while (simulation.steps() < 33) simulation.step();
  CHECK(largest() > 2 * opened);
  CHECK(crossings(cloth) == 0);
  const Drawing drawing = drawScene(simulation, {}, parseOverlay("cutsides"));
  const std::vector<Colour>& colours = drawing.surfaces[0].colours;
  for (const Colour& side : kCutColours) CHECK(std::count(colours.begin(), colours.end(), side) > 30);
  CHECK(drawing.points.size() > 20);
}

TEST_CASE("strips that were cut off meet the ball, the ground and each other, and none goes into another") {
  Simulation simulation(*findScene("cut"), {.detector = "spatial-hash"});
  const SimulatedBody& cloth = simulation.bodies().front();
  std::size_t contacts = 0;
  for (int step = 0; step < 150; ++step) {
    simulation.step();
    contacts += simulation.contacts();
    INFO("step " << step);
    if (step % 5 == 0) CHECK(crossings(cloth) == 0);
  }
  CHECK(contacts > 1000);
}

TEST_CASE("the cut sheet gains no energy, and every detector gives it the same bits") {
  const RunReport hash = runFor("cut", "spatial-hash", 90, {}, 45);
  CHECK(scalar(hash, "worst_energy_share") < 0.005);
  CHECK_FALSE(hash.checks.back().nan);
  CHECK(hash.bodies.front().vertices == 37 * 37);
  CHECK(scalar(hash, "vertices_at_end") > 37 * 37 + 12 * 60);
  for (const char* const detector : {"bucket-tree", "regularity-tree", "brute-force"}) {
    INFO(detector);
    const int steps = std::strcmp(detector, "brute-force") == 0 ? 30 : 90;
    const std::string expected =
        steps == 90 ? hash.positionsHash : runFor("cut", "spatial-hash", steps, {}, 45).positionsHash;
    CHECK(runFor("cut", detector, steps, {}, 45).positionsHash == expected);
  }
}
