#pragma once

#include <optional>
#include <span>
#include <vector>

#include "regularitytree/ContourSketch.h"

namespace pliant::detail {

/// The same answer as ContourSweep's for closed loops, in linear time where they are as patches of surfaces have them.
///
/// A chain of edges that all go forward along some direction of the plane meets itself nowhere, nor do two chains that
/// follow each other along a direction that both have in common. Chains are halves of halves of loops; each knows in a
/// few bits along which of sixteen directions all its edges go forward, and the box that holds it. What neither tells
/// is split, down to pairs of edges, which are decided exactly.
class ContourChains {
 public:
  /// Edges lead from each point to the next, from loop.first to loop.last, which is the same vertex again.
  struct Loop {
    Index first, last;
  };

  void reserve(std::size_t edges);
  /// Point i is the vertex vertices[i]. No answer: two edges that don't follow each other share a vertex, or the work
  /// would not be linear.
  std::optional<bool> regular(std::span<const PackedPosition> positions, std::span<const Index> vertices,
                              std::span<const Loop> loops, const Sight& along);

 private:
  struct Node {
    float low[2], high[2];
    std::uint32_t forward;          ///< bit per direction
    Index loop, begin, end, child;  ///< edges from begin up to end; the second child follows the first
  };
  enum class Contact : std::uint8_t { None, Meets, Unknown };

  Index build(Index loop);
  Contact decide();
  Contact within(Index node);
  Contact between(Index a, Index b);
  Contact edgesMeet(Index i, Index j, bool follow);
  bool follows(const Node& a, const Node& b) const;
  bool apart(const Node& a, const Node& b) const;
  bool windingsFit();
  int orientation(const Loop& loop);
  int windingAround(Index point, const Loop& loop);
  int turn(Index i, Index j, Index k);
  int order(Index i, Index j);
  const SeenPoints& exact();

  ContourSketch m_sketch;
  SeenPoints m_exact;
  bool m_isExact = false;  // m_exact has the points
  std::span<const PackedPosition> m_positions;
  std::span<const Index> m_vertices;
  Sight m_along{0, 0, 1};
  std::span<const Loop> m_loops;
  std::vector<std::uint32_t> m_forward;  // of edges
  std::vector<Node> m_nodes;
  std::vector<Index> m_roots;  // of loops
  std::size_t m_tests = 0;     // of pairs of edges
};

}  // namespace pliant::detail
