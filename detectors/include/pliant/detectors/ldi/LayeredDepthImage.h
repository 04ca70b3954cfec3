#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Largest width and height of an image [pixels].
inline constexpr Index kMostLdiResolution = 16384;

/// An orthographic projection of a volume of interest along an axis onto a pixel grid (Heidelberger 2003, 3.2).
/// The column axis and the row axis follow `axis` cyclically, so column axis, row axis and `axis` are right-handed.
/// The two views of a pair share the grid and its tie rules; only the direction differs.
struct LdiView {
  std::array<double, 3> min{}, max{};  ///< volume of interest [length]
  std::uint8_t axis = 2;               ///< depth axis, 0 to 2
  bool ascending = false;              ///< true if depth grows with the coordinate along `axis`
  Index width = 0, height = 0;         ///< size of the image [pixels]
  std::array<double, 2> pixel{};       ///< width and height of a pixel [length]; the grid starts at `min`

  int columnAxis() const { return (axis + 1) % 3; }
  int rowAxis() const { return (axis + 2) % 3; }
  double range() const { return max[axis] - min[axis]; }  ///< depth range [length]
  std::size_t pixels() const { return std::size_t{width} * height; }
  bool operator==(const LdiView&) const = default;
};

/// Returns true if a view can be rendered:
/// - width and height are from 1 to kMostLdiResolution,
/// - the size of a pixel is positive and finite,
/// - the sides of the volume are from 1e-290 to 1e290.
PLIANT_DETECTORS_EXPORT bool isDrawable(const LdiView& view);

/// An intersection of the surface with the ray through a pixel centre.
struct LdiEntry {
  std::uint32_t faceAndSide = 0;  ///< 2 · face, plus 1 if the face is front-facing
  float depth = 0;                ///< 0 at the near end of the volume, 1 at the far end; clamped

  Index face() const { return faceAndSide >> 1; }  ///< face index in the rendered surface
  /// Returns true for an entry point, false for an exit point.
  bool entering() const { return (faceAndSide & 1) != 0; }
  bool operator==(const LdiEntry&) const = default;
};

/// All layers of a surface in a view (Heidelberger 2003, 3.2; with front and back faces 2004, 3.1).
/// The entries of a pixel are sorted by (depth, face).
struct PLIANT_DETECTORS_EXPORT LayeredDepthImage {
  LdiView view;
  std::vector<std::uint32_t> offsets;  ///< first entry of each pixel, row by row, then the number of entries
  std::vector<LdiEntry> entries;
  /// First pixel of a band, an image of some rows only; `offsets` begins there.
  /// 0 for a whole image.
  std::size_t firstPixel = 0;

  /// Returns the index after the last stored pixel.
  std::size_t endPixel() const { return firstPixel + offsets.size() - !offsets.empty(); }
  /// Returns the entries of pixel `p`, from firstPixel to endPixel() − 1.
  std::span<const LdiEntry> pixel(std::size_t p) const {
    const std::uint32_t* const offset = offsets.data() + (p - firstPixel);
    return {entries.data() + offset[0], entries.data() + offset[1]};
  }
  /// Returns the largest number of entries of a pixel, the depth complexity.
  std::uint32_t layers() const;
  /// Returns the number of pixels whose numbers of entry and exit points differ; 0 for a closed surface.
  std::size_t unbalancedPixels() const;
  /// Returns the memory of offsets and entries [bytes].
  std::size_t memory() const;
  /// Returns the same with unused capacity [bytes].
  std::size_t allocatedMemory() const;
};

}  // namespace pliant
