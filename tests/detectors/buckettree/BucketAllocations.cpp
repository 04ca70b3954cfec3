// A bucket tree does not allocate after it has held its largest number of primitives, while primitives move, are
// inserted and removed.

#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>
#include <pliant_share.h>

#include <random>

#include "BucketCases.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;

TEST_CASE("a warm bucket tree allocates nothing") {
  std::mt19937 random(71);
  meshes::Body body = meshes::soup(random, 1200, 1, 0.1);
  const PositionsView view{body.x.data(), body.vertices()};
  int setting = 0;
  for (const BucketSettings& settings : test::allBucketSettings()) {
    if (!share::takes(setting++, 4)) continue;
    BucketOctree<TrianglePrimitive> a(settings), b(settings);
    for (Index v = 0; v + 2 < view.count; v += 3) a.insert({&view, {v, v + 1, v + 2}});
    for (Index v = 0; v + 2 < view.count; v += 6) b.insert({&view, {v, v + 1, v + 2}});
    std::size_t pairs = 0;
    const std::vector<Real> places = body.x;
    const auto run = [&] {
      std::mt19937 motions(72);
      std::copy(places.begin(), places.end(), body.x.begin());
      for (Index frame = 0; frame < 12; ++frame) {
        std::uniform_real_distribution<Real> motion(-1, 1);
        const Real amount = frame % 3 ? Real(0.01) : Real(0.5);
        for (Real& x : body.x) x = std::clamp(x + amount * motion(motions), Real(-2), Real(2));
        a.remove(frame);
        a.update();
        b.update();
        a.forEachPair(b, [&](Index, Index) { ++pairs; });
        a.forEachPairWithin([&](Index, Index) { ++pairs; });
        a.insert({&view, {3 * frame, 3 * frame + 1, 3 * frame + 2}});
      }
    };
    run();
    run();
    const long before = allocations::count();
    run();
    const long after = allocations::count();
    INFO(test::described(settings));
    if (allocations::counted) CHECK(after == before);
    CHECK(pairs > 0);
  }
}
