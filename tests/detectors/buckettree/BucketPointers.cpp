// Algorithm 2 of the bucket tree (Ganovelli 2000, 3.1): sorted arrays, and pointers to the first primitive of each
// bucket. The procedure as printed in the paper runs beside SortedAxis with checked accesses: each of its faults occurs
// here.

#include <pliant/detectors/buckettree/SortedAxis.h>
#include <pliant_catch.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace pliant;

namespace {

std::vector<Index> all(std::size_t count) {
  std::vector<Index> handles(count);
  std::iota(handles.begin(), handles.end(), Index{0});
  return handles;
}

std::vector<Real> inOrder(const SortedAxis& axis, const std::vector<Real>& keys) {
  std::vector<Real> sorted;
  for (std::size_t i = 0; i < axis.size(); ++i) sorted.push_back(keys[axis[i]]);
  return sorted;
}

/// Returns the correct pointers: the position of the first key that is not below each bucket's start.
std::vector<Index> expected(const std::vector<Real>& sorted, Real minimum, Real maximum, std::size_t buckets) {
  std::vector<Index> starts(buckets + 1, static_cast<Index>(sorted.size()));
  starts[0] = 0;
  const double low = 0.5 * double(minimum), step = (0.5 * double(maximum) - low) / double(buckets);
  if (!(step > 0)) return starts;
  for (std::size_t k = 1; k < buckets; ++k)
    starts[k] =
        static_cast<Index>(std::partition_point(sorted.begin(), sorted.end(),
                                                [&](Real key) { return 0.5 * double(key) < low + double(k) * step; }) -
                           sorted.begin());
  return starts;
}

void check(SortedAxis& axis, const std::vector<Real>& keys, std::size_t buckets,
           const std::vector<Index>& newcomers = {}, const std::vector<std::uint8_t>& gone = {}) {
  axis.sort(keys.data(), 1, gone, newcomers);
  const std::vector<Real> sorted = inOrder(axis, keys);
  REQUIRE(std::is_sorted(sorted.begin(), sorted.end()));
  for (std::size_t i = 1; i < axis.size(); ++i)
    if (sorted[i - 1] == sorted[i]) REQUIRE(axis[i - 1] < axis[i]);
  const Real low = sorted.empty() ? 0 : sorted.front(), high = sorted.empty() ? 0 : sorted.back();
  axis.follow(low, high, buckets);
  const std::vector<Index> starts(axis.starts().begin(), axis.starts().end());
  REQUIRE(starts == expected(sorted, low, high, buckets));
}

enum class Outcome { InBounds, OutOfBounds };

/// UpdateBucketPointers as printed in the paper. `places` are sorted, buckets = 2^l, `pointers` are those of the
/// previous step. The printed loop has buckets + 1 `turns`.
Outcome printed(const std::vector<Real>& places, Real minimum, Real maximum, std::size_t buckets,
                const std::vector<Index>& pointers, std::size_t turns, std::vector<long>& found) {
  const auto count = static_cast<long>(places.size()), last = static_cast<long>(buckets);
  const Real size = (maximum - minimum) / Real(buckets);
  found.clear();
  for (std::size_t i = 0; i < turns; ++i) {
    if (i >= pointers.size()) return Outcome::OutOfBounds;
    long pos = pointers[i];
    const Real threshold = Real(i) * size;
    if (pos >= count) return Outcome::OutOfBounds;
    if (places[std::size_t(pos)] > threshold) {
      do --pos;
      while (pos >= 0 && places[std::size_t(pos)] > threshold);
    } else {
      do {
        ++pos;
        if (pos < last - 1 && pos >= count) return Outcome::OutOfBounds;
      } while (pos < last - 1 && places[std::size_t(pos)] <= threshold);
    }
    found.push_back(pos);
  }
  return Outcome::InBounds;
}

}  // namespace

TEST_CASE("the box moves: thresholds begin at its minimum") {
  std::vector<Real> places(32);
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = Real(i) / 31;
  SortedAxis axis;
  check(axis, places, 8, all(32));
  const std::vector<Index> before(axis.starts().begin(), axis.starts().end() - 1);
  for (const Real away : {Real(0.01), Real(3), Real(-40), Real(1000)}) {
    std::vector<Real> moved = places;
    for (Real& x : moved) x += away;
    check(axis, moved, 8);
    CHECK(axis.moves() == 0);
    std::vector<long> found;
    CHECK((printed(moved, moved.front(), moved.back(), 8, before, 8, found) == Outcome::OutOfBounds ||
           !std::equal(found.begin(), found.end(), axis.starts().begin())));
  }
}

TEST_CASE("an array of 2^l pointers has no entry 2^l") {
  const std::vector<Real> places{0, 1, 2, 3, 4, 5, 6, 7};
  SortedAxis axis;
  check(axis, places, 4, all(8));
  CHECK(axis.starts().size() == 5);  // the last entry is the number of primitives
  CHECK(axis.starts().back() == 8);
  std::vector<long> found;
  const std::vector<Index> pointers(axis.starts().begin(), axis.starts().end() - 1);
  CHECK(printed(places, 0, 7, 4, pointers, 5, found) == Outcome::OutOfBounds);
}

TEST_CASE("pointers go to the number of primitives, not to the number of buckets") {
  // Many primitives in few buckets: a pointer is larger than 2^l.
  std::vector<Real> places(100, 0);
  for (std::size_t i = 0; i < 10; ++i) places[90 + i] = Real(90 + i);
  SortedAxis axis;
  check(axis, places, 4, all(100));
  CHECK(axis.starts()[1] == 90);
  std::vector<long> found;
  REQUIRE(printed(places, 0, 99, 4, {0, 0, 0, 0}, 4, found) == Outcome::InBounds);
  CHECK(found[1] == 3);
  // Fewer primitives than buckets, and fewer than in the previous step: the printed procedure reads past the last
  // place.
  const std::vector<Real> two{0, 1};
  SortedAxis few;
  check(few, two, 64, all(2));
  CHECK(printed(two, 0, 1, 4, {0, 30, 60, 90}, 4, found) == Outcome::OutOfBounds);
}

TEST_CASE("a pointer that walks back ends on the first primitive of its bucket, not before it") {
  const std::vector<Real> places{0, 1, 2, 3, 4, 5, 6, 7, 8};
  SortedAxis axis;
  check(axis, places, 2, all(9));
  CHECK(axis.starts()[1] == 4);
  std::vector<Real> moved{0, Real(4.5), 5, Real(5.5), 6, Real(6.5), 7, Real(7.5), 8};
  std::vector<long> found;
  REQUIRE(printed(moved, 0, 8, 2, {0, 4}, 2, found) == Outcome::InBounds);
  CHECK(found[1] == 0);
  check(axis, moved, 2);
  CHECK(axis.starts()[1] == 1);
  // All primitives are in bucket 1, so that its pointer is 0; the printed procedure finds −1.
  std::vector<Real> high{Real(4.2), Real(4.5), 5, Real(5.5), 6, Real(6.5), 7, Real(7.5), 8};
  axis.sort(high.data(), 1, {}, {});
  axis.follow(0, 8, 2);
  CHECK(axis.starts()[1] == 0);
  REQUIRE(printed(high, 0, 8, 2, {0, 1}, 2, found) == Outcome::InBounds);
  CHECK(found[1] == -1);
  // In the next step the printed procedure reads before the first place.
  CHECK(printed(high, 0, 8, 2, {0, static_cast<Index>(found[1])}, 2, found) == Outcome::OutOfBounds);
}

TEST_CASE("empty buckets, which equation 3 forgets, have the next one's pointer") {
  const std::vector<Real> places{0, 0, 10};
  SortedAxis axis;
  check(axis, places, 8, all(3));
  for (std::size_t k = 1; k < 8; ++k) CHECK(axis.starts()[k] == 2);
  std::uint32_t cells[3];
  axis.cells(cells, 1);
  CHECK(cells[0] == 0);
  CHECK(cells[1] == 0);
  CHECK(cells[2] == 7);
}

TEST_CASE("a flat box, a single primitive, none") {
  for (const std::size_t count : {0u, 1u, 5u}) {
    SortedAxis axis;
    check(axis, std::vector<Real>(count, 3), 16, all(count));
    std::vector<std::uint32_t> cells(count, 99);
    axis.cells(cells.data(), 1);
    for (const std::uint32_t cell : cells) CHECK(cell == 0);
  }
}

TEST_CASE("any motion, any number of buckets, comers and goers") {
  std::mt19937 random(41);
  std::uniform_real_distribution<Real> place(-1, 1);
  std::normal_distribution<Real> step(0, 1);
  for (int run = 0; run < 60; ++run) {
    const std::size_t count = 1 + random() % 300;
    std::vector<Real> keys(count);
    for (Real& x : keys) x = run % 3 ? place(random) : Real(int(random() % 7));
    SortedAxis axis;
    std::vector<std::uint8_t> in(count, 1);
    check(axis, keys, 8, all(count));
    for (int frame = 0; frame < 20; ++frame) {
      for (Real& x : keys) x += step(random) * (frame % 5 == 4 ? Real(10) : Real(0.01));
      std::vector<std::uint8_t> gone(count, 0);
      std::vector<Index> newcomers;
      for (Index h = 0; h < count; ++h) {
        if (random() % 10) continue;
        if (in[h])
          gone[h] = 1;
        else
          newcomers.push_back(h);
        in[h] = !in[h];
      }
      check(axis, keys, frame % 7 == 3 ? 16 : 8, newcomers, gone);
      REQUIRE(axis.size() == static_cast<std::size_t>(std::count(in.begin(), in.end(), 1)));
    }
  }
}

TEST_CASE("an order turned round costs no more than a full sort") {
  constexpr std::size_t kCount = 100'000;
  std::vector<Real> keys(kCount);
  for (std::size_t i = 0; i < kCount; ++i) keys[i] = Real(i);
  SortedAxis axis;
  check(axis, keys, 64, all(kCount));
  CHECK(axis.moves() == 0);
  std::reverse(keys.begin(), keys.end());
  check(axis, keys, 64);
  CHECK(axis.moves() == SortedAxis::kNoMoves);
  std::swap(keys[7], keys[9]);
  check(axis, keys, 64);
  CHECK(axis.moves() == 3);
}

TEST_CASE("the largest and the smallest numbers") {
  constexpr Real most = std::numeric_limits<Real>::max(), least = std::numeric_limits<Real>::denorm_min();
  SortedAxis axis;
  check(axis, {-most, most, 0, most / 2, -most / 3}, 8, all(5));
  CHECK(axis.starts()[4] == 2);
  SortedAxis tiny;
  check(tiny, {0, least, 2 * least, 300 * least}, 8, all(4));
}
