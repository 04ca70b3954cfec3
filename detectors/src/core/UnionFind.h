#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/makeRoom.h"
#include "core/memoryOf.h"

namespace pliant::detail {

/// Union-find: disjoint sets of the numbers from 0 to n − 1. The root of a set is its smallest number. Keeps its
/// memory.
class UnionFind {
 public:
  /// Puts each number into a set of its own.
  void reset(std::size_t count) {
    makeRoom(m_parent, count);
    m_parent.resize(count);
    std::iota(m_parent.begin(), m_parent.end(), Index{0});
  }
  Index root(Index number) {
    while (m_parent[number] != number) number = m_parent[number] = m_parent[m_parent[number]];
    return number;
  }
  void unite(Index a, Index b) {
    a = root(a);
    b = root(b);
    m_parent[std::max(a, b)] = std::min(a, b);
  }
  std::size_t memory() const { return memoryOf(m_parent); }

 private:
  std::vector<Index> m_parent;
};

}  // namespace pliant::detail
