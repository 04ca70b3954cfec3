#pragma once

#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant::detail {

/// Vertices that are solved as one, by flat vertex; all empty where there are none. Elements have leaders for corners.
struct SeamGroups {
  std::vector<Index> leader;  ///< the first of the vertex's group; itself where it is in none
  std::vector<Index> next;    ///< the next one of the group, in a circle

  bool any() const { return !leader.empty(); }
  bool isFollower(Index vertex) const { return any() && leader[vertex] != vertex; }
  bool isGrouped(Index vertex) const { return any() && next[vertex] != vertex; }
  /// Calls visit(vertex) for all of a vertex's group, beginning with itself.
  template <typename Visit>
  void forEach(Index vertex, Visit&& visit) const {
    Index v = vertex;
    do {
      visit(v);
      v = any() ? next[v] : vertex;
    } while (v != vertex);
  }
};

}  // namespace pliant::detail
