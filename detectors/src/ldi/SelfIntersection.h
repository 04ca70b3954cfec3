#pragma once

#include <pliant/detectors/ldi/LdiQueries.h>

#include <vector>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Leaves out of a self-intersection volume the pieces that rounding may have made: those that nowhere leave the
/// surface by more than 1/128 pixel and a step of depth. So a surface that does not pass through itself has none. A
/// piece is what hangs together from span to span and pixel to pixel.
class SelfIntersection {
 public:
  /// `volume` is that of the slot's image (selfIntersectionVolume).
  void verify(const BodySet& bodies, Index slot, LdiVolume& volume);

 private:
  void findPieces(const LdiVolume& volume);

  SurfaceTree m_tree;
  std::vector<Index> m_pieces;  ///< by span: the first span of its piece
  std::vector<Index> m_longestFirst;
  std::vector<std::uint8_t> m_kept;  ///< by span, of the first of a piece
  std::uint64_t m_revision = 0;
  Index m_slot = kNoIndex;
};

}  // namespace pliant::detail
