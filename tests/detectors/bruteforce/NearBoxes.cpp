#include "bruteforce/nearBoxes.h"

#include <pliant_catch.h>

#include <array>
#include <limits>
#include <random>
#include <vector>

#include "detectors/AllTargets.h"

using namespace pliant;

TEST_CASE("boxes near one are those that a plain comparison finds, with any instruction set") {
  std::mt19937 random(7);
  constexpr std::size_t count = 2 * detail::kBoxBlock;
  constexpr Real inf = std::numeric_limits<Real>::infinity();
  // Boxes on a grid, so that many gaps equal the limit. Some boxes are empty. The padding is near many boxes.
  std::array<std::vector<Real>, 6> bounds;
  for (auto& bound : bounds) bound.resize(count + detail::kBoxPad, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const bool empty = i % 17 == 0;
      const auto low = static_cast<Real>(random() % 12), size = static_cast<Real>(random() % 3);
      bounds[k][i] = empty ? inf : low;
      bounds[3 + k][i] = empty ? -inf : low + size;
    }
  const Real* rows[6];
  for (std::size_t k = 0; k < 6; ++k) rows[k] = bounds[k].data();
  test::onAllTargets([&] {
    std::mt19937 choices(8);
    int wrong = 0, near = 0, apart = 0;
    for (int query = 0; query < 400; ++query) {
      const std::size_t size = choices() % (detail::kBoxBlock + 1), begin = choices() % (count - size + 1);
      const auto limit = static_cast<Real>(choices() % 3);
      std::array<Real, 3> min, max;
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = static_cast<Real>(choices() % 12);
        max[k] = min[k] + static_cast<Real>(choices() % 3);
      }
      std::array<std::uint64_t, detail::kBoxBlock / 64> bits;
      bits.fill(~std::uint64_t{0});
      detail::nearBoxes(rows, begin, size, min.data(), max.data(), limit, bits.data());
      for (std::size_t j = 0; j < detail::kBoxBlock; ++j) {
        bool expected = j < size;
        for (std::size_t k = 0; k < 3 && expected; ++k)
          expected = bounds[k][begin + j] - max[k] <= limit && min[k] - bounds[3 + k][begin + j] <= limit;
        const bool found = (bits[j / 64] >> (j % 64) & 1) != 0;
        wrong += found != expected;
        (found ? near : apart) += 1;
      }
    }
    CHECK(wrong == 0);
    CHECK(near > 1000);
    CHECK(apart > 1000);
  });
}
