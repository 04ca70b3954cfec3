// The filters of all instruction sets that the machine supports leave the same pairs.

#define HWY_WANT_AVX3_DL 1  // same value as in the kernel over clusters
#include "TetraAnswers.h"
#include "detectors/AllTargets.h"

using namespace pliant;
using namespace pliant::test;

TEST_CASE("Every instruction set of this machine finds the brute-force set") {
  onAllTargets([] {
    std::mt19937 random(11);
    for (unsigned round = 0; round < 150; ++round) {
      std::vector<TetraBody> bodies{gridBody(random, 4, 24, 40), softBody(random, 4, 60, 90), block(3, 3, 2)};
      const Real scales[] = {1, Real(1e-25), Real(1e25), 1};
      for (TetraBody& body : bodies) transform(body, scales[round % 4], round % 4 == 3 ? Real(1000) : Real(0));
      const BodySet set = setOf(bodies);
      const Answer expected = askBruteForce(set);
      for (const auto layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
        SpatialHash hash(
            {.hash = static_cast<SpatialHash::Hash>(round % 3), .layout = layout, .tableSize = round % 2 ? 97u : 0u});
        REQUIRE(ask(hash, set) == expected);
      }
    }
  });
}
