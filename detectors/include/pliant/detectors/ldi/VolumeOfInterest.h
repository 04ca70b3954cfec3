#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <optional>

namespace pliant {

/// Pixel grid and depth range of a volume of interest.
struct LdiGrid {
  /// Number of pixels along the longest side of the volume, 1 to kMostLdiResolution.
  Index resolution = 64;
  /// True: `resolution` pixels along both sides of the image, so pixels are not square, as in the papers' tables.
  bool stretched = false;

  /// Depth range.
  enum class Depths : std::uint8_t {
    Tight,     ///< intersection of the boxes; depths beyond it are clamped
    Extended,  ///< without opposite outside faces: up to the side of the outer box (the paper's choice)
  };
  Depths depths = Depths::Tight;

  /// View axis.
  enum class Axis : std::uint8_t {
    /// Axis of the nearest pair of opposite outside faces (Heidelberger 2003, 3.1); without one, of the shortest side.
    /// The number of layers on random pairs is 1.26 times that of the best axis (a random axis: 1.30).
    /// The number of entries, with square pixels, is 1.66 times that of the best axis (the longest side: 1.04), because
    /// the image is the largest of the three.
    Nearest,
    X,
    Y,
    Z
  };
  Axis axis = Axis::Nearest;
};

/// Opposite views of the volume of interest of two bodies.
struct LdiPairViews {
  LdiView a, b;
  bool outside = false;   ///< true if both view directions start at outside faces (Heidelberger 2003, 3.1)
  bool extended = false;  ///< true if LdiGrid::Depths::Extended has enlarged the depth range
};

/// Returns the views of the intersection of two boxes (stage 1, Heidelberger 2003, 3.1).
/// Returns std::nullopt if the boxes have no common point.
/// The volume may have no extent along an axis; it is not drawable then (isDrawable()).
/// Volume and axis are symmetric in a and b.
/// Throws Error if the resolution or the axis is out of range.
PLIANT_DETECTORS_EXPORT std::optional<LdiPairViews> volumeOfInterest(const Box& a, const Box& b, const LdiGrid& grid);

/// Returns the view of a body for self-intersections (Heidelberger 2004, 3.1).
/// The volume is the body's box, the axis its shortest side unless the grid sets an axis.
/// Throws Error if the resolution or the axis is out of range.
PLIANT_DETECTORS_EXPORT LdiView volumeOfInterest(const Box& box, const LdiGrid& grid);

}  // namespace pliant
