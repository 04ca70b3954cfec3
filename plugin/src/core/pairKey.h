#pragma once

#include <pliant/detectors/Scalar.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

/// Key of an unordered pair of indices (body indices or body ids). Keys sort by the smaller index, then by the larger.
using PairKey = std::uint64_t;

inline PairKey pairKey(Index a, Index b) {
  return PairKey{std::min(a, b)} << 32 | std::max(a, b);
}
inline Index smallerOf(PairKey key) {
  return static_cast<Index>(key >> 32);
}
inline Index largerOf(PairKey key) {
  return static_cast<Index>(key);
}

/// Returns true if the sorted list has the key.
inline bool contains(std::span<const PairKey> sorted, PairKey key) {
  return std::binary_search(sorted.begin(), sorted.end(), key);
}

/// Sorts the entries by key and joins those of one key in their order: join(into, from). Sets `order` of each entry.
template <typename Entry, typename Join>
void joinByKey(std::vector<Entry>& entries, Join&& join) {
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].order = i;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.order < b.order; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (kept > 0 && entries[kept - 1].key == entries[i].key)
      join(entries[kept - 1], entries[i]);
    else
      entries[kept++] = entries[i];
  }
  entries.resize(kept);
}

/// Sorts the values and removes duplicates.
template <typename Value>
void makeSet(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace pliant::detail
