// Bodies that move a little per step: the data that the hash keeps about their shapes must lose no pair.

#define HWY_WANT_AVX3_DL 1  // same value as in the kernel over clusters
#include "TetraAnswers.h"
#include "detectors/AllTargets.h"

using namespace pliant;
using namespace pliant::test;

namespace {

constexpr int kFrames = 160;

/// Rotates and shears a point over time.
void carry(Real time, Real scale, Real shift, Real* p) {
  const Real angle = Real(2) * time, c = std::cos(angle), s = std::sin(angle);
  const Real x = c * p[0] - s * p[1], y = s * p[0] + c * p[1], z = p[2] + Real(0.3) * time * p[0];
  p[0] = (x + 3 * time) * scale + shift;
  p[1] = y * scale + shift;
  p[2] = z * scale + shift;
}

/// Deforms a block of one cluster: first a corner passes through it, then the block is crumpled in waves.
void deform(const TetraBody& rest, int frame, Real scale, Real shift, TetraBody& body) {
  const Real time = Real(frame) / kFrames, pull = std::min(Real(1), 2 * time),
             crumple = std::max(Real(0), 2 * time - 1);
  for (std::size_t v = 0; v < rest.x.size() / 3; ++v) {
    Real p[3] = {rest.x[3 * v], rest.x[3 * v + 1], rest.x[3 * v + 2]};
    if (v == 0) {
      for (Real& x : p) x += pull * Real(2.5);
    }
    for (std::size_t a = 0; a < 3; ++a) p[a] += crumple * std::sin(Real(5 * v + 3 * a) + 4 * crumple);
    carry(time, scale, shift, p);
    for (std::size_t a = 0; a < 3; ++a) body.x[3 * v + a] = p[a];
  }
}

/// Numbers of steps with and without pairs, one per half of the motion.
struct Seen {
  int with[2] = {0, 0}, without[2] = {0, 0};
};

Seen follow(Real scale, Real shift) {
  const TetraBody rest = block(2, 2, 2);
  TetraBody body = rest;
  deform(rest, 0, scale, shift, body);
  BodySet set;
  set.add(body.view());
  SpatialHash hash;
  Seen seen;
  for (int frame = 0; frame <= kFrames; ++frame) {
    deform(rest, frame, scale, shift, body);
    set.update();
    const Answer expected = askBruteForce(set);
    INFO("frame " << frame << " scale " << scale << " shift " << shift);
    REQUIRE(ask(hash, set) == expected);
    ++(expected.empty() ? seen.without : seen.with)[2 * frame > kFrames];
  }
  return seen;
}

}  // namespace

TEST_CASE("A body that slowly runs into itself is seen in the very step") {
  onAllTargets([] {
    const Seen seen = follow(1, 0);
    CHECK(seen.without[0] > 10);  // shape data is kept before the first pair
    CHECK(seen.with[0] > 10);
    CHECK(seen.with[1] > 10);
    for (const Real scale : {Real(1e-25), Real(1e-3), Real(1e3), Real(1e25)}) follow(scale, 0);
    follow(1, Real(1000));
  });
}

TEST_CASE("Vertices that come within a hair's breadth of their own body's tetrahedra and touch them are told apart") {
  // Vertex 0 of the block moves along x, from (0, 0, 0) to the plane of a face at x = 1; near this plane in steps of
  // one unit in the last place.
  TetraBody body = block(2, 1, 1);
  BodySet set;
  set.add(body.view());
  SpatialHash hash;
  int with = 0, without = 0;
  const auto step = [&](Real x) {
    body.x[0] = x;
    set.update();
    const Answer expected = askBruteForce(set);
    INFO("x " << x);
    REQUIRE(ask(hash, set) == expected);
    ++(expected.empty() ? without : with);
  };
  for (int i = 0; i <= 60; ++i) step(Real(i) / 64);
  Real x = 1;
  for (int i = 0; i < 20; ++i) x = std::nextafter(x, Real(0));
  for (int i = 0; i < 40; ++i, x = std::nextafter(x, Real(2))) step(x);
  CHECK(with > 0);
  CHECK(without > 0);
}

TEST_CASE("What is remembered of shapes does not depend on threads, nor on how often is asked") {
  constexpr std::size_t kBodies = 150;
  const TetraBody rest = block(3, 3, 3);
  std::vector<TetraBody> bodies(kBodies, rest);
  BodySet set = setOf(bodies);
  SpatialHash alone, together, crowd, often;
  Workers one, two(2), many(5);
  const auto effort = [&](SpatialHash& hash, Workers& workers) {
    Results results;
    hash.query(set, kTetraQuery, results, workers);
    return std::array{results.counters.boxTests, results.counters.candidates, results.counters.narrowTests,
                      std::uint64_t{results.vertexTetrahedron.size()}};
  };
  int changes = 0;
  std::uint64_t before = 0;
  for (int frame = 0; frame < 60; ++frame) {
    for (std::size_t b = 0; b < kBodies; ++b) {
      deform(rest, static_cast<int>(b + static_cast<std::size_t>(frame)) % kFrames, 1, Real(5 * b), bodies[b]);
    }
    set.update(two);
    alone.update(set, one);
    together.update(set, two);
    crowd.update(set, many);
    often.update(set, two);
    const auto expected = effort(alone, one);
    INFO("frame " << frame);
    REQUIRE(effort(together, two) == expected);
    REQUIRE(effort(crowd, many) == expected);
    REQUIRE(effort(often, two) == expected);
    REQUIRE(effort(often, one) == expected);
    REQUIRE(expected[3] > 0);
    changes += std::exchange(before, expected[1]) != expected[1];
  }
  CHECK(changes > 30);
}
