#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/models/ClosedModel.h>

#include <functional>
#include <vector>

namespace pliant::benchmarks {

/// Something that is asked of layered depth images, which the CPU drew and answered once.
class SourceScene {
 public:
  /// What two surfaces share.
  SourceScene(const models::ClosedModel& a, const models::ClosedModel& b, Index resolution);
  /// What a surface shares with itself.
  SourceScene(const models::ClosedModel& model, Index resolution);
  /// Which of so many points in its box a surface holds.
  SourceScene(const models::ClosedModel& model, Index resolution, std::size_t points);

  struct Times {
    double draw = 0, readBack = 0, answer = 0;
  };
  /// Draws the images here and answers by the CPU.
  Times run(LdiRenderer& renderer, const std::function<double()>& readBackMs);
  /// Draws and answers where the renderer keeps its images. Returns ms.
  double ask(LdiAnswering& answering);

  /// Share of the pixels in which the images that were drawn last differ from the CPU's, by more than a step of depth.
  double pixelsThatDiffer() const;
  /// By how much the last answer differs from the CPU's, of its size.
  double answerDiffers() const;

  /// Within the view.
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
