// ContourCache: find() returns the loops that were stored under the same key, or none.

#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "regularitytree/ContourLoops.h"

using namespace pliant;
using detail::ContourCache;
using detail::ContourEdge;
using detail::ContourLoopList;
using detail::ContourLoops;

namespace {

/// One loop of `edges` edges, identified by its first vertex.
struct Loop {
  ContourLoopList list;

  Loop(Index first, Index edges) {
    std::vector<ContourEdge> all;
    for (Index i = 0; i < edges; ++i) all.push_back({first + i, first + (i + 1) % edges});
    REQUIRE(list.assign(all));
  }
  ContourLoops loops() const { return list.loops(); }
};

bool same(const ContourLoops& a, const ContourLoops& b) {
  return std::equal(a.vertices.begin(), a.vertices.end(), b.vertices.begin(), b.vertices.end()) &&
         std::equal(a.loops.begin(), a.loops.end(), b.loops.begin(), b.loops.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && x.last == y.last; });
}

}  // namespace

TEST_CASE("edges become loops, each from a place where a block begins, or are refused") {
  ContourLoopList list;
  REQUIRE(list.assign(std::vector<ContourEdge>{{1, 2}, {2, 3}, {3, 1}, {7, 8}, {8, 7}}));
  const ContourLoops loops = list.loops();
  REQUIRE(loops.loops.size() == 2);
  for (const auto& [loop, first, edges] : {std::tuple(loops.loops[0], Index{1}, 3u), {loops.loops[1], Index{7}, 2u}}) {
    CHECK(loop.first % detail::kBlockEdges == 0);
    CHECK(loop.last == loop.first + edges);
    CHECK(loops.vertices[loop.first] == first);
    CHECK(loops.vertices[loop.last] == first);
  }
  CHECK_FALSE(list.assign(std::vector<ContourEdge>{{1, 2}, {3, 1}, {2, 3}}));
  CHECK_FALSE(list.assign(std::vector<ContourEdge>{{1, 2}, {2, 3}}));
  CHECK(list.assign({}));
  CHECK(list.loops().empty());
  std::vector<ContourEdge> many;
  for (Index i = 0; i <= ContourLoopList::kMostLoops; ++i)
    many.insert(many.end(), {{2 * i, 2 * i + 1}, {2 * i + 1, 2 * i}});
  CHECK_FALSE(list.assign(many));
}

TEST_CASE("another tree, patch or neighbour has another contour") {
  ContourCache known;
  const Loop loop(5, 100);
  CHECK(known.find({1, 2, 3}).empty());
  known.keep({1, 2, 3}, loop.loops());
  CHECK(known.find({1, 2, 3}).empty());  // no capacity is reserved yet
  known.reserve(200);
  known.keep({1, 2, 3}, loop.loops());
  CHECK(same(known.find({1, 2, 3}), loop.loops()));
  for (const ContourCache::Key& other :
       {ContourCache::Key{2, 2, 3}, ContourCache::Key{1, 3, 3}, ContourCache::Key{1, 2, 4}, ContourCache::Key{1, 3, 2}})
    CHECK(known.find(other).empty());
}

TEST_CASE(
    "however many are kept: what is found is right, nothing grows, and the last one is there unless it is short") {
  std::mt19937 random(3);
  ContourCache known;
  known.reserve(300);
  const std::size_t memory = known.memory();
  std::size_t found = 0;
  const auto keyOf = [](Index i) { return ContourCache::Key{1 + i % 3, i, i / 2}; };
  const auto edgesOf = [](Index i) { return 20 + (i * 37) % 280; };
  for (int step = 0; step < 20000; ++step) {
    const Index i = static_cast<Index>(random() % 3000);
    if (const ContourLoops kept = known.find(keyOf(i)); !kept.empty()) {
      REQUIRE(same(kept, Loop(i, edgesOf(i)).loops()));
      ++found;
      continue;
    }
    const Loop loop(i, edgesOf(i));
    known.keep(keyOf(i), loop.loops());
    const bool isShort = loop.loops().vertices.size() < 64;
    REQUIRE(known.find(keyOf(i)).empty() == isShort);
  }
  CHECK(found > 100);
  CHECK(known.memory() == memory);
  known.keep({9, 9, 9}, Loop(0, 100'000).loops());  // longer than the whole capacity
  CHECK(known.find({9, 9, 9}).empty());
}
