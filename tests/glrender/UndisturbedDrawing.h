#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>

#include <array>
#include <memory>
#include <random>
#include <vector>

#include "HostStates.h"
#include "detectors/LdiShapes.h"

namespace host_state {

using namespace pliant;

/// Draws with each renderer, `times` times, in the state that `disturb` makes. The state must be unchanged afterwards,
/// and the image must have the same bits as the CPU's.
template <typename Disturb>
void drawsUndisturbed(const std::shared_ptr<GlContext>& context, unsigned times, Disturb&& disturb) {
  const ldi_shapes::Shape shape = ldi_shapes::torus(30, 20, 1, 0.4);
  const auto positions = shape.packed();
  const LdiSurface surface{positions, 0, static_cast<Index>(positions.size()), shape.faces, false};
  LdiGrid grid;
  grid.axis = LdiGrid::Axis::X;
  const LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), grid);
  Workers workers;
  LayeredDepthImage expected, found;
  SoftwareLdi().render(surface, view, expected, workers);
  std::vector<Index> expectedInside;
  pointsInside(expected, positions, expectedInside);
  LdiVolume expectedVolume;
  insideVolume(expected, expectedVolume);
  std::array<LdiView, 3> views{view, view, view};
  for (std::size_t i = 1; i < 3; ++i) {
    grid.axis = i == 1 ? LdiGrid::Axis::Y : LdiGrid::Axis::Z;
    views[i] = volumeOfInterest(ldi_shapes::boxOf(shape), grid);
  }
  std::array<LayeredDepthImage, 3> images;
  SoftwareLdi().renderViews(surface, views, images, workers);
  LdiAxisGradients gradients, expectedGradients;
  LdiAxesSpans spans;
  axisGradients(surface, images, &surface, images.data(), expectedGradients);
  std::vector<std::unique_ptr<LdiRenderer>> renderers;
  renderers.push_back(std::make_unique<UnorderedLdi>(context));
  renderers.push_back(std::make_unique<OrderedLdi>(context));
  renderers.push_back(std::make_unique<AbufferLdi>(context));
  for (const auto& renderer : renderers) {
    CAPTURE(renderer->name());
    for (unsigned seed = 0; seed < times; ++seed) {
      CAPTURE(seed);
      std::mt19937 random(seed);
      disturb(random);
      const State before = stateOf();
      renderer->render(surface, view, found, workers);
      compare(before, stateOf());
      CHECK((found.offsets == expected.offsets));
      CHECK((found.entries == expected.entries));
      LdiBackend& backend = renderer->backend();
      if (!backend.onCard()) continue;
      const auto image = backend.makeImage();
      OverlapSummary summary;
      std::vector<Index> inside;
      const LdiInput input{surface, view, image.get()};
      backend.answer({input, input, &inside, nullptr, &summary}, workers);
      compare(before, stateOf());
      CHECK((inside == expectedInside));
      CHECK(summary.volume == expectedVolume.volume);
      const auto axes = backend.makeImage();
      const LdiAxesInput alongAll{surface, views, axes.get()};
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
