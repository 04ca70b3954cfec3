// A column of cubes with the weight of many on few, at a margin at which stock Bullet keeps them separated.
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/mechanics.h>
#include <pliant_catch.h>

#include <cmath>

using namespace pliant;

namespace {

struct Column {
  double height = 0, top = 0, stretch = 0;
  std::size_t between = 0, self = 0, inside = 0;
};

Column stand(const char* detector) {
  Simulation simulation(*findScene("column"), {.detector = detector, .options = {.margin = 0.1}});
  for (int i = 0; i < 500; ++i) simulation.step();
  const Verdict verdict = simulation.judge();
  const Mechanics mechanics = measureMechanics(simulation);
  return {mechanics.meanHeight, mechanics.extent[1], mechanics.meanStretch,
          verdict.pairsBetween, verdict.pairsSelf,   verdict.verticesInside};
}

}  // namespace

TEST_CASE("a column of sixteen cubes stands as high as under stock Bullet, and clean") {
  const Column stock = stand("bullet"), ours = stand("spatial-hash");
  CAPTURE(stock.height, ours.height, stock.top, ours.top, stock.stretch, ours.stretch);
  CHECK(ours.between == 0);
  CHECK(ours.self == 0);
  CHECK(ours.inside == 0);
  CHECK(std::abs(ours.height - stock.height) < 0.05 * stock.height);
  CHECK(std::abs(ours.top - stock.top) < 0.02 * stock.top);
  CHECK(ours.stretch < stock.stretch + 0.005);
}
