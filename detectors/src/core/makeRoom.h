#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pliant::detail {

/// Reserves memory for `count` elements, growing the capacity by at least half. Use it before resize(), which allocates
/// exactly: a count that grows slightly in each step would otherwise allocate in each step.
template <typename T>
void makeRoom(std::vector<T>& list, std::size_t count) {
  if (count > list.capacity()) list.reserve(std::max(count, list.capacity() + list.capacity() / 2));
}

}  // namespace pliant::detail
