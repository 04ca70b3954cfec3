#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace pliant::detail {

/// A list whose last range is in use. Keeps its elements when it is cleared, so that grow() seldom constructs any.
template <typename T>
class RangedList {
 public:
  void clear() { m_first = m_end = 0; }
  /// Starts a new range; elements are added to it from here on.
  void beginRange() { m_first = m_end; }
  void push_back(const T& element) { grow(1).front() = element; }
  /// Adds `count` elements of any value, and returns them.
  std::span<T> grow(std::size_t count) {
    m_end += count;
    if (m_end > m_all.capacity()) m_all.reserve(std::max(m_end, 2 * m_all.capacity()));
    if (m_end > m_all.size()) m_all.resize(m_end);
    return std::span(m_all).subspan(m_end - count, count);
  }

  std::span<const T> all() const { return std::span(m_all).first(m_end); }
  std::span<T> range() { return std::span(m_all).subspan(m_first, m_end - m_first); }
  std::span<const T> range() const { return std::span(m_all).subspan(m_first, m_end - m_first); }

 private:
  std::vector<T> m_all;
  std::size_t m_first = 0, m_end = 0;
};

/// Adds the value unless the range has it.
template <typename T>
void addOnce(RangedList<T>& list, const T& value) {
  for (const T& known : list.range())
    if (known == value) return;
  list.push_back(value);
}

}  // namespace pliant::detail
