// Scenes in which Pliant chooses a method.
#include <pliant/pictures/drawScene.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Runner.h>
#include <pliant_catch.h>

#include <string>
#include <utility>
#include <vector>

#include "runFor.h"

using namespace pliant;
using Method = AutoDetector::Method;

namespace {

/// Returns settings in which these bodies have a method of their own.
Simulation::Settings settingsWith(const std::vector<std::string>& bodies, Method method) {
  Simulation::Settings settings;
  for (const std::string& body : bodies)
    settings.bodyDetectors.push_back({body, std::string(AutoDetector::name(method))});
  return settings;
}

}  // namespace

TEST_CASE("whatever is chosen for a knot, it falls in the same way") {
  RunSettings settings;
  settings.scene = "knot";
  settings.steps = 60;
  settings.checkEvery = 60;
  settings.simulation.detector = "spatial-hash";
  const RunReport hash = runScene(settings);
  CHECK(hash.chosen.empty());
  for (std::size_t e = 0; e < AutoDetector::kMethods; ++e) {
    const Method method{static_cast<std::uint8_t>(e)};
    INFO(AutoDetector::name(method));
    settings.simulation = settingsWith({"knot"}, method);
    const RunReport report = runScene(settings);
    CHECK(report.positionsHash == hash.positionsHash);
    REQUIRE(!report.chosen.empty());
    for (const RunChoice& choice : report.chosen) {
      CHECK(choice.bodyA == "knot");
      CHECK(choice.bodyB == "knot");
      CHECK(choice.item.method == method);
      CHECK(choice.item.reason == AutoDetector::Reason::Set);
    }
  }
}

TEST_CASE("each choice is drawn: on a body about itself, as a ball between two bodies") {
  std::size_t own = 0, between = 0;
  const std::pair<const char*, std::vector<std::string>> scenes[] = {{"knot", {"knot"}},
                                                                     {"tori", {"left ring", "right ring"}}};
  for (const auto& [scene, bodies] : scenes)
    for (std::size_t e = 0; e < AutoDetector::kMethods; ++e) {
      const Method method{static_cast<std::uint8_t>(e)};
      INFO(scene << ", " << AutoDetector::name(method));
      Simulation simulation(*findScene(scene), settingsWith(bodies, method));
      for (int step = 0; step < 40; ++step) simulation.step();
      const Drawing plain = drawScene(simulation, {}), drawn = drawScene(simulation, {}, {.methods = true});
      CHECK(plain.points.empty());
      SoftCollision& collision = *simulation.softCollision();
      auto ball = drawn.points.begin();
      std::vector<Colour> ofBody(simulation.bodies().size(), methodColour(Method::SpatialHash));
      for (const SoftCollision::Choice& choice : collision.getChoices()) {
        const Colour colour = methodColour(choice.item.method);
        if (choice.bodyA == choice.bodyB) {
          for (std::size_t b = 0; b < ofBody.size(); ++b)
            if (simulation.bodies()[b].body == collision.getBody(choice.bodyA)) ofBody[b] = colour;
          ++own;
        } else {
          REQUIRE(ball != drawn.points.end());
          CHECK(ball++->colour == colour);
          ++between;
        }
      }
      CHECK(ball == drawn.points.end());
      for (std::size_t b = 0; b < ofBody.size(); ++b) {
        CHECK(drawn.surfaces[b].colours.empty());
        CHECK(drawn.surfaces[b].colour == ofBody[b]);
      }
    }
  CHECK(own > 0);
  CHECK(between > 0);
}

TEST_CASE("Pliant's choice is the default, and the bodies of a pile are small") {
  CHECK(SoftCollision().getDetector()->name() == "auto");
  const RunReport report = runFor("pile27", "auto", 60);
  REQUIRE(!report.chosen.empty());
  for (const RunChoice& choice : report.chosen) {
    CHECK(choice.item.method == Method::SpatialHash);
    CHECK(choice.item.reason == AutoDetector::Reason::Small);
  }
  CHECK(report.positionsHash == runFor("pile27", "spatial-hash", 60).positionsHash);
}
