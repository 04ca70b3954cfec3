// The filters of all instruction sets that the machine supports leave the same pairs.

#define HWY_WANT_AVX3_DL 1  // same value as in the kernel over clusters
#include <hwy/targets.h>
#include <pliant_catch.h>

#include "TetraAnswers.h"

using namespace pliant;
using namespace pliant::test;

TEST_CASE("Every instruction set of this machine finds the brute-force set") {
  const auto targets = hwy::SupportedAndGeneratedTargets();
  REQUIRE_FALSE(targets.empty());
  Workers workers;
  for (const std::int64_t target : targets) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    INFO("target " << hwy::TargetName(target));
    std::mt19937 random(11);
    for (unsigned round = 0; round < 150; ++round) {
      std::vector<TetraBody> bodies{gridBody(random, 4, 24, 40), softBody(random, 4, 60, 90), block(3, 3, 2)};
      const Real scales[] = {1, Real(1e-25), Real(1e25), 1};
      for (TetraBody& body : bodies) transform(body, scales[round % 4], round % 4 == 3 ? Real(1000) : Real(0));
      const BodySet set = setOf(bodies);
      const Answer expected = askBruteForce(set);
      for (const auto layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
        SpatialHash::Settings settings;
        settings.layout = layout;
        settings.hash = static_cast<SpatialHash::Hash>(round % 3);
        settings.tableSize = round % 2 ? 97 : 0;
        SpatialHash hash(settings);
        REQUIRE(ask(hash, set, workers) == expected);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}
