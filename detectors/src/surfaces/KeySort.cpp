#include "surfaces/KeySort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace pliant::detail {
namespace {

constexpr std::size_t kFew = 512;
constexpr int kMostDigitBits = 13;
constexpr std::size_t kMostDigits = std::size_t{1} << kMostDigitBits;

/// Sorts runs of keys with the same first half; returns false where the first halves themselves are out of order.
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
  if (keys.size() <= kFew) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const int low = static_cast<int>(std::bit_width(seconds)), bits = low + static_cast<int>(std::bit_width(firsts));
  const int passes = std::max(1, (bits + kMostDigitBits - 1) / kMostDigitBits);
  const int digitBits = (bits + passes - 1) / passes;
  const std::uint64_t digits = std::uint64_t{1} << digitBits;
  // The key without the unused bits between its halves.
  const auto compact = [low](std::uint64_t key) { return ((key >> 32) << low) | (key & 0xffffffffu); };
  if (m_other.size() < keys.capacity()) m_other.resize(keys.capacity());
  std::uint64_t *from = keys.data(), *to = m_other.data();
  for (int pass = 0; pass < passes; ++pass) {
    const int shift = pass * digitBits;
    const auto digit = [&](std::uint64_t key) { return (compact(key) >> shift) & (digits - 1); };
    std::array<std::size_t, kMostDigits> place;
    std::fill(place.begin(), place.begin() + static_cast<std::ptrdiff_t>(digits), std::size_t{0});
    for (std::size_t i = 0; i < keys.size(); ++i) ++place[digit(from[i])];
    std::size_t sum = 0;
    for (std::size_t d = 0; d < digits; ++d) {
      const std::size_t count = place[d];
      place[d] = sum;
      sum += count;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) to[place[digit(from[i])]++] = from[i];
    std::swap(from, to);
  }
  if (from != keys.data()) std::copy(from, from + keys.size(), keys.data());
}

}  // namespace pliant::detail
