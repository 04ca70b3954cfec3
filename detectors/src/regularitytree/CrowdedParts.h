#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "regularitytree/DualTraversal.h"

namespace pliant::detail {

/// Where surfaces are crowded: bottoms that must be held against many others of their own surface.
class CrowdedParts {
 public:
  /// Takes those pairs of bottoms of one body out of `pairs` that are both crowded. `parts` by slot.
  void takeFrom(PairList& pairs, std::span<const std::unique_ptr<SurfaceParts>> parts, std::span<const Index> selves);

  /// The crowded bottoms of a slot among the last `selves`, in the order of their leaves.
  std::span<const Index> of(Index slot) const { return m_bodies[slot].nodes; }

  std::size_t memory() const;

 private:
  struct Body {
    std::vector<std::uint16_t> others;  // by node
    std::vector<Index> nodes;
  };
  void count(Index slot, Index bottom);
  bool isCrowded(Index slot, Index bottom) const;

  std::vector<Body> m_bodies;  // by slot
};

}  // namespace pliant::detail
