#pragma once

#include <cstdint>
#include <vector>

#include "core/memoryOf.h"

namespace pliant::detail {

/// Sorts keys (first << 32) | second. Keeps its memory between calls.
class KeySort {
 public:
  /// Reserves memory, so that sort() of as many keys does not allocate.
  void reserve(std::size_t keys) {
    if (m_other.size() < keys) m_other.resize(keys);
  }
  /// Requires first < `firsts` and second < `seconds`.
  void sort(std::vector<std::uint64_t>& keys, std::uint64_t firsts, std::uint64_t seconds);
  std::size_t memory() const { return memoryOf(m_other); }

 private:
  std::vector<std::uint64_t> m_other;
};

}  // namespace pliant::detail
