#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace pliant::detail {

/// Merges a sorted list into another one, in place.
template <typename Item, typename Before = std::less<>>
void mergeSorted(std::vector<Item>& list, const std::vector<Item>& more, Before before = {}) {
  std::size_t left = list.size(), right = more.size();
  list.resize(left + right);
  while (right > 0) {  // from the end
    const bool fromLeft = left > 0 && before(more[right - 1], list[left - 1]);
    list[left + right - 1] = fromLeft ? list[left - 1] : more[right - 1];
    --(fromLeft ? left : right);
  }
}

/// The same without duplicates.
template <typename Item>
void joinSorted(std::vector<Item>& list, const std::vector<Item>& more) {
  if (more.empty()) return;
  mergeSorted(list, more);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace pliant::detail
