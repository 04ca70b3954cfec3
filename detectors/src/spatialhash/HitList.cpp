#include "HitList.h"

#include <algorithm>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::size_t kFewHits = 512;    // fewer hits: std::sort
constexpr std::size_t kManyHits = 8192;  // fewer hits: short digits, whose counters cost less
constexpr unsigned kMostBits = 11;

/// Sorts by digits, the least significant first. Digits that are equal in all words are skipped.
void radixSort(std::vector<std::uint64_t>& words, std::vector<std::uint64_t>& scratch) {
  const unsigned bits = words.size() < kManyHits ? 8 : kMostBits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::uint64_t any = 0, all = ~std::uint64_t{0};
  for (const std::uint64_t word : words) {
    any |= word;
    all &= word;
  }
  const std::uint64_t varying = any & ~all;
  for (unsigned shift = 0; shift < 64; shift += bits) {
    if (((varying >> shift) & mask) == 0) continue;
    std::array<std::uint32_t, std::size_t{1} << kMostBits> begin;
    std::fill_n(begin.begin(), mask + 1, 0);
    for (const std::uint64_t word : words) ++begin[(word >> shift) & mask];
    std::uint32_t sum = 0;
    for (std::size_t digit = 0; digit <= mask; ++digit) sum += std::exchange(begin[digit], sum);
    for (const std::uint64_t word : words) scratch[begin[(word >> shift) & mask]++] = word;
    words.swap(scratch);
  }
}

}  // namespace

void HitList::begin(std::size_t chunks) {
  m_used = 0;
  m_chunks = std::max(m_chunks, chunks);
}

HitList::Page* HitList::takePage() {
  const std::lock_guard lock(m_mutex);
  if (m_used == m_pages.size()) m_pages.push_back(std::make_unique<Page>());
  Page* page = m_pages[m_used++].get();
  page->count = 0;
  return page;
}

void HitList::reservePages(std::size_t count) {
  m_pages.reserve(count);
  while (m_pages.size() < count) m_pages.push_back(std::make_unique<Page>());
}

const std::vector<std::uint64_t>& HitList::sorted() {
  std::size_t count = 0;
  for (std::size_t p = 0; p < m_used; ++p) count += m_pages[p]->count;
  m_mostHits = std::max(m_mostHits, count);
  // A chunk leaves at most one page partly filled, and takes no page without a hit.
  reservePages(std::min(m_chunks, m_mostHits) + m_mostHits / kPageSize);
  m_hits.clear();
  m_hits.reserve(m_mostHits);
  for (std::size_t p = 0; p < m_used; ++p) {
    m_hits.insert(m_hits.end(), m_pages[p]->hits.begin(),
                  m_pages[p]->hits.begin() + static_cast<std::ptrdiff_t>(m_pages[p]->count));
  }
  if (count < kFewHits) {
    std::sort(m_hits.begin(), m_hits.end());
  } else {
    if (m_scratch.capacity() < m_mostHits) m_scratch.reserve(m_mostHits);
    m_scratch.resize(count);
    radixSort(m_hits, m_scratch);
  }
  return m_hits;
}

std::size_t HitList::memory() const {
  return m_pages.size() * sizeof(Page) + m_pages.capacity() * sizeof(m_pages[0]) +
         (m_hits.capacity() + m_scratch.capacity()) * sizeof(std::uint64_t);
}

}  // namespace pliant::detail
