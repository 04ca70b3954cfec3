#pragma once

#include <pliant/benchmarks/PixelFloor.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/ClosedModel.h>

#include <array>
#include <cstddef>
#include <random>
#include <vector>

namespace pliant::benchmarks {

/// Returns random points in a box, the same in every call.
template <typename Scalar>
std::vector<PackedPosition> randomPoints(const std::array<Scalar, 3>& min, const std::array<Scalar, 3>& max,
                                         std::size_t count) {
  std::mt19937 random(1);
  std::vector<PackedPosition> points(count);
  for (PackedPosition& p : points) {
    Real* const x = &p.x;
    for (std::size_t k = 0; k < 3; ++k)
      x[k] = static_cast<Real>(std::uniform_real_distribution<Scalar>(min[k], max[k])(random));
  }
  return points;
}

/// Returns one body of a set as a renderer takes it.
LdiSurface surfaceOf(const BodySet& set, Index body);

/// One or two closed surfaces, their images in the volume of interest, and a query of the papers on these images:
/// - two surfaces: their intersection volume
/// - one surface: its self-intersection volume, or which of some points are inside
class LdiScene {
 public:
  /// `points`: number of random points in the first surface's box. The models must outlive this object.
  LdiScene(const std::vector<const models::ClosedModel*>& models, Index resolution, std::size_t points = 0);

  /// Stage 1: reads positions; computes boxes and the volume of interest.
  void place();
  /// Stage 2: draws the image of one body. Draws nothing if the boxes do not overlap.
  void draw(LdiRenderer& renderer, Index body);
  /// Draws all images on the CPU.
  void draw();
  void placeAndDraw() {
    place();
    draw();
  }
  /// Stage 3: answers the query from the images.
  void answer();
  /// Stages 2 and 3 in the renderer, which keeps its images. Returns the wall time [ms].
  double ask(LdiBackend& backend);
  /// The self-collision query of 2004: counts the pixels in which entries and exits do not alternate.
  void checkOrder() { m_outOfOrder = pixelsOutOfOrder(m_images[0]); }
  /// Runs the floor's pass over the faces of all images.
  void floor();

  Index bodies() const { return m_set.bodyCount(); }
  double volume() const { return m_found.volume; }
  std::size_t found() const { return m_found.inside.size(); }
  std::size_t outOfOrder() const { return m_outOfOrder; }
  double entries() const { return double(m_images[0].entries.size() + m_images[1].entries.size()); }
  /// Returns layersWithin() a body's image; 0 if there is no such body.
  double layers(Index body) const;

  /// Draws and answers on the CPU. The results are the reference of the next two.
  void setReference();
  /// Returns the share of pixels that differ from the reference: in the number of entries, or in a depth by more than
  /// one step.
  double pixelsThatDiffer() const;
  /// Returns the relative difference between the last answer and the reference.
  double answerDiffers() const;

 private:
  struct Answer {
    double volume = 0;
    std::vector<Index> inside;
  };

  BodySet m_set;
  Workers m_workers;
  LdiGrid m_grid;
  SoftwareLdi m_software;
  PixelFloor m_floor;
  bool m_apart = false;  ///< true if the two boxes do not overlap
  LdiView m_views[2];
  LayeredDepthImage m_images[2], m_referenceImages[2];
  std::vector<PackedPosition> m_points;
  LdiVolume m_volume;
  Answer m_found, m_reference;
  std::size_t m_outOfOrder = 0;
};

}  // namespace pliant::benchmarks
