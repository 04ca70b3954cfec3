#pragma once

#include <pliant/detectors/Workers.h>

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
  /// Requires first < `firsts` and second < `seconds`. `workers`: null for the calling thread alone.
  void sort(std::vector<std::uint64_t>& keys, std::uint64_t firsts, std::uint64_t seconds, Workers* workers = nullptr);
  std::size_t memory() const { return memoryOf(m_other) + memoryOf(m_places); }

 private:
  void sortInParts(std::vector<std::uint64_t>& keys, int firstBits, int secondBits, Workers& workers);

  std::vector<std::uint64_t> m_other;
  std::vector<std::uint32_t> m_places;  ///< per chunk and part: where the chunk's keys of the part begin
};

}  // namespace pliant::detail
