#pragma once

#include <pliant/detectors/ldi/LdiQueries.h>

#include <vector>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Leaves out of a self-intersection volume the pieces that rounding may have made: those that nowhere leave the
/// surface by more than 1/128 pixel and a step of depth. So a surface that does not pass through itself has none. A
/// piece is what hangs together from span to span and pixel to pixel. One that holds a ball of 1.45 pixels stays: a ray
/// that passes its centre at 0.707 pixel or less is farther than that from the surface for 0.23 pixel, more than the
/// distance of two probes.
class SelfIntersection {
 public:
  /// `volume` is that of a body's image (selfIntersectionVolume) and not empty, `tree` is the body's.
  void verify(const BodySet& bodies, const SurfaceTree& tree, LdiVolume& volume);

  /// Whether anything is left of one with a longest span of such a part of the range.
  static bool mayRemain(const LdiView& view, double longest);

  /// Bytes held at present.
  std::size_t memory() const {
    return (m_pieces.capacity() + m_longestFirst.capacity()) * sizeof(Index) + m_kept.capacity();
  }

 private:
  void findPieces(const LdiVolume& volume);

  std::vector<Index> m_pieces;  ///< by span: the first span of its piece
  std::vector<Index> m_longestFirst;
  std::vector<std::uint8_t> m_kept;  ///< by span, of the first of a piece
};

}  // namespace pliant::detail
