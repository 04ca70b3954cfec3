#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// Parts of a pixel to which vertices are rounded.
inline constexpr double kSubpixels = 256;

/// Where a vertex lies in the image: such parts from the centre of the first pixel, rounded to the nearest, ties to
/// even. From the image's corner at most ±kMostSnapped.
struct SnappedVertex {
  std::int32_t x, y;
};
inline constexpr std::int32_t kMostSnapped = 1 << 30;

/// Where a vertex lies among the centres of pixels: in each direction 1 + the last centre at or before it, and the
/// complement of 1 + the first at or after it, clamped to the image. So the maximum over the corners of a face bounds
/// the centres that it can cover; it covers none if in one direction the first part is less than the complement of the
/// second. Byte by byte, or 16 bits by 16 bits: columns first.
template <typename Word>
struct PixelWord {
  static constexpr unsigned kPart = sizeof(Word) * 2;  ///< bits
  static constexpr Index kMostPixels = (Index{1} << kPart) - 3;
};
using SmallPixelWord = std::uint32_t;  ///< images of up to 253 pixels
using LargePixelWord = std::uint64_t;  ///< of up to 65533

/// What a face may cover. Inclusive.
struct PixelRange {
  Index firstColumn, lastColumn, firstRow, lastRow;
};

template <typename Word>
PixelRange rangeOf(Word corners) {
  constexpr unsigned part = PixelWord<Word>::kPart;
  const auto field = [](Word word, unsigned at) {
    return static_cast<Index>((word >> (at * part)) & ((Word{1} << part) - 1));
  };
  const Word inverse = ~corners;
  return {field(inverse, 1) - 1, field(corners, 0) - 1, field(inverse, 3) - 1, field(corners, 2) - 1};
}

/// Room that arrays written in whole vectors need beyond their end.
inline constexpr std::size_t kLdiPadding = 16;

/// Of positions [begin, end) into snapped[begin, end), words[begin, end) and up to kLdiPadding more.
template <typename Word>
void locateVertices(const LdiView& view, const PackedPosition* positions, std::size_t begin, std::size_t end,
                    SnappedVertex* snapped, Word* words);

/// Those of faces [begin, end) that may cover a pixel, ascending; `words` are by the faces' own vertex indices. Writes
/// kLdiPadding more than there are. Returns their number.
template <typename Word>
std::size_t cullFaces(const Triangle* faces, std::size_t begin, std::size_t end, const Word* words, Index* survivors,
                      Word* corners);

}  // namespace pliant::detail
