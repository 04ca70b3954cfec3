#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace pliant::detail {

/// Stable radix sort by the lowest `bits` bits of codeOf(key), an unsigned integer. `count` is less than 2^32, and
/// `other` is scratch memory for as many keys.
template <typename Key, typename CodeOf>
void radixSort(Key* keys, Key* other, std::size_t count, int bits, const CodeOf& codeOf) {
  constexpr int kMostDigitBits = 13;
  const int passes = std::max(1, (bits + kMostDigitBits - 1) / kMostDigitBits);
  const int digitBits = (bits + passes - 1) / passes;
  const std::size_t digits = std::size_t{1} << digitBits;
  std::array<std::uint32_t, std::size_t{1} << kMostDigitBits> places[2];
  const auto digit = [&](const Key& key, int pass) {
    return static_cast<std::size_t>(codeOf(key) >> (pass * digitBits)) & (digits - 1);
  };
  const auto clear = [&](auto& of) { std::fill_n(of.begin(), digits, std::uint32_t{0}); };
  Key *from = keys, *to = other;
  clear(places[0]);
  for (std::size_t i = 0; i < count; ++i) ++places[0][digit(from[i], 0)];
  for (int pass = 0; pass < passes; ++pass) {
    auto &here = places[pass % 2], &next = places[1 - pass % 2];
    std::uint32_t sum = 0;
    for (std::size_t d = 0; d < digits; ++d) sum += std::exchange(here[d], sum);
    if (pass + 1 == passes) {
      for (std::size_t i = 0; i < count; ++i) to[here[digit(from[i], pass)]++] = from[i];
    } else {
      // The same loop counts the digits of the next pass.
      clear(next);
      for (std::size_t i = 0; i < count; ++i) {
        to[here[digit(from[i], pass)]++] = from[i];
        ++next[digit(from[i], pass + 1)];
      }
    }
    std::swap(from, to);
  }
  if (from != keys) std::copy(from, from + count, keys);
}

}  // namespace pliant::detail
