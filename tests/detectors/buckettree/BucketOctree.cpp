// BucketOctree finds exactly the pairs of an all-pairs test, for several primitive types and all settings.

#include <pliant/detectors/Error.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant_catch.h>

#include <limits>
#include <random>

#include "BucketCases.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using test::HandlePairs;

namespace {

template <std::size_t Corners>
void fill(BucketOctree<ElementPrimitive<Corners>>& tree, const PositionsView& view,
          const std::vector<std::array<Index, Corners>>& elements) {
  for (const auto& corners : elements) tree.insert({&view, corners});
}

template <std::size_t Corners>
std::vector<std::array<Index, Corners>> random(std::mt19937& generator, std::size_t vertices, std::size_t count) {
  std::uniform_int_distribution<std::size_t> first(0, vertices - 1);
  std::vector<std::array<Index, Corners>> elements(count);
  for (auto& corners : elements) {
    const std::size_t near = first(generator);
    // Most elements are small: vertices of one triangle of the soup are near each other.
    for (Index& corner : corners)
      corner = static_cast<Index>(generator() % 12 ? std::min(vertices - 1, near / 3 * 3 + generator() % 3)
                                                   : first(generator));
  }
  return elements;
}

/// Compares all settings with the all-pairs test in each frame. Returns the number of pairs.
template <std::size_t A, std::size_t B>
std::size_t compare(std::vector<Body> frames, const std::vector<std::array<Index, A>>& a,
                    const std::vector<std::array<Index, B>>& b) {
  std::vector<HandlePairs> between(frames.size()), within(frames.size());
  Body now = frames.front();
  PositionsView view{now.x.data(), now.vertices()};
  std::size_t found = 0;
  for (const BucketSettings& settings : test::allBucketSettings()) {
    INFO(test::described(settings));
    BucketOctree<ElementPrimitive<A>> treeA(settings);
    BucketOctree<ElementPrimitive<B>> treeB(settings);
    fill(treeA, view, a);
    fill(treeB, view, b);
    for (std::size_t f = 0; f < frames.size(); ++f) {
      std::copy(frames[f].x.begin(), frames[f].x.end(), now.x.begin());
      treeA.update();
      treeB.update();
      if (between[f].empty() && within[f].empty()) {
        between[f] = test::everyPairBetween(treeA, treeB, treeA.size(), treeB.size());
        within[f] = test::everyPairWithin(treeA, treeA.size());
        found += between[f].size() + within[f].size();
      }
      REQUIRE(test::pairsBetween(treeA, treeB) == between[f]);
      REQUIRE(test::pairsWithin(treeA) == within[f]);
    }
  }
  return found;
}

template <std::size_t Corners>
std::vector<std::array<Index, Corners>> eachVertex(std::size_t count) {
  std::vector<std::array<Index, Corners>> elements(count);
  for (std::size_t i = 0; i < count; ++i) elements[i].fill(static_cast<Index>(i));
  return elements;
}

}  // namespace

TEST_CASE("vertices, triangles and tetrahedra of random soups, still and moving") {
  std::mt19937 generator(51);
  std::size_t found = 0;
  for (int run = 0; run < 12; ++run) {
    Body body = meshes::soup(generator, 240, 1, 0.02 * (1 + run % 4));
    std::vector<Body> frames{body};
    for (int f = 0; f < 4; ++f) {
      meshes::move(body, generator, f == 2 ? 0.5 : 0.003);
      frames.push_back(body);
    }
    const std::size_t count = body.vertices();
    found += compare<3, 1>(frames, random<3>(generator, count, 120), random<1>(generator, count, 60));
    found += compare<3, 4>(frames, random<3>(generator, count, 90), random<4>(generator, count, 50));
  }
  CHECK(found > 10000);
}

TEST_CASE("a lattice, where equal places and touching boxes are the rule") {
  std::mt19937 generator(53);
  std::size_t found = 0;
  for (int run = 0; run < 40; ++run) {
    Body body;
    for (int i = 0; i < 60; ++i)
      body.point(double(generator() % std::size_t(1 + run % 5)), double(generator() % 4), double(generator() % 3));
    found += compare<3, 2>({body}, random<3>(generator, 60, 30), random<2>(generator, 60, 30));
  }
  CHECK(found > 10000);
}

TEST_CASE("none, one, two, and all at one place") {
  const Body one = meshes::surface({{1, 2, 3}});
  CHECK(compare<1, 1>({one}, {}, {}) == 0);
  CHECK(compare<1, 1>({one}, {{0}}, {}) == 0);
  CHECK(compare<1, 1>({one}, {{0}}, {{0}}) == 1);
  const std::vector<std::array<Index, 1>> same(100, {0});
  CHECK(compare<1, 1>({one}, same, same) == 100 * 100 + 100 * 99 / 2);
  const Body two = meshes::surface({{0, 0, 0}, {1, 1, 1}});
  CHECK(compare<1, 1>({two}, eachVertex<1>(2), eachVertex<1>(2)) == 2);
}

TEST_CASE("flat objects: a cloth in a plane, points on a line") {
  std::mt19937 generator(55);
  for (const int axis : {0, 1, 2}) {
    Body cloth = meshes::sheet(14);
    for (std::size_t i = 0; i < cloth.x.size(); i += 3) std::swap(cloth.x[i + 2], cloth.x[i + std::size_t(axis)]);
    CHECK(compare<3, 1>({cloth}, cloth.triangles(), eachVertex<1>(cloth.vertices())) > 2000);
    Body line;
    for (int i = 0; i < 100; ++i) {
      std::array<double, 3> p{5, 5, 5};
      p[std::size_t(axis)] = double(generator() % 40);
      line.point(p[0], p[1], p[2]);
    }
    CHECK(compare<1, 2>({line}, eachVertex<1>(100), random<2>(generator, 100, 30)) > 100);
  }
}

TEST_CASE("hostile places: not numbers, infinite, the largest and the smallest there are") {
  constexpr Real most = std::numeric_limits<Real>::max(), inf = std::numeric_limits<Real>::infinity(),
                 nan = std::numeric_limits<Real>::quiet_NaN(), least = std::numeric_limits<Real>::denorm_min();
  std::mt19937 generator(57);
  for (const std::vector<Real>& odd : {std::vector<Real>{most, -most, 0, 1},
                                       {inf, -inf, 0, most},
                                       {nan, 0, 1, 2},
                                       {nan, inf, -inf, -most},
                                       {0, least, -least, 7 * least}}) {
    Body body;
    for (int i = 0; i < 240; ++i) body.x.push_back(odd[generator() % odd.size()]);
    Body second = body;
    std::shuffle(second.x.begin(), second.x.end(), generator);
    compare<1, 2>({body, second}, eachVertex<1>(80), random<2>(generator, 80, 30));
    compare<3, 4>({body, second}, random<3>(generator, 80, 40), random<4>(generator, 80, 30));
  }
}

TEST_CASE("the paper's weakness: all but one crowded into one bucket, the last one far away") {
  std::mt19937 generator(59);
  std::normal_distribution<double> near(0, 1);
  constexpr std::size_t kCount = 4096;
  for (const double far : {1e3, 1e6, 1e12, 1e30}) {
    Body body;
    for (std::size_t i = 0; i + 1 < kCount; ++i) body.point(near(generator), near(generator), near(generator));
    body.point(far, far, far);
    PositionsView view{body.x.data(), static_cast<Index>(kCount)};
    for (const auto storage : {BucketSettings::Storage::Sparse, BucketSettings::Storage::Full}) {
      const BucketSettings settings{.storage = storage};
      const auto largest = [&](const BucketSettings& s) {
        BucketOctree<VertexPrimitive> tree(s);
        fill(tree, view, eachVertex<1>(kCount));
        tree.update();
        // The traversal within the octree finds each bucket of at least two primitives.
        Index most = 0;
        tree.forEachPairWithin([](Index, Index) {});
        for (const auto& pair : tree.descent().pairs()) most = std::max(most, tree.buckets().node(pair.a).count);
        return most;
      };
      // The paper's settings put a large part of the primitives into one bucket, and all its pairs are tested.
      CHECK(largest({.storage = storage, .levels = 4, .few = 0, .crowded = 0}) > kCount / 8);
      CHECK(largest(settings) <= settings.crowded);
      CHECK(largest({.storage = storage, .levels = 4, .few = 0, .crowded = 20}) <= 20);
    }
  }
}

TEST_CASE("clusters of clusters are divided down to the last") {
  // The distance halves from place to place, so that on every level most of the remaining places share a bucket.
  Body body;
  for (int i = 0; i < 100; ++i) body.point(std::ldexp(1.0, -i), 0, 0);
  PositionsView view{body.x.data(), 100};
  BucketOctree<VertexPrimitive> tree(BucketSettings{.few = 2, .crowded = 4});
  fill(tree, view, eachVertex<1>(100));
  tree.update();
  CHECK(tree.buckets().report().divided > 3);
  CHECK(tree.buckets().report().buckets >= 25);
  CHECK(test::pairsWithin(tree) == test::everyPairWithin(tree, 100));
}

TEST_CASE("full storage: marks tell which buckets are in use, nothing left over is visited") {
  std::mt19937 generator(61);
  Body body = meshes::soup(generator, 900, 1, 0.05);
  const std::vector<Real> places = body.x;
  PositionsView view{body.x.data(), body.vertices()};
  const auto with = [](BucketSettings::Storage storage) {
    return BucketSettings{.storage = storage, .levels = 4, .few = 0, .crowded = 0};
  };
  BucketOctree<VertexPrimitive> tree(with(BucketSettings::Storage::Full));
  fill(tree, view, eachVertex<1>(view.count));
  const auto inUse = [&] {
    const Buckets& buckets = tree.buckets();
    std::size_t nodes = 0, leaves = 0, primitives = 0;
    for (Index i = 0; i < (8 * 4096 - 1) / 7; ++i) {
      if (!buckets.inUse(i)) continue;
      ++nodes;
      leaves += buckets.node(i).leaf;
      if (buckets.node(i).leaf) primitives += buckets.node(i).count;
    }
    CHECK(nodes == buckets.report().nodes);
    CHECK(leaves == buckets.report().buckets);
    CHECK(primitives == tree.size());
    return std::pair(nodes, leaves);
  };
  tree.update();
  const auto spreadOut = inUse();
  CHECK(spreadOut.second > 200);
  // A second update without motion gives the same nodes.
  tree.update();
  CHECK(inUse() == spreadOut);
  // All primitives move to two places. The other nodes are no longer in use, although nothing is cleared.
  for (std::size_t i = 0; i < body.x.size(); ++i) body.x[i] = i < 30 ? 1 : 0;
  tree.update();
  CHECK(inUse() == std::pair<std::size_t, std::size_t>(1 + 4 * 2, 2));
  std::size_t old = 0, never = 0;
  for (Index i = 0; i < (8 * 4096 - 1) / 7; ++i) {
    const std::uint64_t age = tree.buckets().age(i);
    CHECK((age == 0) == tree.buckets().inUse(i));
    old += age == 1;
    never += age == Buckets::kNever;
  }
  CHECK(old + 1 + 4 * 2 >= spreadOut.first);
  CHECK(old + never + 1 + 4 * 2 == (8 * 4096 - 1) / 7);
  tree.forEachPairWithin([](Index, Index) {});
  // Two nodes per level below the root are in use. The traversal visits each node only with itself.
  CHECK(tree.descent().nodesVisited() == 1 + 4 * 2);
  body.x = places;
  view.data = body.x.data();
  tree.update();
  CHECK(inUse() == spreadOut);
  // Sparse storage has the same number of buckets.
  BucketOctree<VertexPrimitive> other(with(BucketSettings::Storage::Sparse));
  fill(other, view, eachVertex<1>(view.count));
  other.update();
  CHECK(other.buckets().report().buckets == spreadOut.second);
}

TEST_CASE("primitives come and go at any time") {
  std::mt19937 generator(63);
  Body body = meshes::soup(generator, 300, 1, 0.3);
  PositionsView view{body.x.data(), body.vertices()};
  for (const BucketSettings& settings : test::allBucketSettings()) {
    INFO(test::described(settings));
    BucketOctree<TrianglePrimitive> tree(settings);
    Index most = 0;
    std::size_t seen = 0;
    for (int step = 0; step < 25; ++step) {
      std::normal_distribution<Real> motion(0, Real(0.01));
      for (Real& x : body.x) x += motion(generator);
      for (const auto& corners : random<3>(generator, view.count, generator() % 9)) {
        const Index handle = tree.insert({&view, corners});
        REQUIRE(tree.contains(handle));
        most = std::max(most, handle + 1);
      }
      // Inserted primitives are in no bucket until the update.
      for (const auto& [a, b] : test::pairsWithin(tree)) REQUIRE((tree.inBuckets(a) && tree.inBuckets(b)));
      tree.update();
      REQUIRE(test::pairsWithin(tree) == test::everyPairWithin(tree, most));
      for (Index handle = 0; handle < most; ++handle)
        if (tree.contains(handle) && generator() % (step == 20 ? 1 : 8) == 0) tree.remove(handle);
      // Removed primitives are excluded at once, without an update.
      const HandlePairs left = test::pairsWithin(tree);
      REQUIRE(left == test::everyPairWithin(tree, most));
      seen += left.size();
    }
    REQUIRE(seen > 100);
  }
}

TEST_CASE("only what lies in a region takes part, where one is given") {
  std::mt19937 generator(65);
  const Body body = meshes::soup(generator, 600, 1, 0.1);
  const PositionsView view{body.x.data(), body.vertices()};
  const Box region{{0, 0, Real(-0.2)}, {Real(0.4), 1, Real(0.3)}};
  for (const BucketSettings& settings : test::allBucketSettings()) {
    INFO(test::described(settings));
    BucketOctree<TrianglePrimitive> tree(settings);
    fill(tree, view, random<3>(generator, view.count, 150));
    for (const bool whole : {false, true, false}) {
      if (whole)
        tree.update();
      else
        tree.update(region);
      HandlePairs expected;
      for (const auto& [a, b] : test::everyPairWithin(tree, tree.size()))
        if (whole || (overlap(tree[a].extent(), region) && overlap(tree[b].extent(), region)))
          expected.emplace_back(a, b);
      REQUIRE(expected.size() > 10);
      REQUIRE(test::pairsWithin(tree) == expected);
      REQUIRE((tree.buckets().report().primitives == tree.size()) == whole);
    }
  }
}

TEST_CASE("a primitive of one's own: spheres") {
  struct Sphere {
    std::array<Real, 3> centre;
    Real radius;
    std::array<Real, 3> place() const { return centre; }
    Box extent() const {
      Box box{centre, centre};
      for (std::size_t k = 0; k < 3; ++k) box.min[k] -= radius, box.max[k] += radius;
      return box;
    }
  };
  std::mt19937 generator(67);
  std::uniform_real_distribution<Real> place(-1, 1), radius(0, Real(0.2));
  BucketOctree<Sphere> tree;
  for (int i = 0; i < 400; ++i)
    tree.insert({{place(generator), place(generator), place(generator)}, radius(generator)});
  tree.update();
  const HandlePairs pairs = test::pairsWithin(tree);
  CHECK(pairs.size() > 100);
  CHECK(pairs == test::everyPairWithin(tree, 400));
}

TEST_CASE("levels follow the number of primitives, and too many are refused") {
  std::mt19937 generator(69);
  unsigned last = 0;
  for (const std::size_t count : {10u, 100u, 1000u, 10000u, 100000u}) {
    const Body body = meshes::soup(generator, count, 1, 0.1);
    const PositionsView view{body.x.data(), static_cast<Index>(count)};
    BucketOctree<VertexPrimitive> tree;
    fill(tree, view, eachVertex<1>(count));
    tree.update();
    CHECK(tree.buckets().report().levels > last);
    last = tree.buckets().report().levels;
  }
  using Storage = BucketSettings::Storage;
  BucketOctree<VertexPrimitive> tree(BucketSettings{.levels = kMostBucketLevels});
  CHECK_THROWS_AS(tree.setSettings({.storage = Storage::Full, .levels = kMostBucketLevels}), Error);
  CHECK_THROWS_AS(Buckets({.storage = Storage::Sparse, .levels = kMostBucketLevels + 1}), Error);
}
