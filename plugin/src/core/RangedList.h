#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pliant::detail {

/// A list whose last range is in use.
template <typename T>
class RangedList {
 public:
  void clear() {
    m_all.clear();
    m_first = 0;
  }
  /// Starts a new range; elements are added to it from here on.
  void beginRange() { m_first = m_all.size(); }
  void push_back(const T& element) { m_all.push_back(element); }

  const std::vector<T>& all() const { return m_all; }
  std::span<T> range() { return std::span(m_all).subspan(m_first); }
  std::span<const T> range() const { return std::span(m_all).subspan(m_first); }

 private:
  std::vector<T> m_all;
  std::size_t m_first = 0;
};

/// Adds the value unless the range has it.
template <typename T>
void addOnce(RangedList<T>& list, const T& value) {
  for (const T& known : list.range())
    if (known == value) return;
  list.push_back(value);
}

}  // namespace pliant::detail
