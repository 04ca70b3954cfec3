#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/models/ClosedModel.h>

#include <functional>
#include <vector>

namespace pliant::benchmarks {

/// A query of layered depth images, with the CPU's images and answer as reference.
class SourceScene {
 public:
  /// Intersection volume of two surfaces.
  SourceScene(const models::ClosedModel& a, const models::ClosedModel& b, Index resolution);
  /// Self-intersection volume of a surface.
  SourceScene(const models::ClosedModel& model, Index resolution);
  /// Points inside a surface, of `points` random points in its box.
  SourceScene(const models::ClosedModel& model, Index resolution, std::size_t points);

  struct Times {
    double draw = 0, readBack = 0, answer = 0;
  };
  /// Draws the images with `renderer` and computes the answer on the CPU. Returns wall times [ms].
  Times run(LdiRenderer& renderer, const std::function<double()>& readBackMs);
  /// Draws and answers in the renderer, which keeps its images. Returns the wall time [ms].
  double ask(LdiBackend& backend);

  /// Returns the share of pixels that differ between the last run() and the CPU: in the number of entries, or in a
  /// depth by more than one step.
  double pixelsThatDiffer() const;
  /// Returns the relative difference between the last answer and the CPU's.
  double answerDiffers() const;

  /// Returns the depth complexity of a body's image within the volume of interest; 0 if there is no such body.
  double layers(std::size_t slot) const;

 private:
  struct Answer {
    double volume = 0;
    std::vector<Index> inside;
  };

  void drawExpected();
  LdiSurface surface(Index slot) const;
  LdiSurface cloud() const;
  void answer(const LayeredDepthImage (&images)[2], Answer& to);

  BodySet m_set;
  Workers m_workers;
  LdiView m_views[2];
  std::vector<PackedPosition> m_points;
  LayeredDepthImage m_expectedImages[2], m_images[2];
  LdiVolume m_volume;
  Answer m_expected, m_found;
};

}  // namespace pliant::benchmarks
