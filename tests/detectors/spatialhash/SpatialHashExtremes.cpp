// The spatial hash with extreme sizes of bodies, cells or counts, and its memory there.

#include <pliant/detectors/Error.h>
#include <pliant_catch.h>

#include <algorithm>
#include <limits>

#include "TetraAnswers.h"

using namespace pliant;
using namespace pliant::test;

TEST_CASE("Time stamps over more updates than a stamp can count") {
  const TetraBody tetrahedron = meshes::solid({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 2, 3});
  TetraBody point{{0, 0, 0}};
  BodySet set;
  set.add(tetrahedron.view());
  set.add(point.view());
  Workers one;
  SpatialHash hash({.tableSize = 64, .cellSize = Real(0.25)});
  Results results;
  for (int step = 0; step < 150000; ++step) {
    point.x = {Real(step % 7) * Real(0.19), Real(0.1), Real(0.1)};
    set.update();
    hash.update(set, one);
    hash.query(set, kTetraQuery, results, one);
    if (results.vertexTetrahedron.size() != (step % 7 <= 4 ? 1u : 0u)) FAIL("step " << step);
  }
}

TEST_CASE("A huge box among small ones, and cells far smaller than the bodies") {
  std::mt19937 random(9);
  std::vector<TetraBody> bodies{block(6, 6, 6), softBody(random, 6, 400, 0)};
  bodies.push_back(
      meshes::solid({-1000000, -1000000, -1000000, 3000000, 0, 0, 0, 3000000, 0, 0, 0, 3000000}, {0, 1, 2, 3}));
  const BodySet set = setOf(bodies);
  Workers one;
  for (const Real cell : {Real(0), Real(0.01), Real(1e-6), Real(1e-38), Real(1e30)})
    CHECK(compareSettings(set, one, 0, 1, [&](SpatialHash::Settings& settings) { settings.cellSize = cell; }) > 500);
  SpatialHash hash;
  for (const Real bad : {Real(-1), std::numeric_limits<Real>::quiet_NaN()})
    CHECK_THROWS_AS(hash.setSettings({.cellSize = bad}), Error);
}

TEST_CASE("A hundred thousand vertices in one place") {
  TetraBody heap;
  for (Index v = 0; v < 100000; ++v) {
    for (const Real c : {Real(0.3), Real(0.3), Real(0.3)}) heap.x.push_back(c);
    if (v >= 3) heap.tetrahedra.insert(heap.tetrahedra.end(), {v - 3, v - 2, v - 1, v});
  }
  const TetraBody near = meshes::solid({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}, {0, 1, 2, 3, 1, 2, 3, 4});
  const BodySet set = setOf({heap, near});
  for (const auto layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
    SpatialHash hash({.layout = layout});
    const Answer answer = ask(hash, set);
    CHECK(answer.size() == 100000);
    CHECK(std::all_of(answer.begin(), answer.end(), [](const auto& r) { return r[0] == 0 && r[2] == 1 && r[3] == 0; }));
  }
}

TEST_CASE("Parts of one body that drifted apart since rest") {
  std::mt19937 random(10);
  std::uniform_real_distribution<Real> where(0, 30);
  TetraBody body;
  for (Index t = 0; t < 1500; ++t) {
    const TetraBody part = softBody(random, 2, 4, 1);
    for (Index c = 0; c < 4; ++c) body.tetrahedra.push_back(body.vertices() + c);
    for (Real x : part.x) body.x.push_back(x + Real(t) * Real(0.001));
  }
  BodySet set;
  set.add(body.view());
  for (Index t = 0; t < 1500; ++t) {
    const Real shift[3] = {where(random), where(random), where(random)};
    for (Index c = 0; c < 12; ++c) body.x[12 * t + c] += shift[c % 3];
  }
  set.update();
  Workers one;
  CHECK(compareSettings(set, one) > 20);
}

TEST_CASE("Tetrahedra that share few vertices, so that few fit a cluster") {
  std::mt19937 random(22);
  for (const Index vertices : {90u, 200u, 600u}) {
    const BodySet set = setOf({softBody(random, 3, vertices, 150), softBody(random, 3, vertices, 70)});
    SpatialHash hash;
    const Answer expected = askBruteForce(set);
    CHECK(!expected.empty());
    CHECK(ask(hash, set) == expected);
  }
}

TEST_CASE("A million tetrahedra, and the memory that they take") {
  std::mt19937 random(12);
  const TetraBody body = block(60, 60, 56);
  REQUIRE(body.tetrahedra.size() / 4 > 1000000);
  TetraBody bent = body;
  for (std::size_t c = 0; c < bent.x.size(); c += 3) bent.x[c + 2] += Real(0.3) * std::sin(bent.x[c]) + Real(0.45);
  const BodySet set = setOf({bent, softBody(random, 60, 3000, 0)});
  SpatialHash hash,
      other({.layout = SpatialHash::Layout::SingleCells, .insideTest = SpatialHash::InsideTest::HalfSpace});
  const Answer answer = ask(hash, set);
  CHECK(answer.size() >= 3000 * 9 / 10);
  CHECK(answer == ask(other, set));
  for (const unsigned threads : {2u, 3u, kMostThreads}) {
    Workers workers(threads);
    SpatialHash shared;
    CHECK(answer == ask(shared, set, workers));
    CHECK(answer == ask(shared, set, workers));
  }
  CHECK(hash.memory() < 200 * (set.positions().size() + set.tetrahedra().size()));
}

TEST_CASE("Memory does not grow with the space, nor with the number of bodies") {
  std::mt19937 random(13);
  std::uniform_real_distribution<Real> where(-1000000, 1000000);
  std::vector<TetraBody> bodies;
  for (int b = 0; b < 5000; ++b) {
    bodies.push_back(softBody(random, 1, 4, 1));
    const Real offset[3] = {where(random), where(random), where(random)};
    for (std::size_t c = 0; c < 12; ++c) bodies.back().x[c] += offset[c % 3];
  }
  const BodySet set = setOf(bodies);
  SpatialHash hash;
  ask(hash, set);
  // Each tetrahedron is a cluster of its own. Scalars take twice the memory in double precision.
  const std::size_t most = sizeof(Real) == 4 ? 200 : 300;
  CHECK(hash.memory() < most * (set.positions().size() + set.tetrahedra().size()));
}
