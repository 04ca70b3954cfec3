#pragma once

#include <pliant/detectors/Export.h>

#include <span>
#include <vector>

#include "regularitytree/ContourSweep.h"

namespace pliant::detail {

/// Orders edges into closed loops: each edge starts where the previous one ends, until the loop's first vertex is
/// reached again. No loop passes a vertex twice. Edges that belong to no loop (at a vertex with unequal numbers of
/// incoming and outgoing edges) come last. Reads no positions. O(n log n). Keeps its memory.
class PLIANT_DETECTORS_EXPORT ContourOrder {
 public:
  void chain(std::span<ContourEdge> edges);

 private:
  struct Vertex {
    Index unused, end;  // unused outgoing edges in m_sorted
    Index place;        // index in m_way; kNoIndex: not on the path
  };
  Index find(Index vertex) const;
  void follow(Index start);
  void leave(Index first);

  std::vector<ContourEdge> m_sorted, m_loops, m_rest, m_way;
  std::vector<Vertex> m_vertices;
};

}  // namespace pliant::detail
