#include "core/KeySort.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "core/radixSort.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kSortedByStd = 512;  // up to so many keys std::sort is used

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
  if (keys.size() <= kSortedByStd || keys.size() > std::numeric_limits<std::uint32_t>::max()) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const int low = static_cast<int>(std::bit_width(seconds)), bits = low + static_cast<int>(std::bit_width(firsts));
  reserve(keys.capacity());
  // Removes the unused bits between the two halves of a key.
  const auto compact = [low](std::uint64_t key) { return ((key >> 32) << low) | (key & 0xffffffffu); };
  radixSort(keys.data(), m_other.data(), keys.size(), bits, compact);
}

}  // namespace pliant::detail
