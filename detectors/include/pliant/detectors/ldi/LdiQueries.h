#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

/// A piece of the ray through the centre of a pixel, from `low` to `high`: 0 at the volume's minimum along the view's
/// axis, 1 at its maximum, whichever way the view looks.
struct LdiSpan {
  std::uint32_t pixel;
  float low, high;
};

/// A volume as spans, ordered by pixel, then upwards.
struct LdiVolume {
  LdiView view;
  std::vector<LdiSpan> spans;
  double volume = 0;                 ///< world units cubed; pixels at the border count by their share of the volume
  std::array<double, 3> centroid{};  ///< world space; of no meaning without spans
  /// Box around the spans with their pixels; empty (min > max) without spans.
  std::array<double, 3> min = {kInfinity, kInfinity, kInfinity}, max = {-kInfinity, -kInfinity, -kInfinity};

  /// As without spans and view; the memory stays.
  void clear() {
    LdiVolume empty;
    empty.spans.swap(spans);
    empty.spans.clear();
    std::swap(*this, empty);
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

/// What the surface encloses: winding number at least 1.
PLIANT_DETECTORS_EXPORT void insideVolume(const LayeredDepthImage& image, LdiVolume& volume);

/// What both surfaces enclose (2003, 3.3: intersection volume). The images share the grid; their views may look
/// opposite ways. The same bits whichever comes first. Throws Error where the grids differ.
PLIANT_DETECTORS_EXPORT void intersectionVolume(const LayeredDepthImage& a, const LayeredDepthImage& b,
                                                LdiVolume& volume);

/// Where the winding number is above 1 or below 0 (2004, 3.1, stage 3a). Rounding may make thin pieces of it where
/// faces of one surface lie closer to each other than 1/128 pixel; what LdiDetector answers is without them.
PLIANT_DETECTORS_EXPORT void selfIntersectionVolume(const LayeredDepthImage& image, LdiVolume& volume);

/// The test as the paper puts it (2004, 3.1): the number of pixels in which entry and exit points don't alternate,
/// beginning with an entry. Also counts what ties and rounding at silhouettes put out of order.
PLIANT_DETECTORS_EXPORT std::size_t pixelsOutOfOrder(const LayeredDepthImage& image);

/// Indices, ascending, of those points that lie in the view's box and in an inside region (2003, 3.3:
/// vertex-in-volume). Replaces what `inside` held.
PLIANT_DETECTORS_EXPORT void pointsInside(const LayeredDepthImage& image, std::span<const PackedPosition> points,
                                          std::vector<Index>& inside);

}  // namespace pliant
