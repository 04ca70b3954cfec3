#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pliant::detail {

/// Sorts items by vertexOf(item), then by their own order. All vertices must be less than `vertices`. Usually few items
/// have the same vertex, so the cost is little more than that of a counting sort.
template <typename Item, typename VertexOf>
void sortByVertex(std::vector<Item>& items, Index vertices, const VertexOf& vertexOf) {
  if (items.empty()) return;
  std::vector<std::size_t> end(std::size_t{vertices} + 1, 0);  // end of each vertex's items, first used as their begin
  for (const Item& item : items) ++end[std::size_t{vertexOf(item)} + 1];
  for (std::size_t v = 0; v < vertices; ++v) end[v + 1] += end[v];
  std::vector<Item> sorted(items.size());
  for (const Item& item : items) sorted[end[vertexOf(item)]++] = item;
  auto begin = sorted.begin();
  for (std::size_t v = 0; v < vertices; ++v) {
    const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(end[v]);
    std::sort(begin, last);
    begin = last;
  }
  items.swap(sorted);
}

}  // namespace pliant::detail
