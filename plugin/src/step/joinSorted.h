#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

namespace pliant::detail {

/// Adds a sorted list to another one. `joined`: scratch.
template <typename Item>
void joinSorted(std::vector<Item>& list, const std::vector<Item>& more, std::vector<Item>& joined) {
  if (more.empty()) return;
  joined.clear();
  std::set_union(list.begin(), list.end(), more.begin(), more.end(), std::back_inserter(joined));
  list.swap(joined);
}

}  // namespace pliant::detail
