#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <algorithm>
#include <cstddef>

#include "ldi/FragmentList.h"
#include "ldi/LdiCull.h"

namespace pliant::detail {

/// Number of depth steps in the range. A float represents each step exactly, counted from either end.
inline constexpr double kDepthSteps = 1 << 24;

/// Rows of an image that are drawn together. Bounds are inclusive.
struct RowBand {
  Index first, last;
};

/// Returns the pixels of a band that a face may cover; no pixels if firstRow > lastRow.
template <typename Word>
PixelRange rangeInBand(Word corners, const RowBand& band) {
  PixelRange range = rangeOf(corners);
  range.firstRow = std::max(range.firstRow, band.first);
  range.lastRow = std::min(range.lastRow, band.last);
  return range;
}

/// Surface, view and rows of a drawing.
struct LdiDrawing {
  const LdiSurface& surface;
  const LdiView& view;
  const SnappedVertex* snapped;  ///< indexed by the faces' own vertex indices
  RowBand band;
};

/// Adds the fragments of the faces that cover few pixels of a band, many faces at once. `survivors` holds the `count`
/// faces left by cullFaces, `corners` their words. The remaining faces, for rasteriseLargeFaces, are moved to the
/// front. Returns their number. kLdiPadding more elements of both arrays must be readable, as after cullFaces.
template <typename Word>
std::size_t rasteriseSmallFaces(const LdiDrawing& drawing, Index* survivors, Word* corners, std::size_t count,
                                FragmentList& fragments);

/// Adds the fragments of any faces: one face at a time, many pixels of a row at once.
template <typename Word>
void rasteriseLargeFaces(const LdiDrawing& drawing, const Index* survivors, const Word* corners, std::size_t count,
                         FragmentList& fragments);

}  // namespace pliant::detail
