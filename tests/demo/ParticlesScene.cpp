// Particles that bounce off a body that deforms (Heidelberger 2003, figure 11).
#include <pliant/models/ParticleFall.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>

#include <algorithm>

using namespace pliant;

namespace {

std::size_t insideParticles(const Simulation& simulation) {
  const Verdict verdict = simulation.judge();
  return static_cast<std::size_t>(std::count_if(verdict.inside.begin(), verdict.inside.end(),
                                                [](const Verdict::Inside& inside) { return inside.body == 1; }));
}

}  // namespace

TEST_CASE("a particle that is found inside is put onto the surface, and its velocity turns outwards") {
  models::ParticleFall fall(true, Real(1e-3));
  const auto frame = [&](int number) {
    fall.deform(number);
    fall.moveParticles();
    fall.detect();
    const std::size_t before = fall.inside();
    fall.respond();
    fall.detect();
    return std::pair(before, fall.inside());
  };
  const auto [manyBefore, manyAfter] = frame(0);
  CHECK(manyBefore > 1000);  // at the start particles are everywhere
  CHECK(manyAfter < manyBefore / 50);
  CHECK(static_cast<std::size_t>(std::count(fall.sinceContact().begin(), fall.sinceContact().end(), 0)) == manyBefore);
  std::size_t before = 0, after = 0;
  for (int number = 1; number <= 20; ++number) {
    const auto [found, left] = frame(number);
    before += found;
    after += left;
  }
  CHECK(before > 100);
  CHECK(after < before / 20);
}

TEST_CASE("scene particles: none is left inside, those that touched are red and the others grey") {
  Simulation simulation(*findScene("particles"), {.detector = "none"});
  CHECK(insideParticles(simulation) < 20);
  for (int step = 0; step < 25; ++step) simulation.step();
  CHECK(insideParticles(simulation) < 20);
  const std::vector<std::uint8_t> touched = simulation.scene().touched(1);
  REQUIRE(touched.size() == 20'000);
  const auto red = std::count(touched.begin(), touched.end(), 1);
  CHECK(red > 100);
  CHECK(red < 10'000);
  CHECK(simulation.scene().touched(0).empty());
  const Drawing drawing = drawScene(simulation, {}, parseOverlay("none"));
  REQUIRE(drawing.points.size() == touched.size());
  const Colour first =
      drawing.points[static_cast<std::size_t>(std::find(touched.begin(), touched.end(), 1) - touched.begin())].colour;
  CHECK(first[0] > 5 * first[1]);
  // A legend tells particles that touched from those inside.
  CHECK(drawing.particles.find("touched") != std::string::npos);
  CHECK(drawing.particles.find("are in one") == std::string::npos);
  CHECK(drawScene(simulation, {}, parseOverlay("inside")).particles.find("are in one") != std::string::npos);
  for (std::size_t v = 0; v < touched.size(); ++v) REQUIRE((drawing.points[v].colour == first) == (touched[v] == 1));
}

TEST_CASE("a run of the particles reports how many are inside before and after the response") {
  const RunReport report =
      runScene({.scene = "particles", .simulation = {.detector = "ldi-software"}, .steps = 20, .checkEvery = 10});
  REQUIRE(report.ended == RunEnd::Done);
  const auto at = std::find_if(report.figures.begin(), report.figures.end(),
                               [](const auto& figure) { return figure.first == "inside_before_response"; });
  REQUIRE(at != report.figures.end());
  const auto& before = std::get<std::vector<double>>(at->second);
  REQUIRE(before.size() == report.checks.size());
  for (std::size_t check = 0; check < before.size(); ++check) {
    CHECK(before[check] > 10);
    CHECK(double(report.checks[check].verticesInside) < before[check] / 5);
  }
}
