#pragma once

#include <cstddef>
#include <vector>

namespace pliant::detail {

template <typename T>
std::size_t memoryOf(const std::vector<T>& list) {
  return list.capacity() * sizeof(T);
}
template <typename T, std::size_t N>
std::size_t memoryOf(const std::vector<T> (&lists)[N]) {
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
