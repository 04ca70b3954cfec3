// Scenes in which Pliant chooses, whatever times it is told.
#include <pliant/pictures/drawScene.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Runner.h>
#include <pliant_catch.h>

#include <memory>

#include "runFor.h"

using namespace pliant;
using Engine = AutoDetector::Engine;

namespace {

/// A detector of that name, for which one engine seems to take less time than all others.
Simulation::Settings preferring(Engine engine) {
  Simulation::Settings settings;
  settings.detector = "preferring";
  settings.given = [engine] {
    AutoDetector::Settings chosen;
    chosen.leastFaces = 100;
    chosen.cost = [engine](const AutoDetector::Job&, Engine other, double) { return other == engine ? 1 : 2; };
    return GivenDetector{std::make_unique<AutoDetector>(chosen), {}, {}};
  };
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
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const Engine engine{static_cast<std::uint8_t>(e)};
    INFO(AutoDetector::name(engine));
    settings.simulation = preferring(engine);
    const RunReport report = runScene(settings);
    CHECK(report.positionsHash == hash.positionsHash);
    REQUIRE(!report.chosen.empty());
    bool near = false;
    for (const RunChoice& choice : report.chosen) {
      CHECK(choice.bodyA == "knot");
      CHECK(choice.bodyB == "knot");
      if (!choice.job.asked.near || choice.job.reason == AutoDetector::Reason::Kind) continue;
      CHECK(choice.job.engine == engine);
      CHECK(choice.job.calls[e] > 10);
      near = true;
    }
    CHECK(near);
  }
}

TEST_CASE("bodies are drawn in the colours of what was chosen for them") {
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const Engine engine{static_cast<std::uint8_t>(e)};
    Simulation simulation(*findScene("knot"), preferring(engine));
    for (int step = 0; step < 40; ++step) simulation.step();
    const Drawing plain = drawScene(simulation, {}), coloured = drawScene(simulation, {}, {.engines = true});
    CHECK(plain.surfaces[0].colour != engineColour(engine));
    CHECK(coloured.surfaces[0].colour == engineColour(engine));
  }
}

TEST_CASE("Pliant's choice is the default, and small bodies are hashed without being measured") {
  CHECK(SoftCollision().getDetector()->name() == "auto");
  const RunReport report = runFor("impact50", "auto", 10);
  CHECK(report.chosen.empty());
  CHECK(report.positionsHash == runFor("impact50", "spatial-hash", 10).positionsHash);
}
