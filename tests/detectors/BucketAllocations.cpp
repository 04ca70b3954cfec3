// No heap allocation in a bucket tree once it has met its most primitives, however they move, come and go.

#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <random>

#include "BucketCases.h"
#include "SurfaceMeshes.h"

using namespace pliant;

TEST_CASE("a warm bucket tree allocates nothing") {
  std::mt19937 random(71);
  meshes::Body body = meshes::soup(random, 1200, 1, 0.1);
  const PositionsView view{body.x.data(), static_cast<Index>(body.x.size() / 3)};
  for (const BucketSettings& settings : test::allBucketSettings()) {
    BucketOctree<TrianglePrimitive> a(settings), b(settings);
    for (Index v = 0; v + 2 < view.count; v += 3) a.insert({&view, {v, v + 1, v + 2}});
    for (Index v = 0; v + 2 < view.count; v += 6) b.insert({&view, {v, v + 1, v + 2}});
    std::size_t pairs = 0;
    const auto step = [&](Real amount) {
      std::uniform_real_distribution<Real> motion(-amount, amount);
      for (Real& x : body.x) x = std::clamp(x + motion(random), Real(-2), Real(2));
      a.update();
      b.update();
      a.forEachPair(b, [&](Index, Index) { ++pairs; });
      a.forEachPairWithin([&](Index, Index) { ++pairs; });
    };
    // All in heaps, so that there are more pairs than later.
    const std::vector<Real> places = body.x;
    for (const Real size : {Real(0.01), Real(0.1), Real(0.3), Real(0.6)}) {
      for (std::size_t i = 0; i < places.size(); ++i) body.x[i] = size * places[i];
      step(0);
    }
    body.x.assign(places.begin(), places.end());
    for (int frame = 0; frame < 6; ++frame) step(frame % 2 ? Real(0.01) : 1);
    const long before = allocations::count();
    for (int frame = 0; frame < 6; ++frame) {
      a.remove(static_cast<Index>(frame));
      step(frame % 2 ? Real(0.01) : Real(0.3));
      const Index v = 3 * static_cast<Index>(frame);
      a.insert({&view, {v, v + 1, v + 2}});
    }
    const long after = allocations::count();
    INFO(test::told(settings));
    if (allocations::counted) CHECK(after == before);
    CHECK(pairs > 0);
  }
}
