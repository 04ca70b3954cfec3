#pragma once

#include <array>
#include <vector>

#include "solve/PackedNodes.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Number of bodies of an island that a load passes through until it reaches a support that the island does not move.
class LoadPaths {
 public:
  void begin(const SolveContext& context);
  /// Marks the body as supported if a rigid body, an anchor or a pinned node supports it.
  void addBody(const SolveContext& context, Index index, const PackedNodes& nodes);
  /// Adds two bodies that press each other.
  void addPair(const SolveContext& context, Index bodyA, Index bodyB);

  /// Call after all bodies and pairs have been added.
  void measure();
  /// Returns the number of bodies on a load's shortest path from this body to a support, this body included: 1 if the
  /// support holds the body itself, 0 if there is no support.
  int length(Index index) const { return m_distance[index]; }

 private:
  std::vector<int> m_distance;  // indexed by body; 0: not reached yet
  std::vector<std::array<Index, 2>> m_pairs;
};

}  // namespace pliant::detail
