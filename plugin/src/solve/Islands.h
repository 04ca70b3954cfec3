#pragma once

#include <vector>

#include "core/DisjointSets.h"
#include "core/GroupedIndices.h"
#include "core/StepConstraints.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Sets of moving bodies that are joined by contacts. A body that stands still joins nothing, but a body that touches
/// it is no longer alone. A dynamic rigid body joins all bodies that touch it. A body with seams is never alone.
class Islands {
 public:
  void build(const SolveContext& context, const StepConstraints& constraints);

  Index count() const { return m_count; }
  /// Returns the body indices of an island, ascending. Islands are in the order of their first body.
  std::span<const Index> bodies(Index island) const { return m_bodies[island]; }
  /// Returns the island of a body; kNoIndex for bodies that touch nothing or stand still.
  Index islandOf(Index body) const { return m_island[body]; }
  /// Returns the island of a contact between two bodies.
  Index islandOf(Index bodyA, Index bodyB) const {
    return m_island[bodyA] != kNoIndex ? m_island[bodyA] : m_island[bodyB];
  }

 private:
  DisjointSets m_sets;
  Index m_count = 0;
  std::vector<Index> m_island;
  GroupedIndices m_bodies;
  std::vector<char> m_touched;
  std::vector<Index> m_firstAt;  ///< indexed by dynamic rigid body (first mesh): first soft body that touches it
};

}  // namespace pliant::detail
