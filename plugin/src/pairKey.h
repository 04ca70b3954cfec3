#pragma once

#include <pliant/detectors/Scalar.h>

#include <algorithm>
#include <cstdint>

namespace pliant::detail {

/// Two of a kind (slots, ids) in either order as one number: keys are sorted by the smaller, then by the larger.
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

}  // namespace pliant::detail
