#pragma once

#include <array>
#include <vector>

#include "solve/ContactSource.h"
#include "solve/PackedNodes.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// How far loads travel through the bodies of an island until something bears them that they don't move.
class LoadPaths {
 public:
  void begin(const SolveContext& context);
  /// What the bodies of the island bear on: rigid bodies, anchors and pinned nodes.
  void addBody(const SolveContext& context, Index slot, const PackedNodes& nodes);
  /// Two bodies of which one bears on the other.
  void addPair(const SolveContext& context, Index slotA, Index slotB);

  /// After all bodies and pairs were added.
  void measure();
  /// How many bodies a load on that body passes on its shortest way to something that bears it, the body counted: 1
  /// where that bears the body itself, 0 where nothing does.
  int length(Index slot) const { return m_distance[slot]; }

 private:
  std::vector<int> m_distance;  // by slot; 0: not reached yet
  std::vector<std::array<Index, 2>> m_pairs;
};

}  // namespace pliant::detail
