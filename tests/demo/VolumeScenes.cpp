// Scenes whose closed bodies collide by their volumes.
#include <pliant/detectors/Results.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>

using namespace pliant;

namespace {

RunReport runOf(const std::string& scene, unsigned threads, int steps) {
  RunSettings settings;
  settings.scene = scene;
  settings.simulation.detector = "ldi-software";
  settings.simulation.threads = threads;
  settings.steps = steps;
  settings.checkEvery = steps;
  return runScene(settings);
}

double figure(const RunReport& report, const std::string& name) {
  for (const auto& [key, value] : report.figures) {
    if (key == name) return std::get<double>(value);
  }
  return std::nan("");
}

}  // namespace

TEST_CASE("scenes through volumes: the same bits for any number of threads, and no energy from nowhere") {
  for (const auto& [scene, steps] : {std::pair("balloons", 60), std::pair("knot", 45), std::pair("overlap", 40),
                                     std::pair("mixed", 60), std::pair("tangle", 20)}) {
    INFO(scene);
    const RunReport once = runOf(scene, 1, steps);
    CHECK(once.ended == RunEnd::Done);
    CHECK(figure(once, "worst_energy_excess") <= 0);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(runOf(scene, threads, steps).positionsHash == once.positionsHash);
  }
}

TEST_CASE("a knotted tube that drops on itself shares little with itself, and less at rest") {
  Simulation::Settings settings;
  settings.detector = "ldi-software";
  const SceneEntry* const entry = findScene("knot");
  REQUIRE(entry != nullptr);
  Simulation simulation(*entry, settings);
  Query query;
  query.selfIntersectionVolumes = true;
  Results results;
  double worst = 0, last = 0;
  int volumes = 0;
  for (int i = 0; i < 300; ++i) {
    simulation.step();
    volumes += simulation.softCollision()->getCounters().volumes;
    simulation.softCollision()->query(query, results);
    last = results.selfIntersectionVolumes.empty() ? 0 : results.selfIntersectionVolumes[0].volume;
    worst = std::max(worst, last);
  }
  // A pixel is half a mean edge, 0.045; the tube is 0.24 wide. Measured: 26 to 52 and 8 to 12 cubic pixels.
  constexpr double pixel = 0.045;
  CAPTURE(worst / (pixel * pixel * pixel), last / (pixel * pixel * pixel), volumes);
  CHECK(volumes > 0);
  CHECK(worst < 0.006);
  CHECK(last < 0.0013);
}
