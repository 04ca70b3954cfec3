#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstddef>

#include "ldi/FragmentList.h"
#include "ldi/LdiCull.h"

namespace pliant::detail {

/// Steps of depth over the range; a float holds each of them, from either end.
inline constexpr double kDepthSteps = 1 << 24;
/// Parts of a pixel to which vertices are rounded.
inline constexpr double kSubpixels = 256;

/// Rows of an image that are drawn together. Inclusive.
struct RowBand {
  Index first, last;
};

/// Fragments in a band, of faces that survived culling, `count` of them, with the words of their corners.
template <typename Word>
void rasteriseFaces(const LdiSurface& surface, const LdiView& view, const RowBand& band, const Index* survivors,
                    const Word* corners, std::size_t count, FragmentList& fragments);

}  // namespace pliant::detail
