#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiOverlap.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pliant {

/// Sums over the spans of a volume. The volume is an exact sum, so its bits do not depend on the order of addition.
struct OverlapSummary {
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

/// An image, or three along all axes, where a backend keeps it.
class PLIANT_DETECTORS_EXPORT LdiImageHandle {
 public:
  LdiImageHandle() = default;
  virtual ~LdiImageHandle();
  LdiImageHandle(const LdiImageHandle&) = delete;
  LdiImageHandle& operator=(const LdiImageHandle&) = delete;

  /// Returns the main memory of the image [bytes]. Default: 0.
  virtual std::size_t memory() const { return 0; }

  std::size_t entries = 0;   ///< number of entries of the last rendered image
  std::uint32_t layers = 0;  ///< largest number of entries of a pixel; not set for images along all axes
  bool kept = true;          ///< false if the last query drew the image in bands and kept none of it
};

/// An image in main memory, or three along all axes.
class PLIANT_DETECTORS_EXPORT LdiMemoryImage final : public LdiImageHandle {
 public:
  ~LdiMemoryImage() override;
  std::size_t memory() const override;

  std::array<LayeredDepthImage, 3> images;  ///< a single view uses the first
  bool drawn = false;                       ///< false: the images are undefined
};

/// A surface and its image in a query.
struct LdiInput {
  LdiSurface surface;
  LdiView view;
  LdiImageHandle* image = nullptr;  ///< from makeImage() of the same backend; null: a body without volume, points only
  bool drawn = false;               ///< true if the image already shows this surface in this view
};

/// A query for two surfaces that share a grid. Null pointers: not requested.
struct LdiPairQuery {
  LdiInput a, b;
  /// Output: vertices of one surface in the volume of the other, as by pointsInside(), ascending.
  /// An index is counted from `firstVertex` of its own surface.
  /// Empty if the other surface has no image.
  std::vector<Index>*aInB = nullptr, *bInA = nullptr;
  OverlapSummary* intersection = nullptr;  ///< output: intersection volume; unchanged if an image is missing
};

/// A surface in a query along all three axes. One LdiImageHandle holds the three images.
struct LdiAxesInput {
  LdiSurface surface;
  std::array<LdiView, 3> views;     ///< along x, y and z
  LdiImageHandle* image = nullptr;  ///< from makeImage() of the same backend, used for queries along three axes only
  bool drawn = false;               ///< true if the image already shows this surface in these views
};

/// A query for two surfaces that share three grids, or for one surface with itself; b has no image then.
struct LdiAxesQuery {
  LdiAxesInput a, b;
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

/// Images with more pixels are drawn and queried in bands of rows by renderers that support renderRows(). This takes
/// less time than whole images, and a fraction of their memory.
inline constexpr std::size_t kMostUnbandedPixels = std::size_t{1} << 22;

/// Interface of what draws images, keeps them and evaluates queries on them: LdiRenderer::backend().
/// The results are those of LdiQueries.h on the same images: equal points and volumes, centroids except for rounding.
/// Each query renders the images that are not drawn, or that were lost.
/// All functions throw the errors of LdiRenderer::render().
class PLIANT_DETECTORS_EXPORT LdiBackend {
 public:
  virtual ~LdiBackend();

  /// Returns a new image that the other functions of this backend accept.
  virtual std::unique_ptr<LdiImageHandle> makeImage() = 0;
  /// Writes the outputs of the query.
  virtual void answer(const LdiPairQuery& query, Workers& workers) = 0;
  /// Returns the summary of the self-intersection volume.
  /// `volume`: replaced by selfIntersectionVolume() if the image is in main memory; else cleared.
  virtual OverlapSummary selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) = 0;
  /// Replaces `gradients`, bitwise equal to axisGradients().
  virtual void gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) = 0;
  /// Replaces `spans` by those of axesSpans().
  virtual void spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) = 0;
  /// Returns the whole image in main memory; valid until the image is used again.
  virtual const LayeredDepthImage& read(const LdiInput& input, Workers& workers) = 0;

  /// Returns true if images stay on a graphics card. Default: false.
  virtual bool onCard() const { return false; }
  /// Returns the main memory of scratch buffers [bytes], without that of LdiRenderer::memory(). Default: 0.
  virtual std::size_t scratchMemory() const { return 0; }
};

}  // namespace pliant
