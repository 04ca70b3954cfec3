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

/// Sorts the values and removes duplicates.
template <typename Value>
void makeSet(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace pliant::detail
