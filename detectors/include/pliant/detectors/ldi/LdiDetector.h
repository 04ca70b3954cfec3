#pragma once

#include <pliant/detectors/Detector.h>
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
/// Answers verticesInside, intersectionVolumes and selfIntersectionVolumes; bodies without faces take part with their
/// vertices. Sampled: right for every vertex that is farther from the surface than 0.72 pixel and a step of depth (the
/// range over 2^24); finds every overlap that holds a ball of 1.45 pixels. Where a volume of interest has no extent
/// along an axis, the answer is exact. All this for faces that span at most 2^41 pixels: larger ones are bent. A body
/// that has faces but is not closed or not consistently oriented is refused. So is an image of more than
/// kMostWholePixels where the renderer draws whole images alone, and whichever it is by intersection, overlap and
/// regions: theirs are whole.
class PLIANT_DETECTORS_EXPORT LdiDetector final : public Detector {
 public:
  /// 4,096 by 4,096: two such images with a few layers take about a GiB.
  static constexpr std::size_t kMostWholePixels = std::size_t{1} << 24;

  struct Settings {
    /// `resolution` 0: pixels of half the mean edge length at rest of the finer body, of more where one has blown up.
    LdiGrid grid{.resolution = 0};
    /// A body's image is kept from update to update while neither it nor the view moves: its own box or, with another
    /// body, what both boxes share; as that changes it is drawn anew. None of more than 256 MiB is, nor its memory,
    /// nor one of more than 2^22 pixels that the CPU draws. All are drawn anew where a body has come or gone.
    bool keepImages = true;
    /// Vertices that are about as near to a face as the image may err are decided exactly. verticesInside then holds
    /// exactly those with winding number at least 1 or on the surface, at any resolution.
    bool exactNearSurface = false;
  };

  /// With a renderer of its own: null for SoftwareLdi.
  explicit LdiDetector(std::unique_ptr<LdiRenderer> renderer = nullptr);
  LdiDetector(std::unique_ptr<LdiRenderer> renderer, const Settings& settings);
  ~LdiDetector() override;

  /// Throws Error, as `update` does, when a body with faces has no closed and consistently oriented surface.
  static void check(const Topology& topology);

  const Settings& settings() const;
  void setSettings(const Settings& settings);

  /// The renderer's.
  std::string_view name() const override;

  /// Throws Error when a body's surface can't be taken for a volume; it names the body and counts the open and the
  /// badly oriented edges.
  void update(const BodySet& bodies, Workers& workers) override;
  /// The same, but refuses no body: one whose surface is no volume takes part with its vertices alone.
  void updateClosed(const BodySet& bodies);
  /// Whether a body's surface was taken for a volume by the last update.
  bool isVolume(const BodySet& bodies, Index body) const;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  /// Gathers nothing: an LDI knows volumes, not pairs of elements.
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;

  /// The overlap of two bodies as spans, and that of a body with itself, as the last query with intersectionVolumes
  /// (selfIntersectionVolumes) saw them. Throws Error for ids that are none.
  void intersection(const BodySet& bodies, Index bodyA, Index bodyB, LdiVolume& volume, Workers& workers);
  void selfIntersection(const BodySet& bodies, Index body, LdiVolume& volume, Workers& workers);

  /// The shortest way out for each of some vertices, in their order; as a rule those of the last query's
  /// verticesInside. Exact but for rounding, so a vertex that only the image sees inside has its distance from the
  /// surface for depth. Throws Error for ids and vertices that are none, and where the volume's body has no surface or
  /// one of both sat out.
  void contacts(const BodySet& bodies, std::span<const InsideVertex> inside, std::vector<InsideContact>& contacts,
                Workers& workers);

  /// The volume that two bodies share and its gradient, as of the last update: images along all three axes are drawn.
  /// Of a body with itself: where its winding number is above 1 or below 0. No gradients where there is no volume.
  /// Throws Error for ids that are none.
  void overlap(const BodySet& bodies, Index bodyA, Index bodyB, LdiOverlap& overlap, Workers& workers);
  struct RegionSettings {
    double cell = 0;  ///< width of the cells, world units; 0: two mean edges of the finer body
    /// For two bodies of which one stands still, at no resolution that was set: pixels lie on one lattice of space,
    /// half an edge wide or a power of two less. Then rays stay where they are, and one image of the body that stands
    /// still serves many places of the other. Larger images, by some pixels at each side.
    bool lattice = false;
  };
  /// The same in parts, by cells of space. A of a region's normal is the body with the smaller id. Adds to `counters`
  /// what was drawn.
  void regions(const BodySet& bodies, Index bodyA, Index bodyB, const RegionSettings& settings, LdiRegions& regions,
               Counters& counters, Workers& workers);

  /// Bytes of main memory held at present by images and scratch memory.
  std::size_t memory() const;
  /// The renderer's: bytes held at present on a graphics card.
  std::size_t cardMemory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
