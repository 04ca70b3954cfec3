#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiOverlap.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pliant {

/// Sums over the spans of a volume. The volume is an exact sum, so its bits do not depend on the order of addition.
struct LdiFigures {
  double volume = 0;  ///< [length³]; border pixels are weighted by their share in the volume of interest
  /// Centroid in world space [length]; undefined without spans.
  /// Added in a fixed order; other orders differ by less than 1e-9 of the bounds.
  std::array<double, 3> centroid{};
  /// Box of the spans with their pixels [length]; empty (min > max) without spans.
  std::array<double, 3> min = {kInfinity, kInfinity, kInfinity}, max = {-kInfinity, -kInfinity, -kInfinity};
  double longest = 0;  ///< length of the longest span / range of the view, 0 to 1

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

/// An image that stays where it was rendered, for instance on a graphics card.
class PLIANT_DETECTORS_EXPORT LdiKeptImage {
 public:
  LdiKeptImage() = default;
  virtual ~LdiKeptImage();
  LdiKeptImage(const LdiKeptImage&) = delete;
  LdiKeptImage& operator=(const LdiKeptImage&) = delete;

  std::size_t entries = 0;   ///< number of entries of the last rendered image
  std::uint32_t layers = 0;  ///< largest number of entries of a pixel
};

/// A surface and its image in a query.
struct LdiSubject {
  LdiSurface surface;
  LdiView view;
  LdiKeptImage* image = nullptr;  ///< from makeImage() of the same renderer; null: a body without volume, points only
  bool drawn = false;             ///< true if the image already shows this surface in this view
};

/// A query for two surfaces that share a grid. Null pointers: not requested.
struct LdiPairQuestion {
  LdiSubject a, b;
  /// Output: vertices of one surface in the volume of the other, as by pointsInside(), ascending.
  /// An index is counted from `firstVertex` of its own surface.
  /// Empty if the other surface has no image.
  std::vector<Index>*aInB = nullptr, *bInA = nullptr;
  LdiFigures* intersection = nullptr;  ///< output: intersection volume; unchanged if an image is missing
};

/// A surface in a query along all three axes. One LdiKeptImage stores the three images.
struct LdiAxesSubject {
  LdiSurface surface;
  std::array<LdiView, 3> views;   ///< along x, y and z
  LdiKeptImage* image = nullptr;  ///< from makeImage() of the same renderer, used for queries along three axes only
  bool drawn = false;             ///< true if the image already shows this surface in these views
};

/// A query for two surfaces that share three grids, or for one surface with itself; b has no image then.
struct LdiAxesQuestion {
  LdiAxesSubject a, b;
};
/// One per axis.
using LdiAxisGradients = std::array<LdiAxisGradient, 3>;

/// The end of a span of an overlap, a point on a face.
struct LdiSpanEnd {
  Index face;                     ///< face index in its surface
  Triangle corners;               ///< indices of LdiSurface::positions
  std::array<double, 3> weights;  ///< barycentric coordinates, sum 1
  double height;                  ///< 0 at the volume's minimum along the axis, 1 at its maximum; not clamped
  std::uint8_t owner;             ///< surface of the face: 0 for a, 1 for b
};

/// A segment of a pixel's ray inside an overlap.
struct LdiOverlapSpan {
  std::size_t pixel;
  double share;                               ///< share of the pixel's area in the volume of interest
  double low, high;                           ///< [depth step], 2^24 steps over the view's range, low < high
  std::optional<LdiSpanEnd> lowEnd, highEnd;  ///< null if no face ends the span there
};
/// One list per axis, sorted by pixel, then upwards.
using LdiAxesSpans = std::array<std::vector<LdiOverlapSpan>, 3>;

/// Computes the gradients from images in main memory, three per surface (x, y, z).
/// `b` and `imagesOfB` null: a with itself.
/// Replaces `gradients`.
PLIANT_DETECTORS_EXPORT void axisGradients(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA,
                                           const LdiSurface* b, const LayeredDepthImage* imagesOfB,
                                           LdiAxisGradients& gradients);
/// Computes the spans of the overlap from the same images.
/// Replaces `spans`.
PLIANT_DETECTORS_EXPORT void axesSpans(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA,
                                       const LdiSurface* b, const LayeredDepthImage* imagesOfB, LdiAxesSpans& spans);

/// Interface of a renderer that evaluates queries where its images are stored, and returns the results only.
/// The results are those of LdiQueries.h on the same images: equal points and volumes, centroids except for rounding.
/// An image that is lost with its context is rendered again, even if `drawn` is true.
/// All functions throw the errors of LdiRenderer::render().
class PLIANT_DETECTORS_EXPORT LdiAnswering {
 public:
  virtual ~LdiAnswering();

  /// Returns a new image that the other functions of this renderer accept.
  virtual std::unique_ptr<LdiKeptImage> makeImage() = 0;
  /// Renders the images that are not drawn, then writes the outputs of the query.
  virtual void answer(const LdiPairQuestion& question, Workers& workers) = 0;
  /// Returns the figures of the self-intersection volume.
  virtual LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) = 0;
  /// Replaces `gradients`, bitwise equal to axisGradients().
  /// Returns false if the images cannot be kept where they are rendered; use axisGradients() then.
  /// Default: returns false.
  virtual bool gradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients, Workers& workers);
  /// Replaces `spans` by those of axesSpans(). Returns false like gradient().
  virtual bool spans(const LdiAxesQuestion& question, LdiAxesSpans& spans, Workers& workers);
  /// Copies the image to main memory.
  virtual void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) = 0;
};

}  // namespace pliant
