#include <pliant_catch.h>

#include <cmath>

#include "../runFor.h"

using namespace pliant;

TEST_CASE("a pile on rigid ground comes to rest the same way at any size") {
  double height = 0;
  for (const double scale : {1.0, 0.01, 100.0}) {
    const RunReport report = runFor("pile27", "spatial-hash", 240, {.scale = scale});
    CAPTURE(scale);
    REQUIRE(report.ended == RunEnd::Done);
    const RunCheck& last = report.checks.back();
    CHECK(last.contacts > 100);
    CHECK(last.pairsBetween == 0);
    CHECK(last.verticesInside == 0);
    const double mean = series(report, "mean_height").back() / scale;
    if (scale == 1) height = mean;
    CHECK(mean > 1);
    CHECK(std::abs(mean - height) < 0.01 * height);
  }
}
