// A detector does not allocate once it has processed as much data as now, with any number of threads.

#include <pliant_allocations.h>
#include <pliant_catch.h>
#include <pliant_share.h>

#include "TetraAnswers.h"

using namespace pliant;
using namespace pliant::test;

TEST_CASE("A spatial hash that is warm allocates nothing, whatever moves where") {
  for (const unsigned threads : {1u, 2u, 3u}) {
    for (unsigned turn = 0; turn < kTurns; ++turn) {
      if (!share::takes(static_cast<int>(turn), 5)) continue;
      std::vector<TetraBody> bodies{block(6, 6, 2), block(6, 6, 2), block(4, 4, 4)};
      const std::vector<TetraBody> rest = bodies;
      BodySet set = setOf(bodies);
      Workers workers(threads);
      SpatialHash hash(settingsOfTurn(turn));
      Results results;
      std::size_t most = 0;
      const auto step = [&](Real phase, Real offset) {
        for (std::size_t b = 0; b < bodies.size(); ++b) {
          for (std::size_t c = 0; c < bodies[b].x.size(); ++c) {
            bodies[b].x[c] = rest[b].x[c] + offset * Real(b) + Real(0.2) * std::sin(phase + Real(c));
          }
        }
        set.update(workers);
        hash.update(set, workers);
        hash.query(set, kTetraQuery, results, workers);
      };
      // Warm-up: the largest overlap, the largest number of cells, and some frames for the pools of the thread library.
      for (int frame = 0; frame < 20; ++frame) {
        step(Real(frame), Real(5));
        step(Real(frame), Real(0));
        most = std::max(most, results.vertexTetrahedron.size());
      }
      REQUIRE(most > 100);
      const long before = allocations::count();
      std::size_t met = 0;
      for (int frame = 0; frame < 20; ++frame) {
        step(Real(frame) * Real(0.7), 2 + Real(frame) * Real(0.1));
        met = std::max(met, results.vertexTetrahedron.size());
      }
      const long after = allocations::count();
      INFO("turn " << turn << " threads " << threads << ", hits " << most << " then " << met);
      REQUIRE(met > 0);
      REQUIRE(met <= most);
      if (allocations::counted) CHECK(after == before);
    }
  }
}
