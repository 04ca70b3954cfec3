#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/memoryOf.h"

namespace pliant::detail {

/// Compressed sparse rows: one list of items per row, all in one array. Keeps its memory.
template <typename Item, typename Offset = Index>
class Csr {
 public:
  void reserve(std::size_t rows, std::size_t items) {
    m_begin.reserve(rows + 2);
    m_items.reserve(items);
  }

  /// forItems(take) calls take(row, item) for each item, in the same order at each of two calls. Rows keep this order.
  template <typename ForItems>
  void build(std::size_t rows, const ForItems& forItems) {
    // Counted two places ahead, so that filling leaves the begin of row i at m_begin[i].
    m_begin.assign(rows + 2, 0);
    forItems([this](std::size_t row, const Item&) { ++m_begin[row + 2]; });
    for (std::size_t i = 2; i < m_begin.size(); ++i) m_begin[i] += m_begin[i - 1];
    m_items.resize(m_begin.back());
    forItems([this](std::size_t row, const Item& item) { m_items[m_begin[row + 1]++] = item; });
  }

  /// Sorts the items of each row and removes duplicates.
  void makeRowsUnique() {
    auto out = m_items.begin();
    for (std::size_t row = 0; row + 2 < m_begin.size(); ++row) {
      const std::span<Item> items = (*this)[row];
      std::sort(items.begin(), items.end());
      m_begin[row] = static_cast<Offset>(out - m_items.begin());
      out = std::copy(items.begin(), std::unique(items.begin(), items.end()), out);
    }
    m_items.erase(out, m_items.end());
    m_begin[m_begin.size() - 2] = static_cast<Offset>(m_items.size());
  }

  std::span<Item> operator[](std::size_t row) {
    return {m_items.data() + m_begin[row], m_items.data() + m_begin[row + 1]};
  }
  std::span<const Item> operator[](std::size_t row) const {
    return {m_items.data() + m_begin[row], m_items.data() + m_begin[row + 1]};
  }
  /// All items, row by row.
  std::vector<Item>& items() { return m_items; }
  /// The first item of each row, then two entries with the number of items.
  std::vector<Offset>& begins() { return m_begin; }

  std::size_t memory() const { return memoryOf(m_begin, m_items); }

 private:
  std::vector<Offset> m_begin;  // build() needs the last entry
  std::vector<Item> m_items;
};

}  // namespace pliant::detail
