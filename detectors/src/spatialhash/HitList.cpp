#include "HitList.h"

#include <algorithm>

namespace pliant::detail {

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

const std::vector<std::uint64_t>& HitList::sorted(std::size_t vertices, std::size_t tetrahedra) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < m_used; ++p) count += m_pages[p]->count;
  m_mostHits = std::max(m_mostHits, count);
  // A chunk leaves at most one page partly filled, and takes no page without a hit.
  reservePages(std::min(m_chunks, m_mostHits) + m_mostHits / kPageSize);
  m_hits.clear();
  m_hits.reserve(m_mostHits);
  m_sort.reserve(m_mostHits);
  for (std::size_t p = 0; p < m_used; ++p)
    m_hits.insert(m_hits.end(), m_pages[p]->hits.begin(),
                  m_pages[p]->hits.begin() + static_cast<std::ptrdiff_t>(m_pages[p]->count));
  m_sort.sort(m_hits, vertices, tetrahedra);
  return m_hits;
}

std::size_t HitList::memory() const {
  return m_pages.size() * sizeof(Page) + memoryOf(m_pages, m_hits) + m_sort.memory();
}

}  // namespace pliant::detail
