#pragma once

#include <pliant/detectors/Types.h>

#include <numeric>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Union-find. The root of a set of indices is its smallest member, whatever the order of calls.
class DisjointSets {
 public:
  void reset(std::size_t count) {
    m_parent.resize(count);
    std::iota(m_parent.begin(), m_parent.end(), Index{0});
  }
  /// Adds a set with one member.
  void extend() { m_parent.push_back(static_cast<Index>(m_parent.size())); }
  Index find(Index i) {
    while (m_parent[i] != i) {
      m_parent[i] = m_parent[m_parent[i]];
      i = m_parent[i];
    }
    return i;
  }
  /// Returns true if the two sets were different.
  bool unite(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (b < a) std::swap(a, b);
    m_parent[b] = a;
    return true;
  }

 private:
  std::vector<Index> m_parent;
};

}  // namespace pliant::detail
