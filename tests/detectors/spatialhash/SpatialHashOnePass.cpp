// The one-pass variant (Teschner 2003, 7): several threads fill its table, in parts that grow.

#include <pliant_catch.h>

#include <optional>
#include <random>
#include <vector>

#include "TetraAnswers.h"
#include "detectors/SameAnswers.h"

using namespace pliant;
using namespace pliant::test;

namespace {

/// Plates that intersect each other, with enough tetrahedra for several chunks and parts.
struct Plates {
  Plates() {
    for (int b = 0; b < 4; ++b) bodies.push_back(block(12, 8, 2));
    rest = bodies;
    for (const TetraBody& body : bodies) set.add(body.view());
    place(Real(0.7));
  }
  void place(Real apart) {
    std::mt19937 random(7);
    std::uniform_real_distribution<Real> jitter(Real(-0.2), Real(0.2));
    for (std::size_t b = 0; b < bodies.size(); ++b)
      for (std::size_t c = 0; c < bodies[b].x.size(); ++c)
        bodies[b].x[c] = rest[b].x[c] + apart * Real(b) + jitter(random);
    set.update();
  }

  std::vector<TetraBody> bodies, rest;
  BodySet set;
};

bool sameEffort(const Counters& a, const Counters& b) {
  return a.candidates == b.candidates && a.cellsVisited == b.cellsVisited && a.hashCollisions == b.hashCollisions &&
         a.boxTests == b.boxTests && a.narrowTests == b.narrowTests;
}

}  // namespace

TEST_CASE("One pass finds the same with the same effort for any number of threads, in any table") {
  Plates plates;
  REQUIRE(plates.set.tetrahedra().size() > 3000);
  SpatialHash twoPasses;
  const Results expected = answersOf(twoPasses, plates.set, kTetraQuery);
  REQUIRE(expected.vertexTetrahedron.size() > 1000);
  for (const SpatialHash::Layout layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
    // 1: all cells are in one part; 99: parts are uneven; 4999: a prime; 0: the default.
    for (const Index tableSize : {1u, 99u, 4999u, 0u}) {
      // 0: the default; 0.3: more single cells than a table holds.
      for (const Real cellSize : {Real(0), Real(0.3)}) {
        if (tableSize == 1 && cellSize > 0) continue;  // one chain of all cells is slow
        INFO("layout " << int(layout) << ", table " << tableSize << ", cell " << cellSize);
        std::optional<Counters> first;
        for (const unsigned threads : {1u, 2u, 3u, kMostThreads}) {
          SpatialHash hash(
              {.layout = layout, .passes = SpatialHash::Passes::One, .tableSize = tableSize, .cellSize = cellSize});
          const Results found = answersOf(hash, plates.set, kTetraQuery, threads);
          CHECK(same(found, expected));
          if (!first) first = found.counters;
          CHECK(sameEffort(found.counters, *first));
        }
      }
    }
  }
}

TEST_CASE("One pass follows bodies that take up ever more cells") {
  Plates plates;
  SpatialHash hash(
      {.layout = SpatialHash::Layout::SingleCells, .passes = SpatialHash::Passes::One, .cellSize = Real(0.4)}),
      twoPasses;
  Workers workers(2);
  std::size_t met = 0;
  for (const Real apart : {Real(0), Real(0.3), Real(1.1), Real(40), Real(0.5), Real(400)}) {
    plates.place(apart);
    const Results found = answersOf(hash, plates.set, kTetraQuery, workers);
    CHECK(same(found, answersOf(twoPasses, plates.set, kTetraQuery, workers)));
    met += found.vertexTetrahedron.size();
  }
  CHECK(met > 1000);
}

TEST_CASE("The memory of each variant, by primitive") {
  Plates plates;
  const std::size_t primitives = plates.set.positions().size() + plates.set.tetrahedra().size();
  for (const auto passes : {SpatialHash::Passes::One, SpatialHash::Passes::Two}) {
    for (const auto layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
      SpatialHash hash({.layout = layout, .passes = passes});
      answersOf(hash, plates.set, kTetraQuery);
      CHECK(hash.memory() < 160 * primitives);
      if (passes == SpatialHash::Passes::Two) CHECK(hash.memory() + plates.set.memory() < 200 * primitives);
    }
  }
}
