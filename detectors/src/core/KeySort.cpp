#include "core/KeySort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/radixSort.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kSortedByStd = 512;      // up to so many keys std::sort is used
constexpr std::size_t kSortedInParts = 32768;  // from so many keys on all threads sort
constexpr std::size_t kKeysPerChunk = 16384;
constexpr int kPartBits = 6;

/// Removes the unused bits between the two halves of a key.
struct Compact {
  int low;
  std::uint64_t operator()(std::uint64_t key) const { return ((key >> 32) << low) | (key & 0xffffffffu); }
};

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

void KeySort::sort(std::vector<std::uint64_t>& keys, std::uint64_t firsts, std::uint64_t seconds, Workers* workers) {
  if (sortRuns(keys)) return;
  if (keys.size() <= kSortedByStd || keys.size() > std::numeric_limits<std::uint32_t>::max()) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const int low = static_cast<int>(std::bit_width(seconds)), high = static_cast<int>(std::bit_width(firsts));
  reserve(keys.capacity());
  if (workers && workers->threads() > 1 && keys.size() >= kSortedInParts)
    sortInParts(keys, high, low, *workers);
  else
    radixSort(keys.data(), m_other.data(), keys.size(), low + high, Compact{low});
}

/// Divides the keys in parts by the highest bits of their first halves, and sorts the parts, on all threads.
void KeySort::sortInParts(std::vector<std::uint64_t>& keys, int firstBits, int secondBits, Workers& workers) {
  const int shift = 32 + std::max(0, firstBits - kPartBits);
  constexpr std::size_t kParts = std::size_t{1} << kPartBits;
  const std::size_t chunks = (keys.size() + kKeysPerChunk - 1) / kKeysPerChunk;
  m_places.assign(chunks * kParts, 0);
  workers.forChunks(keys.size(), kKeysPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint32_t* const counts = m_places.data() + chunk * kParts;
    for (std::size_t i = begin; i < end; ++i) ++counts[keys[i] >> shift];
  });
  std::array<std::size_t, kParts + 1> begins{};
  std::uint32_t sum = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    begins[part] = sum;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) sum += std::exchange(m_places[chunk * kParts + part], sum);
  }
  begins[kParts] = sum;
  workers.forChunks(keys.size(), kKeysPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint32_t* const places = m_places.data() + chunk * kParts;
    for (std::size_t i = begin; i < end; ++i) m_other[places[keys[i] >> shift]++] = keys[i];
  });
  workers.forChunks(kParts, 1, [&](std::size_t part, std::size_t, std::size_t) {
    const std::size_t begin = begins[part], count = begins[part + 1] - begin;
    std::copy_n(m_other.data() + begin, count, keys.data() + begin);
    const int bits = secondBits + shift - 32;
    if (count <= kSortedByStd)
      std::sort(keys.data() + begin, keys.data() + begin + count);
    else
      radixSort(keys.data() + begin, m_other.data() + begin, count, bits, Compact{secondBits});
  });
}

}  // namespace pliant::detail
