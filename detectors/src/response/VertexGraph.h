#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// Neighbours of each vertex over the edges and tetrahedra of its body, as ascending vertex indices in the set.
class VertexGraph {
 public:
  void build(const BodySet& bodies);

  std::span<const Index> neighbours(Index vertex) const {
    return std::span(m_neighbours).subspan(m_begin[vertex], m_begin[vertex + 1] - m_begin[vertex]);
  }

 private:
  std::vector<std::size_t> m_begin;
  std::vector<Index> m_neighbours;
};

}  // namespace pliant::detail
