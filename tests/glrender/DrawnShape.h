#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/glrender.h>

#include <memory>
#include <utility>
#include <vector>

#include "detectors/ldi/LdiDrawn.h"

namespace test {

/// A renderer of each kind that draws surfaces by OpenGL, in one context.
inline std::vector<std::unique_ptr<pliant::LdiRenderer>> glRenderers(
    const std::shared_ptr<pliant::GlContext>& context) {
  std::vector<std::unique_ptr<pliant::LdiRenderer>> all;
  all.push_back(std::make_unique<pliant::UnorderedLdi>(context));
  all.push_back(std::make_unique<pliant::OrderedLdi>(context));
  all.push_back(std::make_unique<pliant::AbufferLdi>(context));
  return all;
}

/// A shape, and the image that the CPU draws of it.
struct DrawnShape {
  ldi_shapes::Shape shape;
  std::vector<pliant::PackedPosition> positions = shape.packed();
  pliant::LdiSurface surface = ldi_shapes::surfaceOf(shape, positions);
  pliant::LdiView view;
  pliant::LayeredDepthImage expected, found;
  pliant::Workers workers;

  explicit DrawnShape(ldi_shapes::Shape of, const pliant::LdiGrid& grid = {})
      : shape(std::move(of)), view(ldi_shapes::viewOf(shape, grid)), expected(ldi_shapes::imageOf(shape, view)) {}
  DrawnShape(const DrawnShape&) = delete;
  DrawnShape& operator=(const DrawnShape&) = delete;

  /// Checks that the renderer draws the same image as the CPU.
  void draw(pliant::LdiRenderer& renderer) { draw(renderer, surface); }
  /// `same`: the same surface at another place in memory.
  void draw(pliant::LdiRenderer& renderer, const pliant::LdiSurface& same) {
    CAPTURE(renderer.name());
    renderer.render(same, view, found, workers);
    CHECK((found.offsets == expected.offsets));
    CHECK((found.entries == expected.entries));
  }
};

/// A torus of 1,200 faces and a ball of 352.
inline ldi_shapes::Shape torus() {
  return ldi_shapes::torus(30, 20, 1, 0.4);
}
inline ldi_shapes::Shape ball() {
  return ldi_shapes::sphere(12, 16);
}
inline constexpr pliant::LdiGrid kAlongX{.axis = pliant::LdiGrid::Axis::X};

}  // namespace test
