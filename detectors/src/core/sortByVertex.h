#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/Csr.h"

namespace pliant::detail {

/// Sorts items by vertexOf(item), then by their own order. All vertices must be less than `vertices`. Usually few items
/// have the same vertex, so the cost is little more than that of a counting sort.
template <typename Item, typename VertexOf>
void sortByVertex(std::vector<Item>& items, Index vertices, const VertexOf& vertexOf) {
  if (items.empty()) return;
  Csr<Item, std::size_t> sorted;
  sorted.build(vertices, [&](const auto& take) {
    for (const Item& item : items) take(vertexOf(item), item);
  });
  for (std::size_t v = 0; v < vertices; ++v) std::sort(sorted[v].begin(), sorted[v].end());
  items.swap(sorted.items());
}

}  // namespace pliant::detail
