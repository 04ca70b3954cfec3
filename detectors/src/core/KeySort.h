#pragma once

#include <pliant/detectors/Export.h>

#include <cstdint>
#include <vector>

namespace pliant::detail {

/// Radix sort of keys (first << 32) | second. Keeps its memory between calls.
class PLIANT_DETECTORS_EXPORT KeySort {
 public:
  /// Requires first < `firsts` and second < `seconds`.
  void sort(std::vector<std::uint64_t>& keys, std::uint64_t firsts, std::uint64_t seconds);
  std::size_t memory() const { return m_other.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> m_other;
};

}  // namespace pliant::detail
