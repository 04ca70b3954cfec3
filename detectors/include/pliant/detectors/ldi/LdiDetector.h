#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/InsideContact.h>
#include <pliant/detectors/ldi/LdiOverlap.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>

#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// Volumetric intersections of closed surfaces by layered depth images (Heidelberger, Teschner, Gross 2003 and 2004).
///
/// Answers verticesInside, intersectionVolumes and selfIntersectionVolumes.
/// - Bodies without faces are tested by their vertices.
/// - The results are sampled. They are correct for vertices farther from the surface than 0.72 pixel and a depth step
///   (range / 2^24). Each overlap that contains a ball of 1.45 pixels is found.
/// - If the volume of interest has no extent along an axis, the results are exact.
/// - These limits hold for faces of at most 2^41 pixels; larger faces are distorted.
/// - A body with faces that is not closed and consistently oriented is refused.
/// - An image of more than kMostWholePixels is refused if the renderer renders whole images only, and always by
///   intersection(), overlap() and regions(), which need whole images.
/// - query() and the functions after it, except candidates(), throw Error if BodySet::revision() has changed since the
///   last update.
class PLIANT_DETECTORS_EXPORT LdiDetector final : public Detector {
 public:
  /// Largest whole image, 4,096 × 4,096 pixels. Two such images with a few layers take about 1 GiB.
  static constexpr std::size_t kMostWholePixels = std::size_t{1} << 24;

  struct Settings {
    /// Grid of the images.
    /// `resolution` 0 (default): a pixel is half the mean edge length at rest of the finer body, and larger if a body
    /// is stretched to more than twice its rest size.
    LdiGrid grid{.resolution = 0};
    /// True: a body's image is reused after an update if neither the body nor the view has changed.
    /// The view is the body's own box or, with another body, the intersection of both boxes.
    /// Images of more than 256 MiB, and images of more than 2^22 pixels rendered on the CPU, are not kept.
    /// All images are discarded if a body is added or removed.
    bool keepImages = true;
    /// True: vertices closer to a face than the error of the image are decided exactly.
    /// verticesInside is then exact at any resolution: winding number at least 1, or on the surface.
    bool exactNearSurface = false;
  };

  /// Takes ownership of the renderer. Null: SoftwareLdi.
  explicit LdiDetector(std::unique_ptr<LdiRenderer> renderer = nullptr);
  /// Throws Error if the resolution is above kMostLdiResolution.
  LdiDetector(std::unique_ptr<LdiRenderer> renderer, const Settings& settings);
  ~LdiDetector() override;

  /// Throws Error if a body with faces has no closed and consistently oriented surface.
  static void check(const Topology& topology);

  const Settings& settings() const;
  /// Throws Error if the resolution is above kMostLdiResolution.
  void setSettings(const Settings& settings);

  /// Returns the name of the renderer.
  std::string_view name() const override;
  LdiDetector* volumes() override { return this; }

  /// Throws Error if a body's surface is not closed and consistently oriented.
  /// The message names the body and the numbers of open, badly oriented and non-manifold edges.
  void update(const BodySet& bodies, Workers& workers) override;
  /// Updates like update(), but refuses no body: a body whose surface is not closed is tested by its vertices.
  void updateClosed(const BodySet& bodies);
  /// Returns true if the last update accepted the body's surface as a volume.
  /// False if `body` is no id of the set.
  bool isVolume(const BodySet& bodies, Index body) const;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  /// Clears `candidates`: layered depth images give volumes, not pairs of elements.
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;

  /// Computes the intersection volume of two bodies as spans, as for intersectionVolumes.
  /// Replaces `volume`; it is empty if a body is no volume or not active.
  /// Throws Error for unknown or equal body ids.
  void intersection(const BodySet& bodies, Index bodyA, Index bodyB, LdiVolume& volume, Workers& workers);
  /// Computes the self-intersection volume of a body as spans, as for selfIntersectionVolumes.
  /// Replaces `volume`.
  /// Throws Error for an unknown body id.
  void selfIntersection(const BodySet& bodies, Index body, LdiVolume& volume, Workers& workers);

  /// Computes the shortest separation of each vertex of `inside`, in the same order.
  /// `inside` is usually verticesInside of the last query.
  /// Exact except for rounding: if only the image places a vertex inside, its depth is its distance from the surface.
  /// Throws Error for an unknown body id or vertex, a body in itself, a body that is not active, or a volume body that
  /// is no volume.
  void contacts(const BodySet& bodies, std::span<const InsideVertex> inside, std::vector<InsideContact>& contacts,
                Workers& workers);

  /// Computes the volume of the overlap of two bodies and its gradient from images along all three axes.
  /// A body with itself: the volume with winding number above 1 or below 0.
  /// No gradients without volume.
  /// Replaces `overlap`.
  /// Throws Error for an unknown body id.
  void overlap(const BodySet& bodies, Index bodyA, Index bodyB, LdiOverlap& overlap, Workers& workers);
  /// Settings of regions().
  struct RegionSettings {
    double cell = 0;  ///< width of the cells [length], ≥ 0; 0: two mean edge lengths of the finer body
    /// True: all pixels lie on one lattice in space, for two bodies of which one does not move.
    /// Rays then stay in place, so one image of the resting body serves for many positions of the other body.
    /// A pixel is half a mean edge length of the finer body, times a power of two for very small or large volumes.
    /// Images are larger by a few pixels at each side.
    /// Ignored if the grid sets a resolution or is stretched, and for a body with itself.
    bool lattice = false;
  };
  /// Computes the overlap in regions, sorted by cells of space.
  /// In each region A is the body with the smaller id.
  /// Replaces `regions`; adds the rendered images to `counters`.
  /// Throws Error for an unknown body id, or if the cell width is negative or not finite.
  void regions(const BodySet& bodies, Index bodyA, Index bodyB, const RegionSettings& settings, LdiRegions& regions,
               Counters& counters, Workers& workers);

  /// Returns the main memory of images and scratch buffers [bytes].
  std::size_t memory() const;
  /// Returns the renderer's memory on a graphics card [bytes].
  std::size_t cardMemory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
