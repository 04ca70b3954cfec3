// Scenes whose closed bodies collide by their volumes.
#include <pliant/detectors/Results.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant_catch.h>

#include "runFor.h"

using namespace pliant;

namespace {

RunReport runOf(const std::string& scene, unsigned threads, int steps) {
  return runScene({.scene = scene,
                   .simulation = {.detector = "ldi-software", .threads = threads},
                   .steps = steps,
                   .checkEvery = steps});
}

}  // namespace

TEST_CASE("scenes through volumes: the same bits for any number of threads, and no energy from nowhere") {
  for (const auto& [scene, steps] : {std::pair("balloons", 60), std::pair("knot", 45), std::pair("overlap", 40),
                                     std::pair("mixed", 60), std::pair("tangle", 20)}) {
    INFO(scene);
    const RunReport once = runOf(scene, 1, steps);
    CHECK(once.ended == RunEnd::Done);
    CHECK(scalar(once, "worst_energy_excess") <= 0);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(runOf(scene, threads, steps).positionsHash == once.positionsHash);
  }
}

TEST_CASE("a step in which a given detector fails is told by the detector's name and the reason") {
  struct FailingLdi : LdiRenderer {
    std::string_view name() const override { return "failing"; }
    std::size_t memory() const override { return 0; }
    void render(const LdiSurface&, const LdiView&, LayeredDepthImage&, Workers&) override {
      throw Error("the context is lost");
    }
  };
  const auto given = [] {
    return GivenDetector{std::make_unique<LdiDetector>(std::make_unique<FailingLdi>()), {}, {}};
  };
  Simulation simulation(*findScene("balloons"), {.detector = "failing", .given = given});
  std::string message;
  try {
    for (int step = 0; step < 60; ++step) simulation.step();
  } catch (const DetectorFailed& error) {
    message = error.what();
  }
  CHECK(message == "failing: the context is lost");
}

TEST_CASE("a knotted tube that drops on itself shares little with itself, and less at rest") {
  Simulation simulation(*findScene("knot"), {.detector = "ldi-software"});
  Results results;
  double worst = 0, last = 0;
  int volumes = 0;
  for (int i = 0; i < 300; ++i) {
    simulation.step();
    volumes += simulation.softCollision()->getCounters().volumes;
    simulation.softCollision()->query({.selfIntersectionVolumes = true}, results);
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
