// The load of the hash table, compared with a count by the paper's formula.

#include <pliant/detectors/SpatialHash.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "TetraAnswers.h"

using namespace pliant;
using namespace pliant::test;

namespace {

using Cell = std::array<std::int32_t, 3>;

/// Returns the sum or the xor of i·p1, j·p2 and k·p3, mod n (Teschner 2003, 4.1).
std::uint32_t bucketOf(const Cell& c, std::uint32_t n, SpatialHash::Hash hash) {
  constexpr std::uint32_t kPrimes[] = {73856093, 19349663, 83492791};
  std::uint32_t mixed = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t term = static_cast<std::uint32_t>(c[k]) * kPrimes[k];
    mixed = hash == SpatialHash::Hash::Additive ? mixed + term : mixed ^ term;
  }
  return mixed % n;
}

void checkLoad(const BodySet& set, const SpatialHash::Settings& settings) {
  INFO(settings.tableSize << " buckets, cells of " << settings.cellSize);
  Workers workers;
  const SpatialHash::Load load = SpatialHash(settings).load(set, workers);
  if (settings.tableSize > 0) CHECK(load.buckets == settings.tableSize);
  if (settings.cellSize > 0) CHECK(double{load.cellSize} == Approx(double{settings.cellSize}));
  CHECK(load.cellsAlong == (settings.layout == SpatialHash::Layout::Blocks ? 2 : 1));
  std::map<Cell, Index> cells;
  const Real perLength = 1 / load.cellSize;
  Index vertices = 0;
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (!set.active(body)) continue;
    for (Index v = set.vertices(body).begin; v < set.vertices(body).end; ++v, ++vertices) {
      const PackedPosition& p = set.positions()[v];
      Cell cell{};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto whole = static_cast<std::int32_t>(std::floor((&p.x)[k] * perLength));
        cell[k] = load.cellsAlong == 2 ? whole >> 1 : whole;
      }
      ++cells[cell];
    }
  }
  std::vector<Index> blocks(load.buckets, 0), inBucket(load.buckets, 0);
  for (const auto& [cell, count] : cells) {
    ++blocks[bucketOf(cell, load.buckets, settings.hash)];
    inBucket[bucketOf(cell, load.buckets, settings.hash)] += count;
  }
  CHECK(load.blocks == cells.size());
  CHECK(load.vertices == vertices);
  CHECK(load.mostVertices == *std::max_element(inBucket.begin(), inBucket.end()));
  const Index longest = *std::max_element(blocks.begin(), blocks.end());
  REQUIRE(load.bucketsWith.size() == longest + 1);
  Index sharing = 0;
  for (Index n = 0; n <= longest; ++n) {
    CHECK(load.bucketsWith[n] == std::count(blocks.begin(), blocks.end(), n));
    if (n > 1) sharing += n * load.bucketsWith[n];
  }
  CHECK(load.sharing == sharing);
}

}  // namespace

TEST_CASE("load of the hash table: what counting by the paper's formula gives") {
  std::mt19937 random(3);
  std::vector<TetraBody> bodies;
  for (int b = 0; b < 3; ++b) bodies.push_back(softBody(random, 2, 300, 700));
  const BodySet set = setOf(bodies);
  for (const auto layout : {SpatialHash::Layout::SingleCells, SpatialHash::Layout::Blocks})
    for (const Index tableSize : {1u, 7u, 64u, 99u, 1024u})
      for (const Real cellSize : {Real(0.25), Real(0.5), Real(4)})
        for (const auto hash : {SpatialHash::Hash::Xor, SpatialHash::Hash::Additive})
          checkLoad(set, {.hash = hash, .layout = layout, .tableSize = tableSize, .cellSize = cellSize});
  Workers workers;
  const SpatialHash::Load own = SpatialHash().load(set, workers);
  CHECK(double{own.cellSize} == Approx(1.5 * double{set.meanEdgeLength()}));
  CHECK(own.buckets == 512);  // for 900 vertices
}

TEST_CASE("load of the hash table: asking changes nothing, and there is none of an empty set") {
  Workers workers, two(2);
  const SpatialHash::Load none = SpatialHash().load(BodySet(), workers);
  CHECK(none.blocks == 0);
  CHECK(none.vertices == 0);
  CHECK(none.bucketsWith == std::vector<Index>{none.buckets});
  std::mt19937 random(5);
  const std::vector<TetraBody> bodies{softBody(random, 2, 6000, 9000), softBody(random, 2, 40, 90)};
  const BodySet set = setOf(bodies);
  SpatialHash hash;
  const Answer before = ask(hash, set, workers);
  const std::size_t memory = hash.memory();
  const SpatialHash::Load load = hash.load(set, workers), again = hash.load(set, two);
  CHECK(load.vertices == 6040);
  CHECK(again.bucketsWith == load.bucketsWith);
  CHECK(again.mostVertices == load.mostVertices);
  CHECK(hash.memory() == memory);
  CHECK(!before.empty());
  CHECK(ask(hash, set, workers) == before);
}
