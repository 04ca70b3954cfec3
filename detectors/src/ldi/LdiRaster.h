#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <algorithm>
#include <cstddef>

#include "ldi/FragmentList.h"
#include "ldi/LdiCull.h"

namespace pliant::detail {

/// Steps of depth over the range; a float holds each of them, from either end.
inline constexpr double kDepthSteps = 1 << 24;

/// Rows of an image that are drawn together. Inclusive.
struct RowBand {
  Index first, last;
};

/// What a face may cover of a band; nothing where the first row is behind the last.
template <typename Word>
PixelRange rangeInBand(Word corners, const RowBand& band) {
  PixelRange range = rangeOf(corners);
  range.firstRow = std::max(range.firstRow, band.first);
  range.lastRow = std::min(range.lastRow, band.last);
  return range;
}

/// Where an image is drawn from, and what of it.
struct LdiDrawing {
  const LdiSurface& surface;
  const LdiView& view;
  const SnappedVertex* snapped;  ///< by the faces' own vertex indices
  RowBand band;
};

/// Fragments in a band of those faces that cover few pixels, many faces at once. The faces are those that survived
/// culling, `count` of them, with the words of their corners; what is left, for rasteriseLargeFaces, is moved to their
/// front. Returns its number. As after culling, kLdiPadding more of each array are readable.
template <typename Word>
std::size_t rasteriseSmallFaces(const LdiDrawing& drawing, Index* survivors, Word* corners, std::size_t count,
                                FragmentList& fragments);

/// The same of any faces, one by one, many pixels of a row at once.
template <typename Word>
void rasteriseLargeFaces(const LdiDrawing& drawing, const Index* survivors, const Word* corners, std::size_t count,
                         FragmentList& fragments);

}  // namespace pliant::detail
