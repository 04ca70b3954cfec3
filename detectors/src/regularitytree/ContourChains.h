#pragma once

#include <optional>
#include <span>
#include <vector>

#include "regularitytree/SeenPoints.h"

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
  /// No answer: two edges that don't follow each other share a vertex (by `vertices`, of each point), or the work would
  /// not be linear.
  std::optional<bool> regular(const SeenPoints& points, std::span<const Index> vertices, std::span<const Loop> loops);

 private:
  struct Node {
    float low[2], high[2];
    std::uint32_t forward;          ///< bit per direction
    Index loop, begin, end, child;  ///< edges from begin up to end; the second child follows the first
  };
  enum class Contact : std::uint8_t { None, Meets, Unknown };

  bool place();
  void findDirections();
  Index build(Index loop);
  Contact within(Index node);
  Contact between(Index a, Index b);
  Contact edgesMeet(Index i, Index j, bool follow) const;
  bool follows(const Node& a, const Node& b) const;
  bool apart(const Node& a, const Node& b) const;
  std::optional<bool> windingsFit() const;
  double area(const Loop& loop) const;
  int windingAround(Index point, const Loop& loop) const;

  const SeenPoints* m_points = nullptr;
  std::span<const Index> m_vertices;
  std::span<const Loop> m_loops;
  std::vector<float> m_place[2];         // of points, from 0 to 1
  std::vector<std::uint32_t> m_forward;  // of edges
  std::vector<Node> m_nodes;
  std::vector<Index> m_roots;  // of loops
  double m_error = 0;          // of m_place
  std::size_t m_tests = 0;     // of pairs of edges
};

}  // namespace pliant::detail
