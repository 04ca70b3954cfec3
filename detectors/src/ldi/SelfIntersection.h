#pragma once

#include <pliant/detectors/ldi/LdiQueries.h>

#include <vector>

#include "core/UnionFind.h"
#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Removes the pieces of a self-intersection volume that may result from rounding: pieces that are nowhere farther from
/// the surface than 1/128 pixel plus a depth step. So a surface that does not pass through itself has no volume. A
/// piece is a set of spans connected from span to span and pixel to pixel.
///
/// A piece that contains a ball of 1.45 pixels in diameter is kept: a ray that passes the ball's centre at 0.707 pixel
/// or less is farther than that limit from the surface along 0.23 pixel, more than the distance between two probes.
class SelfIntersection {
 public:
  /// `volume` is the selfIntersectionVolume of the body's image and must not be empty; `tree` is the body's tree.
  void verify(const BodySet& bodies, const SurfaceTree& tree, LdiVolume& volume);

  /// Returns true if anything may remain of a volume with this longest span (part of the view's range).
  static bool mayRemain(const LdiView& view, double longest);

  /// Returns the bytes held at present.
  std::size_t memory() const { return m_pieces.memory() + memoryOf(m_longestFirst, m_kept); }

 private:
  void findPieces(const LdiVolume& volume);

  UnionFind m_pieces;  ///< sets of spans; the root of a piece is its first span
  std::vector<Index> m_longestFirst;
  std::vector<std::uint8_t> m_kept;  ///< one per span; valid at the first span of a piece
};

}  // namespace pliant::detail
