#pragma once

#include <pliant/detectors/Scalar.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/KeySort.h"

namespace pliant::detail {

/// Pairs found by several threads, then sorted. A pair is one word: vertex index in the set in the upper half,
/// tetrahedron index in the lower half.
///
/// Each chunk of work writes to its own pages, which it takes from a common stock. The stock only grows, to the size
/// that the largest numbers of chunks and of hits so far can need. So equal work never allocates again, wherever its
/// hits are.
class HitList {
 public:
  static constexpr std::size_t kPageSize = 128;

  struct Page {
    std::array<std::uint64_t, kPageSize> hits;
    std::size_t count = 0;
  };

  /// Writes the hits of one chunk of work.
  class Writer {
   public:
    explicit Writer(HitList& list) : m_list(list) {}
    void add(Index vertex, Index tetrahedron) {
      if (!m_page || m_page->count == kPageSize) m_page = m_list.takePage();
      m_page->hits[m_page->count++] = (static_cast<std::uint64_t>(vertex) << 32) | tetrahedron;
    }

   private:
    HitList& m_list;
    Page* m_page = nullptr;
  };

  /// Discards all hits and prepares for `chunks` writers.
  void begin(std::size_t chunks);

  /// Returns all hits since begin(), sorted, each once. All indices must be less than the numbers of elements.
  const std::vector<std::uint64_t>& sorted(std::size_t vertices, std::size_t tetrahedra);

  std::size_t memory() const;

 private:
  Page* takePage();
  void reservePages(std::size_t count);

  std::vector<std::unique_ptr<Page>> m_pages;
  std::size_t m_used = 0;
  std::mutex m_mutex;
  std::size_t m_chunks = 0, m_mostHits = 0;
  std::vector<std::uint64_t> m_hits;
  KeySort m_sort;
};

}  // namespace pliant::detail
