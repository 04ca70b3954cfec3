#pragma once

#include <pliant/detectors/Export.h>

#include <span>
#include <vector>

#include "regularitytree/ContourSweep.h"

namespace pliant::detail {

/// Orders edges so that they follow each other in closed loops, each edge beginning where the one before ends until the
/// loop's first vertex comes again; no loop meets a vertex twice. Edges that no such loop takes in (where a vertex has
/// not as many out as in) come last. Asks for no positions; O(n log n). Keeps its memory.
class PLIANT_DETECTORS_EXPORT ContourOrder {
 public:
  void chain(std::span<ContourEdge> edges);

 private:
  struct Vertex {
    Index unused, end;  // its edges out in m_sorted
    Index place;        // on the way, kNoIndex while it isn't
  };
  Index find(Index vertex) const;
  void follow(Index start);
  void leave(Index first);

  std::vector<ContourEdge> m_sorted, m_loops, m_rest, m_way;
  std::vector<Vertex> m_vertices;
};

}  // namespace pliant::detail
