#include <pliant_catch.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "detectors/regularitytree/ContourCases.h"

using namespace pliant;
using namespace pliant::detail;
using contour_cases::Case;
using contour_cases::Cases;
using contour_cases::chain;
using contour_cases::kKinds;

// Runs for 30 s, or for PLIANT_FUZZ_SECONDS. Reports seed and kind of a failure.
TEST_CASE("random contours are answered as by rational arithmetic, for as long as there is time") {
  const char* const asked = std::getenv("PLIANT_FUZZ_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(asked ? std::atoi(asked) : 30);
  ContourTest test;
  int tried = 0;
  for (unsigned seed = std::random_device()(); std::chrono::steady_clock::now() < end; ++seed) {
    for (const auto kind : kKinds) {
      Cases cases(seed);
      for (int i = 0; i < 50; ++i) {
        Case c = cases.make(kind);
        const bool expected = contour_oracle::regular(c.positions, c.contour, c.direction);
        chain(c.contour);
        INFO(name(kind) << ", seed " << seed << ", case " << i);
        for (const bool quick : {false, true}) {
          test.setQuick(quick);
          REQUIRE(test.regular(c.positions, c.contour, c.direction) == expected);
        }
        ++tried;
      }
    }
  }
  CHECK(tried > 0);
}
