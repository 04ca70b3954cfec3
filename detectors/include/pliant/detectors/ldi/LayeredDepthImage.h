#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

inline constexpr Index kMostLdiResolution = 16384;

/// How a volume is looked at: an orthographic projection along an axis onto a grid of pixels (Heidelberger 2003, 3.2).
/// Column and row axes are the two that follow `axis` in the order x, y, z, x, y; seen against `axis` they and the eye
/// form a right-handed frame. Both views of a pair share the grid and its ties: they differ in the direction alone.
struct LdiView {
  std::array<double, 3> min{}, max{};  ///< the volume of interest, world units
  std::uint8_t axis = 2;               ///< of depth: 0 to 2
  bool ascending = false;              ///< whether depth grows with the coordinate along `axis`
  Index width = 0, height = 0;         ///< pixels
  std::array<double, 2> pixel{};       ///< width and height of a pixel, world units; the grid starts at `min`

  int columnAxis() const { return (axis + 1) % 3; }
  int rowAxis() const { return (axis + 2) % 3; }
  double range() const { return max[axis] - min[axis]; }  ///< of depth, world units
  std::size_t pixels() const { return std::size_t{width} * height; }
  bool operator==(const LdiView&) const = default;
};

/// Whether a view can be drawn: 1 to kMostLdiResolution pixels each way, of finite, positive size, and a volume whose
/// sides are from 1e-290 to 1e290 (whatever a float build tells apart).
PLIANT_DETECTORS_EXPORT bool isDrawable(const LdiView& view);

/// A place where the ray through the centre of a pixel passes the surface.
struct LdiEntry {
  std::uint32_t faceAndSide = 0;  ///< twice the face, plus 1 if it faces the eye
  float depth = 0;                ///< 0 at the near, 1 at the far end of the volume; clamped there

  Index face() const { return faceAndSide >> 1; }  ///< index in the surface that was drawn
  bool entering() const { return (faceAndSide & 1) != 0; }
  bool operator==(const LdiEntry&) const = default;
};

/// All layers of a surface as seen in a view (Heidelberger 2003, 3.2; with sides, 2004, 3.1). Entries of a pixel are
/// sorted by (depth, face).
struct PLIANT_DETECTORS_EXPORT LayeredDepthImage {
  LdiView view;
  std::vector<std::uint32_t> offsets;  ///< first entry of each pixel, column by column within a row; and their number
  std::vector<LdiEntry> entries;
  /// Of some rows only: the first pixel of these, where `offsets` begins. 0 for a whole image.
  std::size_t firstPixel = 0;

  /// One past the last pixel that is held.
  std::size_t endPixel() const { return firstPixel + offsets.size() - !offsets.empty(); }
  std::span<const LdiEntry> pixel(std::size_t p) const {
    const std::uint32_t* const offset = offsets.data() + (p - firstPixel);
    return {entries.data() + offset[0], entries.data() + offset[1]};
  }
  /// Largest number of entries of a pixel: the depth complexity.
  std::uint32_t layers() const;
  /// Pixels with more entries into the volume than exits, or fewer: none for a closed surface.
  std::size_t unbalancedPixels() const;
  /// Bytes of offsets and entries.
  std::size_t memory() const;
};

}  // namespace pliant
