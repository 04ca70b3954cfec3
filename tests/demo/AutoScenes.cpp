// Scenes in which Pliant chooses a method. The test supplies the costs.
#include <pliant/pictures/drawScene.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Runner.h>
#include <pliant_catch.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "runFor.h"

using namespace pliant;
using Engine = AutoDetector::Engine;

namespace {

/// Returns settings with a detector for which one method seems to take less time than all others.
Simulation::Settings preferring(Engine engine, Index leastFaces = 100) {
  return {.detector = "preferring", .given = [engine, leastFaces] {
            AutoDetector::Settings chosen;
            chosen.leastFaces = leastFaces;
            chosen.cost = [engine](const AutoDetector::Job&, Engine other, double) { return other == engine ? 1 : 2; };
            return GivenDetector{std::make_unique<AutoDetector>(chosen), {}, {}};
          }};
}

}  // namespace

TEST_CASE("whatever is chosen for a knot, it falls in the same way") {
  const RunReport hash = runFor("knot", "spatial-hash", 60, {}, 60);
  CHECK(hash.chosen.empty());
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const Engine engine{static_cast<std::uint8_t>(e)};
    INFO(AutoDetector::name(engine));
    const RunReport report =
        runScene({.scene = "knot", .simulation = preferring(engine), .steps = 60, .checkEvery = 60});
    CHECK(report.positionsHash == hash.positionsHash);
    REQUIRE(!report.chosen.empty());
    bool near = false;
    for (const RunChoice& choice : report.chosen) {
      CHECK(choice.bodyA == "knot");
      CHECK(choice.bodyB == "knot");
      if (!choice.job.asked.nearby || choice.job.reason == AutoDetector::Reason::Kind) continue;
      CHECK(choice.job.engine == engine);
      CHECK(choice.job.calls[e] > 10);
      near = true;
    }
    CHECK(near);
  }
}

TEST_CASE("each choice is drawn: on a body about itself, as a ball between two bodies") {
  std::size_t own = 0, between = 0;
  for (const char* const scene : {"knot", "impact50"})
    for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
      const Engine engine{static_cast<std::uint8_t>(e)};
      INFO(scene << ", " << AutoDetector::name(engine));
      Simulation simulation(*findScene(scene), preferring(engine));
      for (int step = 0; step < 40; ++step) simulation.step();
      const Drawing plain = drawScene(simulation, {}), drawn = drawScene(simulation, {}, {.engines = true});
      CHECK(plain.points.empty());
      CHECK(plain.surfaces[0].colours.empty());
      SoftCollision& collision = *simulation.softCollision();
      auto ball = drawn.points.begin();
      std::vector<std::vector<Colour>> ofBody(simulation.bodies().size());
      for (const SoftCollision::Choice& choice : collision.getChoices()) {
        REQUIRE_FALSE(choice.job.isSmall());
        const Colour colour = engineColour(choice.job.engine);
        if (choice.bodyA == choice.bodyB) {
          for (std::size_t b = 0; b < ofBody.size(); ++b)
            if (simulation.bodies()[b].body == collision.getBody(choice.bodyA)) ofBody[b].push_back(colour);
          ++own;
        } else {
          REQUIRE(ball != drawn.points.end());
          CHECK(ball++->colour == colour);
          ++between;
        }
      }
      CHECK(ball == drawn.points.end());
      for (std::size_t b = 0; b < ofBody.size(); ++b) {
        const DrawnSurface& surface = drawn.surfaces[b];
        std::vector<Colour> seen;
        for (std::size_t f = 0; f < surface.mesh.faces.size(); ++f) {
          const Colour& colour = surface.colours.empty() ? surface.colour : surface.colours[f];
          if (seen.empty() || seen.back() != colour) seen.push_back(colour);
        }
        if (ofBody[b].empty()) ofBody[b].push_back(engineColour(Engine::SpatialHash));
        ofBody[b].erase(std::unique(ofBody[b].begin(), ofBody[b].end()), ofBody[b].end());
        CHECK(seen == ofBody[b]);
      }
    }
  CHECK(own > 0);
  CHECK(between > 0);
}

TEST_CASE("what is chosen for small bodies is drawn on all of them") {
  for (const Engine engine : {Engine::SpatialHash, Engine::RegularityTree}) {
    INFO(AutoDetector::name(engine));
    Simulation simulation(*findScene("rings"), preferring(engine, 1'000'000));
    for (int step = 0; step < 40; ++step) simulation.step();
    const auto choices = simulation.softCollision()->getChoices();
    REQUIRE(!choices.empty());
    for (const SoftCollision::Choice& choice : choices) {
      CHECK(choice.job.isSmall());
      CHECK(choice.job.engine == engine);
    }
    const Drawing drawn = drawScene(simulation, {}, {.engines = true});
    CHECK(drawn.points.empty());
    for (std::size_t b = 0; b < simulation.bodies().size(); ++b) {
      const DrawnSurface& surface = drawn.surfaces[b];
      if (surface.colours.empty()) CHECK(surface.colour == engineColour(engine));
      for (const Colour& colour : surface.colours) CHECK(colour == engineColour(engine));
    }
  }
}

TEST_CASE("Pliant's choice is the default, and small bodies are chosen for as one") {
  CHECK(SoftCollision().getDetector()->name() == "auto");
  const RunReport report = runFor("impact50", "auto", 10);
  for (const RunChoice& choice : report.chosen) {
    CHECK(choice.job.isSmall());
    CHECK(choice.bodyA.empty());
    CHECK(choice.bodyB.empty());
  }
  CHECK(report.positionsHash == runFor("impact50", "spatial-hash", 10).positionsHash);
}
