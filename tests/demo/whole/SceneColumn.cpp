// A column of cubes with the weight of many on few, at a margin at which stock Bullet keeps them separated.
#include <pliant_catch.h>

#include <cmath>

#include "../runFor.h"

using namespace pliant;

TEST_CASE("a column of sixteen cubes stands as high as under stock Bullet, and clean") {
  const auto stand = [](const char* detector) { return runFor("column", detector, 500, {.margin = 0.1}, 500); };
  const RunReport stock = stand("bullet"), ours = stand("spatial-hash");
  CHECK(ours.checks.back().pairsBetween == 0);
  CHECK(ours.checks.back().pairsSelf == 0);
  CHECK(ours.checks.back().verticesInside == 0);
  const auto last = [](const RunReport& report, const char* name) { return series(report, name).back(); };
  for (const auto& [name, tolerance] : {std::pair("mean_height", 0.05), std::pair("extent_y", 0.02)}) {
    CAPTURE(name, last(ours, name), last(stock, name));
    CHECK(std::abs(last(ours, name) - last(stock, name)) < tolerance * last(stock, name));
  }
  CHECK(last(ours, "mean_stretch") < last(stock, "mean_stretch") + 0.005);
}
