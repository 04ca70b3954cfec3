#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "regularitytree/DualTraversal.h"

namespace pliant::detail {

/// Finds crowded leaf patches: they must be tested against many other leaf patches of their own surface.
class CrowdedPatches {
 public:
  /// Removes from `pairs` the leaf pairs of one body in which both patches are crowded. `parts` has one entry per body.
  void takeFrom(PairList& pairs, std::span<const std::unique_ptr<SurfacePatches>> parts, std::span<const Index> selves);

  /// Crowded leaf patches of a body in the last `selves`, in tree order.
  std::span<const Index> of(Index slot) const { return m_bodies[slot].nodes; }

  std::size_t memory() const;

 private:
  struct Body {
    std::vector<std::uint16_t> others;  // per node: number of its pairs, at most kMany + 1
    std::vector<Index> nodes;
  };
  void count(Index slot, Index leafPatch);
  bool isCrowded(Index slot, Index leafPatch) const;

  std::vector<Body> m_bodies;  // per body
};

}  // namespace pliant::detail
