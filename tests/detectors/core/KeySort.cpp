#include "core/KeySort.h"

#include <pliant_catch.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

using pliant::detail::KeySort;

TEST_CASE("keys are sorted whatever range their halves have, few and many, in order or not") {
  std::mt19937_64 random(3);
  KeySort sorter;
  const std::uint64_t ranges[] = {1, 2, 3, 100, 4096, 70000, std::uint64_t{1} << 25, 0xffffffff};
  for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 2, 511, 512, 513, 3000, 20000})
    for (const std::uint64_t firsts : ranges)
      for (const std::uint64_t seconds : ranges) {
        std::vector<std::uint64_t> keys(count);
        for (auto& key : keys) key = (random() % firsts) << 32 | random() % seconds;
        std::vector<std::uint64_t> expected = keys;
        std::sort(expected.begin(), expected.end());
        sorter.sort(keys, firsts, seconds);
        REQUIRE(keys == expected);
        sorter.sort(keys, firsts, seconds);
        REQUIRE(keys == expected);
        std::reverse(keys.begin(), keys.end());
        sorter.sort(keys, firsts, seconds);
        REQUIRE(keys == expected);
        // Keys that are sorted by their first halves only.
        std::shuffle(keys.begin(), keys.end(), random);
        std::stable_sort(keys.begin(), keys.end(), [](auto a, auto b) { return a >> 32 < b >> 32; });
        sorter.sort(keys, firsts, seconds);
        REQUIRE(keys == expected);
      }
}

TEST_CASE("keys that threads sort in parts are sorted, too") {
  std::mt19937_64 random(5);
  pliant::Workers workers(3);
  KeySort sorter;
  for (const std::uint64_t firsts :
       {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{70000}, std::uint64_t{0xffffffff}})
    for (const std::uint64_t seconds : {std::uint64_t{1}, std::uint64_t{70000}, std::uint64_t{0xffffffff}}) {
      std::vector<std::uint64_t> keys(100000);
      for (auto& key : keys) key = (random() % firsts) << 32 | random() % seconds;
      std::vector<std::uint64_t> expected = keys;
      std::sort(expected.begin(), expected.end());
      sorter.sort(keys, firsts, seconds, &workers);
      REQUIRE(keys == expected);
    }
}
