#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/ContourKernels.h"
#include "regularitytree/ContourSweep.h"

namespace pliant::detail {

/// Closed loops of edges; each edge runs from a vertex to the next in the list.
struct ContourLoops {
  /// Runs from vertices[first] to vertices[last], which is the same vertex again.
  struct Loop {
    Index first, last;
  };
  std::span<const Index> vertices;  ///< each loop starts at a multiple of kBlockEdges; its last vertex is repeated as
                                    ///< padding
  std::span<const Loop> loops;

  bool empty() const { return loops.empty(); }
};

/// Builds loops from edges.
class ContourLoopList {
 public:
  static constexpr std::size_t kMostLoops = 16;

  void reserve(std::size_t edges);
  /// Returns false if the edges are not an ordered list of closed loops, or form more than kMostLoops.
  bool assign(std::span<const ContourEdge> edges);
  ContourLoops loops() const { return {{m_vertices.data(), m_count}, m_loops}; }
  std::size_t memory() const { return memoryOf(m_vertices, m_loops); }

 private:
  std::vector<Index> m_vertices;
  std::size_t m_count = 0;  // vertices in use; m_vertices never shrinks
  std::vector<ContourLoops::Loop> m_loops;
};

/// Cache of the loops of long contours, of one patch or of a pair of patches: they are the same in every step until the
/// topology changes. All entries are dropped when the capacity is used up.
class ContourCache {
 public:
  struct Key {
    std::uint64_t tree;  ///< SurfaceHierarchy::serial()
    Index a, b;
    bool operator==(const Key&) const = default;
  };

  /// Reserves capacity; `edges` is the length of the longest contour.
  void reserve(std::size_t edges);
  /// Returns the loops of a contour; empty if they are not cached. Valid until the next keep().
  ContourLoops find(const Key& key) const;
  /// Stores a contour, unless it is too short for that to pay or too long.
  void keep(const Key& key, const ContourLoops& contour);

  std::size_t memory() const;

 private:
  struct Place {
    Key key{};
    Index firstVertex = 0, vertices = 0, firstLoop = 0, loops = 0;  // loops == 0: empty place
  };
  static std::size_t placeOf(const Key& key);

  std::vector<Place> m_places;
  std::vector<Index> m_vertices;  // never exceeds the reserved capacity, nor does m_loops
  std::vector<ContourLoops::Loop> m_loops;
};

}  // namespace pliant::detail
