#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>

#include "core/Csr.h"

namespace pliant::detail {

/// Neighbours of each vertex over the edges and tetrahedra of its body, as ascending vertex indices in the set.
class VertexGraph {
 public:
  void build(const BodySet& bodies);

  std::span<const Index> neighbours(Index vertex) const { return m_neighbours[vertex]; }

 private:
  Csr<Index, std::size_t> m_neighbours;
};

}  // namespace pliant::detail
