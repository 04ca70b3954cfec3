#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pliant::detail {

/// Before a resize of what is sized anew each step. A vector takes exactly what it is resized to, so that a count that
/// grows a little each time would have it allocate each time; here it grows by half at least.
template <typename T>
void makeRoom(std::vector<T>& list, std::size_t count) {
  if (count > list.capacity()) list.reserve(std::max(count, list.capacity() + list.capacity() / 2));
}

}  // namespace pliant::detail
