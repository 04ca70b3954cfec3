#pragma once

#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant_mesa.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "detectors/LdiShapes.h"

namespace test {

/// Leaves only Mesa's driver to EGL. Call before its first use.
inline void mesaOnly() {
  const std::string mesa = mesaAlone();
  const std::size_t equals = mesa.find('=');
  if (!mesa.empty()) setenv(mesa.substr(0, equals).c_str(), mesa.substr(equals + 1).c_str(), 1);
}

/// Makes Mesa's driver imitate an older version, for instance "4.3", "430". Call before its first use.
inline void pretendOldDriver(const char* version, const char* shadingLanguage) {
  mesaOnly();
  setenv("MESA_GL_VERSION_OVERRIDE", version, 1);
  setenv("MESA_GLSL_VERSION_OVERRIDE", shadingLanguage, 1);
}

/// A knot for an old driver to draw, and the CPU's image of it.
struct OldKnot {
  ldi_shapes::Shape shape;
  std::vector<pliant::PackedPosition> positions = shape.packed();
  pliant::LdiSurface surface{positions, 0, static_cast<pliant::Index>(positions.size()), shape.faces, false};
  pliant::LdiView view = pliant::volumeOfInterest(ldi_shapes::boxOf(shape), pliant::LdiGrid{});
  pliant::LayeredDepthImage expected, found;
  pliant::Workers workers;

  /// `tube` is the tube's radius. Above 1 the knot intersects itself.
  explicit OldKnot(double tube) : shape(ldi_shapes::knot(200, 20, tube)) {
    pliant::SoftwareLdi().render(surface, view, expected, workers);
  }
  OldKnot(const OldKnot&) = delete;
  OldKnot& operator=(const OldKnot&) = delete;

  /// Checks that the renderer draws the same image as the CPU.
  void draw(pliant::LdiRenderer& renderer) {
    renderer.render(surface, view, found, workers);
    CHECK((found.offsets == expected.offsets));
    CHECK((found.entries == expected.entries));
  }
};

}  // namespace test
