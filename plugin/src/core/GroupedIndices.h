#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <span>
#include <vector>

namespace pliant::detail {

/// Indices sorted by group (counting sort). The indices of one group ascend.
class GroupedIndices {
 public:
  void reserve(std::size_t groups) { m_begin.reserve(groups + 2); }

  /// Sorts the indices below `count`. `groupOf(i)`: the group of an index, below `groups`; kNoIndex for none.
  template <typename GroupOf>
  void build(std::size_t count, std::size_t groups, GroupOf&& groupOf) {
    m_begin.assign(groups + 2, 0);
    for (std::size_t i = 0; i < count; ++i)
      if (const Index group = groupOf(i); group != kNoIndex) ++m_begin[group + 2];
    for (std::size_t i = 2; i < m_begin.size(); ++i) m_begin[i] += m_begin[i - 1];
    m_sorted.resize(m_begin.back());
    // Filling moves m_begin[group + 1] from the beginning of the group to its end.
    for (std::size_t i = 0; i < count; ++i)
      if (const Index group = groupOf(i); group != kNoIndex) m_sorted[m_begin[group + 1]++] = static_cast<Index>(i);
  }

  std::span<const Index> operator[](std::size_t group) const { return between(group, group); }
  /// Returns the indices of all groups from the first to the last one.
  std::span<const Index> between(std::size_t first, std::size_t last) const {
    return std::span(m_sorted).subspan(m_begin[first], m_begin[last + 1] - m_begin[first]);
  }

 private:
  std::vector<Index> m_begin;  // one per group, and the end; the last one is needed only while it is filled
  std::vector<Index> m_sorted;
};

}  // namespace pliant::detail
