#pragma once

#include <cstddef>
#include <vector>

namespace pliant::detail {

template <typename T>
std::size_t memoryOf(const std::vector<T>& list) {
  return list.capacity() * sizeof(T);
}
/// The same for an array of vectors.
template <typename Lists>
auto memoryOf(const Lists& lists) -> decltype(lists[0].capacity()) {
  std::size_t bytes = 0;
  for (const auto& list : lists) bytes += memoryOf(list);
  return bytes;
}
/// Returns the memory of all these vectors [bytes], without memory that their items own.
template <typename... Lists>
requires(sizeof...(Lists) > 1) std::size_t memoryOf(const Lists&... lists) {
  return (memoryOf(lists) + ...);
}

}  // namespace pliant::detail
