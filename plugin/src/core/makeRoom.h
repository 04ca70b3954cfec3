#pragma once

#include <cstddef>
#include <vector>

namespace pliant::detail {

/// Makes room for `count` elements and some more. The elements of the list are lost if its memory is too small: the old
/// memory is freed first, because a copy would need both at once.
template <typename T>
void makeRoom(std::vector<T>& list, std::size_t count) {
  if (list.capacity() >= count) return;
  std::vector<T>().swap(list);
  list.reserve(count + count / 4);
}

}  // namespace pliant::detail
