#pragma once

#include <pliant/detectors/ldi/LdiQueries.h>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Leaves out of a self-intersection volume the spans that rounding may have made: those that nowhere leave the surface
/// by more than 1/128 pixel and a step of depth. So a surface that does not pass through itself has none.
class SelfIntersection {
 public:
  /// `volume` is that of the slot's image (selfIntersectionVolume).
  void verify(const BodySet& bodies, Index slot, LdiVolume& volume);

 private:
  SurfaceTree m_tree;
  std::uint64_t m_revision = 0;
  Index m_slot = kNoIndex;
};

}  // namespace pliant::detail
