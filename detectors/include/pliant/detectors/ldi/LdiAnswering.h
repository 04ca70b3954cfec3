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

/// What the spans of a volume add up to. Volumes are exact sums: the same bits in whatever order they are added.
struct LdiFigures {
  double volume = 0;  ///< world units cubed; pixels at the border count by their share of the volume
  /// World space; of no meaning without spans. Added in a fixed order; two ways to add differ by rounding, less than
  /// 1e-9 of the bounds.
  std::array<double, 3> centroid{};
  /// Box around the spans with their pixels; empty (min > max) without spans.
  std::array<double, 3> min = {kInfinity, kInfinity, kInfinity}, max = {-kInfinity, -kInfinity, -kInfinity};
  double longest = 0;  ///< span: part of the view's range, 0 to 1

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

/// An image that stays where it was drawn, for instance on a graphics card.
class PLIANT_DETECTORS_EXPORT LdiKeptImage {
 public:
  LdiKeptImage() = default;
  virtual ~LdiKeptImage();
  LdiKeptImage(const LdiKeptImage&) = delete;
  LdiKeptImage& operator=(const LdiKeptImage&) = delete;

  std::size_t entries = 0;   ///< of what was drawn last
  std::uint32_t layers = 0;  ///< largest number of entries of a pixel
};

/// A surface and its image, of which something is asked.
struct LdiSubject {
  LdiSurface surface;
  LdiView view;
  LdiKeptImage* image = nullptr;  ///< made by the one that is asked; null: no volume, points alone take part
  bool drawn = false;             ///< the image shows just that surface in just that view
};

/// What is asked of two surfaces that share a grid.
struct LdiPairQuestion {
  LdiSubject a, b;
  /// Replaced, where they are not null, as by pointsInside: the surfaces' own vertices, `firstVertex` the first, that
  /// are in the other's volume. No image of that other's: none.
  std::vector<Index>*aInB = nullptr, *bInA = nullptr;
  LdiFigures* intersection = nullptr;  ///< replaced, where it is not null and both have images
};

/// A surface along all three axes, and its images, kept as one.
struct LdiAxesSubject {
  LdiSurface surface;
  std::array<LdiView, 3> views;   ///< along x, y and z
  LdiKeptImage* image = nullptr;  ///< made by the one that is asked; serves such questions alone
  bool drawn = false;             ///< it shows just that surface in just those views
};

/// What is asked of two surfaces that share three grids, or of one with itself: b has no image then.
struct LdiAxesQuestion {
  LdiAxesSubject a, b;
};
using LdiAxisGradients = std::array<LdiAxisGradient, 3>;

/// Where a face ends a span of an overlap.
struct LdiSpanEnd {
  Index face;
  Triangle corners;               ///< indices of positions
  std::array<double, 3> weights;  ///< of the corners, sum 1
  double height;                  ///< 0 at the volume's minimum, 1 at its maximum; no clamping has touched it
  std::uint8_t owner;             ///< which of the surfaces it belongs to
};

/// A piece of the ray through a pixel that belongs to an overlap.
struct LdiOverlapSpan {
  std::size_t pixel;
  double share;      ///< of the pixel, in the volume
  double low, high;  ///< steps of depth, upwards
  std::optional<LdiSpanEnd> lowEnd, highEnd;
};
/// By axis, ordered by pixel, then upwards.
using LdiAxesSpans = std::array<std::vector<LdiOverlapSpan>, 3>;

/// The answer by images in main memory, three of each surface; null for b: a with itself.
PLIANT_DETECTORS_EXPORT void axisGradients(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA,
                                           const LdiSurface* b, const LayeredDepthImage* imagesOfB,
                                           LdiAxisGradients& gradients);
/// The same for spans.
PLIANT_DETECTORS_EXPORT void axesSpans(const LdiSurface& a, std::span<const LayeredDepthImage, 3> imagesOfA,
                                       const LdiSurface* b, const LayeredDepthImage* imagesOfB, LdiAxesSpans& spans);

/// A renderer that answers for its images where they are, so that only answers are handed out. The answers are those of
/// LdiQueries.h on the same images: the same points and volumes, centroids to rounding. An image that is lost (with its
/// context) is drawn again, whatever `drawn` says. All throw what LdiRenderer::render does.
class PLIANT_DETECTORS_EXPORT LdiAnswering {
 public:
  virtual ~LdiAnswering();

  virtual std::unique_ptr<LdiKeptImage> makeImage() = 0;
  /// Draws what is not drawn, then answers.
  virtual void answer(const LdiPairQuestion& question, Workers& workers) = 0;
  virtual LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) = 0;
  /// Replaces the gradients, those of axisGradients to the bit. False where only that can tell, since the images can't
  /// be kept where they are drawn; by default.
  virtual bool gradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients, Workers& workers);
  /// The same for spans: those of axesSpans.
  virtual bool spans(const LdiAxesQuestion& question, LdiAxesSpans& spans, Workers& workers);
  /// Hands the image itself out.
  virtual void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) = 0;
};

}  // namespace pliant
