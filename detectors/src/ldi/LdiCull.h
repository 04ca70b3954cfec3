#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// Subpixels per pixel, in each direction. Vertices are rounded to subpixels.
inline constexpr double kSubpixels = 256;

/// Position of a vertex in the image [subpixel], relative to the centre of the first pixel; rounded to the nearest,
/// ties to even. Relative to the image's corner it is clamped to ±kMostSnapped.
struct SnappedVertex {
  std::int32_t x, y;
};
inline constexpr std::int32_t kMostSnapped = 1 << 30;

/// Position of a vertex among the pixel centres. Each direction has two fields of kPart bits, clamped to the image:
/// - 1 + index of the last centre at or before the vertex;
/// - the complement of 1 + index of the first centre at or after the vertex.
/// The low half of the word is for columns, the high half for rows. The fieldwise maximum over the corners of a face
/// bounds the centres that the face can cover. The face covers no centre if in one direction the first field is less
/// than the complement of the second.
template <typename Word>
struct PixelWord {
  static constexpr unsigned kPart = sizeof(Word) * 2;  ///< bits of a field
  static constexpr Index kMostPixels = (Index{1} << kPart) - 3;
};
using SmallPixelWord = std::uint32_t;  ///< for images of up to 253 pixels
using LargePixelWord = std::uint64_t;  ///< for images of up to 65533 pixels

/// Pixels that a face may cover. Bounds are inclusive.
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

/// Number of elements that arrays written in whole vectors need beyond their end.
inline constexpr std::size_t kLdiPadding = 16;

/// Converts positions [begin, end) to snapped[begin, end) and words[begin, end); writes up to kLdiPadding more
/// elements.
template <typename Word>
void locateVertices(const LdiView& view, const PackedPosition* positions, std::size_t begin, std::size_t end,
                    SnappedVertex* snapped, Word* words);

/// Lists the faces of [begin, end) that may cover a pixel, ascending, in `survivors`, and their combined words in
/// `corners`. `words` is indexed by the faces' own vertex indices. Returns the number of faces; writes up to
/// kLdiPadding more elements.
template <typename Word>
std::size_t cullFaces(const Triangle* faces, std::size_t begin, std::size_t end, const Word* words, Index* survivors,
                      Word* corners);

}  // namespace pliant::detail
