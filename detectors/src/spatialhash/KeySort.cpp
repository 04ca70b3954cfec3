#include "spatialhash/KeySort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace pliant::detail {
namespace {

constexpr std::size_t kFew = 128;
constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

}  // namespace

void KeySort::sort(std::vector<std::uint64_t>& keys, std::uint64_t firsts, std::uint64_t seconds) {
  if (keys.size() <= kFew) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const int low = static_cast<int>(std::bit_width(seconds)), bits = low + static_cast<int>(std::bit_width(firsts));
  // The key without the unused bits between its halves.
  const auto compact = [low](std::uint64_t key) { return ((key >> 32) << low) | (key & 0xffffffffu); };
  if (m_other.size() < keys.capacity()) m_other.resize(keys.capacity());
  m_other.resize(std::max(m_other.size(), keys.size()));
  std::uint64_t *from = keys.data(), *to = m_other.data();
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    std::array<std::size_t, kDigits> place{};
    for (std::size_t i = 0; i < keys.size(); ++i) ++place[(compact(from[i]) >> shift) & (kDigits - 1)];
    std::size_t sum = 0;
    for (auto& p : place) {
      const std::size_t count = p;
      p = sum;
      sum += count;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) to[place[(compact(from[i]) >> shift) & (kDigits - 1)]++] = from[i];
    std::swap(from, to);
  }
  if (from != keys.data()) std::copy(from, from + keys.size(), keys.data());
}

}  // namespace pliant::detail
