#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

/// A segment of the ray through a pixel centre.
struct LdiSpan {
  std::uint32_t pixel;
  float low, high;  ///< 0 at the volume's minimum along the axis, 1 at its maximum, for both view directions
};

/// A volume as spans, sorted by pixel, then upwards.
struct LdiVolume {
  LdiView view;
  std::vector<LdiSpan> spans;
  double volume = 0;  ///< [length³]; border pixels are weighted by their share in the volume of interest
  std::array<double, 3> centroid{};  ///< world space [length]; undefined without spans
  /// Box of the spans with their pixels [length]; empty (min > max) without spans.
  std::array<double, 3> min = {kInfinity, kInfinity, kInfinity}, max = {-kInfinity, -kInfinity, -kInfinity};

  /// Resets all members; keeps the memory of the spans.
  void clear() {
    LdiVolume empty;
    empty.spans.swap(spans);
    empty.spans.clear();
    std::swap(*this, empty);
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

/// Computes the volume that the surface encloses: winding number at least 1.
/// Replaces `volume`.
PLIANT_DETECTORS_EXPORT void insideVolume(const LayeredDepthImage& image, LdiVolume& volume);

/// Computes the intersection volume of two surfaces (Heidelberger 2003, 3.3).
/// The images share the grid; their view directions may be opposite.
/// Replaces `volume`; the result is bitwise symmetric in a and b.
/// Throws Error if the grids differ.
PLIANT_DETECTORS_EXPORT void intersectionVolume(const LayeredDepthImage& a, const LayeredDepthImage& b,
                                                LdiVolume& volume);

/// Computes the volume with winding number above 1 or below 0 (Heidelberger 2004, 3.1, stage 3a).
/// Replaces `volume`.
/// Rounding may produce thin spans between faces that are closer than 1/128 pixel; LdiDetector removes them.
PLIANT_DETECTORS_EXPORT void selfIntersectionVolume(const LayeredDepthImage& image, LdiVolume& volume);

/// Returns the number of pixels in which entry and exit points do not alternate, starting with an entry point.
/// This is the paper's test (Heidelberger 2004, 3.1); ties and rounding at silhouettes are counted, too.
PLIANT_DETECTORS_EXPORT std::size_t pixelsOutOfOrder(const LayeredDepthImage& image);

/// Finds the points in the view's box with winding number at least 1 (vertex-in-volume, Heidelberger 2003, 3.3).
/// Replaces `inside` by their indices, ascending.
PLIANT_DETECTORS_EXPORT void pointsInside(const LayeredDepthImage& image, std::span<const PackedPosition> points,
                                          std::vector<Index>& inside);

}  // namespace pliant
