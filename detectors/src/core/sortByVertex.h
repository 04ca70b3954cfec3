#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pliant::detail {

/// Sorts items, each of which has a vertex below `vertices`, by that vertex and then by their own order. Few items have
/// the same vertex, as a rule, so this takes little more than counting them.
template <typename Item, typename VertexOf>
void sortByVertex(std::vector<Item>& items, Index vertices, const VertexOf& vertexOf) {
  if (items.empty()) return;
  std::vector<std::size_t> end(std::size_t{vertices} + 1, 0);  // of each vertex's items, and before that their begin
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
