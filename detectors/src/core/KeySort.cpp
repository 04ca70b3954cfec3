#include "core/KeySort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::size_t kFew = 512;  // up to so many keys std::sort is used
constexpr int kMostDigitBits = 13;
using Places = std::array<std::uint32_t, std::size_t{1} << kMostDigitBits>;

/// Sorts each run of keys with the same first half. Returns false if the first halves are not sorted.
bool sortRuns(std::vector<std::uint64_t>& keys) {
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i - 1] >> 32 > keys[i] >> 32) return false;
  for (std::size_t begin = 0; begin < keys.size();) {
    std::size_t end = begin + 1;
    while (end < keys.size() && keys[end] >> 32 == keys[begin] >> 32) ++end;
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return true;
}

}  // namespace

void KeySort::sort(std::vector<std::uint64_t>& keys, std::uint64_t firsts, std::uint64_t seconds) {
  if (sortRuns(keys)) return;
  if (keys.size() <= kFew || keys.size() > std::numeric_limits<std::uint32_t>::max()) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const int low = static_cast<int>(std::bit_width(seconds)), bits = low + static_cast<int>(std::bit_width(firsts));
  const int passes = std::max(1, (bits + kMostDigitBits - 1) / kMostDigitBits);
  const int digitBits = (bits + passes - 1) / passes;
  const std::uint64_t digits = std::uint64_t{1} << digitBits;
  // Removes the unused bits between the two halves of a key.
  const auto compact = [low](std::uint64_t key) { return ((key >> 32) << low) | (key & 0xffffffffu); };
  const auto digit = [&](std::uint64_t key, int pass) { return (compact(key) >> (pass * digitBits)) & (digits - 1); };
  if (m_other.size() < keys.capacity()) m_other.resize(keys.capacity());
  std::uint64_t *from = keys.data(), *to = m_other.data();
  Places places[2];
  const auto clear = [&](Places& of) { std::fill_n(of.begin(), digits, std::uint32_t{0}); };
  clear(places[0]);
  for (const std::uint64_t key : keys) ++places[0][digit(key, 0)];
  for (int pass = 0; pass < passes; ++pass) {
    Places &here = places[pass % 2], &next = places[1 - pass % 2];
    std::uint32_t sum = 0;
    for (std::size_t d = 0; d < digits; ++d) sum += std::exchange(here[d], sum);
    if (pass + 1 == passes) {
      for (std::size_t i = 0; i < keys.size(); ++i) to[here[digit(from[i], pass)]++] = from[i];
    } else {
      // The same loop counts the digits of the next pass.
      clear(next);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        to[here[digit(from[i], pass)]++] = from[i];
        ++next[digit(from[i], pass + 1)];
      }
    }
    std::swap(from, to);
  }
  if (from != keys.data()) std::copy(from, from + keys.size(), keys.data());
}

}  // namespace pliant::detail
