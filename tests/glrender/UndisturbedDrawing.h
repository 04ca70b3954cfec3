#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/glrender.h>

#include <array>
#include <memory>
#include <random>
#include <vector>

#include "DrawnShape.h"
#include "HostStates.h"

namespace host_state {

using namespace pliant;

/// Draws with each renderer, `times` times, in the state that `disturb` makes. The state must be unchanged afterwards,
/// and the image must have the same bits as the CPU's.
template <typename Disturb>
void drawsUndisturbed(const std::shared_ptr<GlContext>& context, unsigned times, Disturb&& disturb) {
  ::test::DrawnShape torus(::test::torus(), ::test::kAlongX);
  Workers& workers = torus.workers;
  std::vector<Index> expectedInside;
  pointsInside(torus.expected, torus.positions, expectedInside);
  LdiVolume expectedVolume;
  insideVolume(torus.expected, expectedVolume);
  std::array<LdiView, 3> views;
  for (std::size_t i = 0; i < 3; ++i) {
    views[i] = ldi_shapes::viewOf(torus.shape, {.axis = static_cast<LdiGrid::Axis>(i + 1)});
  }
  std::array<LayeredDepthImage, 3> images;
  SoftwareLdi().renderViews(torus.surface, views, images, workers);
  LdiAxisGradients gradients, expectedGradients;
  LdiAxesSpans spans;
  axisGradients(torus.surface, images, &torus.surface, images.data(), expectedGradients);
  for (const auto& renderer : ::test::glRenderers(context)) {
    CAPTURE(renderer->name());
    for (unsigned seed = 0; seed < times; ++seed) {
      CAPTURE(seed);
      std::mt19937 random(seed);
      disturb(random);
      const State before = stateOf();
      torus.draw(*renderer);
      compare(before, stateOf());
      LdiBackend& backend = renderer->backend();
      if (!backend.onCard()) continue;
      const auto image = backend.makeImage();
      OverlapSummary summary;
      std::vector<Index> inside;
      const LdiInput input{torus.surface, torus.view, image.get()};
      backend.answer({input, input, &inside, nullptr, &summary}, workers);
      compare(before, stateOf());
      CHECK((inside == expectedInside));
      CHECK(summary.volume == expectedVolume.volume);
      const auto axes = backend.makeImage();
      const LdiAxesInput alongAll{torus.surface, views, axes.get()};
      backend.gradient({alongAll, alongAll}, gradients, workers);
      compare(before, stateOf());
      CHECK(gradients[0].volume == expectedVolume.volume);
      CHECK((gradients[0].parts == expectedGradients[0].parts));
      backend.spans({alongAll, alongAll}, spans, workers);
      compare(before, stateOf());
      CHECK(axes->memory() == 0);  // all was answered on the card
      CHECK(spans[0].size() == expectedVolume.spans.size());
    }
  }
}

}  // namespace host_state
