#include "surfaces/boxPairs.h"

#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <vector>

#include "detectors/AllTargets.h"

using namespace pliant::detail::surface;

namespace {

/// Random boxes of elements. Corners are drawn from 61 vertices, so that many elements share one.
struct Elements {
  std::vector<float> bound[6];
  std::vector<std::uint32_t> id, corner[3];
  int rows;

  Elements(std::mt19937& random, std::size_t count, int cornerRows, float place, float size) : rows(cornerRows) {
    std::uniform_real_distribution<float> any(0, 1);
    std::uniform_int_distribution<std::uint32_t> vertex(0, 60);
    for (std::size_t i = 0; i < count + kPad; ++i) {
      const bool real = i < count;
      for (int k = 0; k < 3; ++k) {
        const float low = place + any(random);
        bound[k].push_back(real ? low : 0);  // padding past the last box must not be found
        bound[3 + k].push_back(real ? low + size * any(random) : 2);
      }
      id.push_back(static_cast<std::uint32_t>(3 * i + 1));
      for (int c = 0; c < rows; ++c) corner[c].push_back(vertex(random));
    }
  }
  ElementBoxes view() const {
    ElementBoxes boxes;
    for (int k = 0; k < 6; ++k) boxes.boxes.bound[k] = bound[k].data();
    for (int c = 0; c < rows; ++c) boxes.corner[c] = corner[c].data();
    boxes.id = id.data();
    boxes.count = id.size() - kPad;
    return boxes;
  }
  bool meets(std::size_t i, const Elements& other, std::size_t j) const {
    for (int k = 0; k < 3; ++k)
      if (bound[k][i] > other.bound[3 + k][j] || other.bound[k][j] > bound[3 + k][i]) return false;
    return true;
  }
  bool shares(std::size_t i, const Elements& other, std::size_t j) const {
    for (int c = 0; c < rows; ++c)
      for (int e = 0; e < other.rows; ++e)
        if (corner[c][i] == other.corner[e][j]) return true;
    return false;
  }
};

/// Sets the region to the intersection of the boxes around both runs.
void setRegion(RunPair& run, const Elements& stored, const Elements& walkers) {
  for (int k = 0; k < 3; ++k) {
    const auto least = [&](const Elements& e, std::size_t from, std::size_t to) {
      return from < to ? *std::min_element(e.bound[k].data() + from, e.bound[k].data() + to) : 0;
    };
    const auto most = [&](const Elements& e, std::size_t from, std::size_t to) {
      return from < to ? *std::max_element(e.bound[3 + k].data() + from, e.bound[3 + k].data() + to) : 0;
    };
    run.region[k] = std::max(least(walkers, run.begin, run.end), least(stored, run.first, run.last));
    run.region[3 + k] = std::min(most(walkers, run.begin, run.end), most(stored, run.first, run.last));
  }
}

/// Returns the ends of runs that cut [0, count) into random lengths; some runs are empty, some are long.
std::vector<std::uint32_t> cuts(std::mt19937& random, std::size_t count) {
  std::vector<std::uint32_t> ends = {0};
  while (ends.back() < count) {
    const std::size_t length = random() % 8 == 0 ? random() % 130 : random() % 33;
    ends.push_back(static_cast<std::uint32_t>(std::min(count, ends.back() + length)));
  }
  return ends;
}

void grow(PairBuffer& buffer, std::size_t more) {
  auto& keys = *static_cast<std::vector<std::uint64_t>*>(buffer.owner);
  keys.resize(2 * buffer.capacity + more);
  buffer.data = keys.data();
  buffer.capacity = keys.size();
}

}  // namespace

TEST_CASE("pairs of boxes are all that meet and share no corner, of runs of any length") {
  std::mt19937 random(4);
  std::size_t found = 0;
  const std::size_t sizes[] = {1, 3, 11, 12, 13, 31, 64, 255, 256, 257, 600};
  for (const std::size_t a : sizes)
    for (const std::size_t b : sizes)
      for (int turn = 0; turn < 6; ++turn) {
        const int rows = turn % 3 == 0 ? 1 : 3;
        const Elements walkers(random, a, rows, 0, 0.2f), stored(random, b, 3, 0.15f * static_cast<float>(turn), 0.1f);
        const std::size_t begin = a / 5, first = b / 7;
        const bool excludes = turn < 4;
        std::vector<std::uint64_t> expected, keys;
        for (std::size_t i = begin; i < a; ++i)
          for (std::size_t j = first; j < b; ++j)
            if (walkers.meets(i, stored, j) && !(excludes && walkers.shares(i, stored, j)))
              expected.push_back(std::uint64_t{walkers.id[i]} << 32 | stored.id[j]);
        std::sort(expected.begin(), expected.end());
        pliant::test::onAllTargets([&] {
          keys.clear();
          PairBuffer buffer{nullptr, 0, 0, &keys, &grow};
          WalkCounters counters;
          const Exclusion exclusion = !excludes   ? Exclusion::None
                                      : rows == 1 ? Exclusion::VertexFace
                                                  : Exclusion::FaceFace;
          pairBoxes(stored.view(), first, b, walkers.view(), begin, a, false, exclusion, KeyOrder::WalkerFirst, buffer,
                    counters);
          keys.resize(buffer.size);
          std::sort(keys.begin(), keys.end());
          CHECK(keys == expected);
          CHECK(counters.boxTests <= (a + 2) * (b + 2));
        });
        found += expected.size();
      }
  CHECK(found > 10000);
}

TEST_CASE("pairs of runs of boxes are all that meet and share no corner, of two bodies or one") {
  std::mt19937 random(7);
  std::size_t found = 0;
  for (int turn = 0; turn < 24; ++turn) {
    // Walkers are vertices, edges or faces. In the last cases the boxes are large, so that each meets many.
    const int walkerRows = turn % 3 + 1, storedRows = turn % 3 == 0 ? 3 : walkerRows;
    const bool own = turn % 3 > 0 && turn % 2 == 0, excludes = turn % 4 < 2;
    const float size = turn > 20 ? 1.0f : 0.2f;
    const Elements walkers(random, 40 + random() % 500, walkerRows, 0, size);
    const Elements other(random, 40 + random() % 500, storedRows, 0.1f, size);
    const Elements& stored = own ? walkers : other;
    const std::size_t walkerCount = walkers.id.size() - kPad, storedCount = stored.id.size() - kPad;
    const KeyOrder order = turn % 3 > 0    ? KeyOrder::SmallerFirst
                           : turn % 2 == 0 ? KeyOrder::WalkerFirst
                                           : KeyOrder::StoredFirst;
    const std::vector<std::uint32_t> walkerCuts = cuts(random, walkerCount),
                                     storedCuts = own ? walkerCuts : cuts(random, storedCount);
    std::vector<RunPair> runs;
    for (std::size_t i = 0; i + 1 < walkerCuts.size(); ++i)
      for (std::size_t j = own ? i : 0; j + 1 < storedCuts.size(); ++j) {
        runs.push_back({storedCuts[j], storedCuts[j + 1], walkerCuts[i], walkerCuts[i + 1], {}, own && i == j});
        setRegion(runs.back(), stored, walkers);
      }
    std::vector<std::uint64_t> expected;
    for (std::size_t i = 0; i < walkerCount; ++i)
      for (std::size_t j = own ? i + 1 : 0; j < storedCount; ++j) {
        if (!walkers.meets(i, stored, j) || (excludes && walkers.shares(i, stored, j))) continue;
        std::uint64_t first = walkers.id[i], second = stored.id[j];
        if (order == KeyOrder::StoredFirst || (order == KeyOrder::SmallerFirst && second < first))
          std::swap(first, second);
        expected.push_back(first << 32 | second);
      }
    std::sort(expected.begin(), expected.end());
    found += expected.size();
    const Exclusion exclusion = !excludes         ? Exclusion::None
                                : walkerRows == 1 ? Exclusion::VertexFace
                                : walkerRows == 2 ? Exclusion::EdgeEdge
                                                  : Exclusion::FaceFace;
    pliant::test::onAllTargets([&] {
      std::vector<std::uint64_t> keys;
      PairBuffer buffer{nullptr, 0, 0, &keys, &grow};
      WalkCounters counters;
      pairRuns(runs.data(), runs.size(), stored.view(), walkers.view(), exclusion, order, buffer, counters);
      keys.resize(buffer.size);
      std::sort(keys.begin(), keys.end());
      CHECK(keys == expected);
      CHECK(counters.boxTests > 0);
    });
  }
  CHECK(found > 50000);
}
