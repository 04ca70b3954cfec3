#pragma once

#include <pliant/detectors/Export.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/ContourKernels.h"
#include "regularitytree/ContourSweep.h"

namespace pliant::detail {

/// Loops of edges that lead from each vertex to the next.
struct ContourLoops {
  /// From vertices[first] to vertices[last], which is the same vertex again.
  struct Loop {
    Index first, last;
  };
  std::span<const Index> vertices;  ///< each loop begins at a multiple of kBlockEdges, its last vertex fills the gap
  std::span<const Loop> loops;

  bool empty() const { return loops.empty(); }
};

/// Makes loops of edges.
class PLIANT_DETECTORS_EXPORT ContourLoopList {
 public:
  static constexpr std::size_t kMostLoops = 16;

  void reserve(std::size_t edges);
  /// False where the edges are not in the order of closed loops, or of more than kMostLoops.
  bool assign(std::span<const ContourEdge> edges);
  ContourLoops loops() const { return {{m_vertices.data(), m_count}, m_loops}; }
  std::size_t memory() const {
    return m_vertices.capacity() * sizeof(Index) + m_loops.capacity() * sizeof(ContourLoops::Loop);
  }

 private:
  std::vector<Index> m_vertices;
  std::size_t m_count = 0;  // of them; memory behind is kept as it is
  std::vector<ContourLoops::Loop> m_loops;
};

/// Loops of long contours of pairs of parts, which are the same in every step: the last ones that had room.
class PLIANT_DETECTORS_EXPORT ContourCache {
 public:
  struct Key {
    std::uint64_t tree;  ///< SurfaceHierarchy::serial
    Index a, b;
    bool operator==(const Key&) const = default;
  };

  /// For contours of so many edges at most.
  void reserve(std::size_t edges);
  /// Until the next keep(); empty if it is not known.
  ContourLoops find(const Key& key) const;
  /// Contours that are too short to be worth it, or too long, are not kept.
  void keep(const Key& key, const ContourLoops& contour);

  std::size_t memory() const;

 private:
  struct Place {
    Key key{};
    Index firstVertex = 0, vertices = 0, firstLoop = 0, loops = 0;  // none: nothing is kept here
  };
  static std::size_t placeOf(const Key& key);

  std::vector<Place> m_places;
  std::vector<Index> m_vertices;  // never beyond what was reserved, nor are loops
  std::vector<ContourLoops::Loop> m_loops;
};

}  // namespace pliant::detail
