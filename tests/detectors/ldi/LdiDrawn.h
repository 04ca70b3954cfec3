#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant_catch.h>

#include <vector>

#include "shapes/LdiShapes.h"

namespace ldi_shapes {

/// Returns the shape as a surface. `positions`: those of the shape, which must live as long as the surface.
inline pliant::LdiSurface surfaceOf(const Shape& shape, const std::vector<pliant::PackedPosition>& positions,
                                    bool inward = false) {
  return {positions, 0, static_cast<Index>(positions.size()), shape.faces, inward};
}

inline pliant::LdiView viewOf(const Shape& shape, const pliant::LdiGrid& grid) {
  return volumeOfInterest(boxOf(shape), grid);
}

/// Returns the views of the overlap of two shapes. Fails if they do not overlap.
inline pliant::LdiPairViews viewsOf(const Shape& a, const Shape& b, const pliant::LdiGrid& grid) {
  const auto views = volumeOfInterest(boxOf(a), boxOf(b), grid);
  REQUIRE(views);
  return *views;
}

/// Returns the image that the CPU draws.
inline pliant::LayeredDepthImage imageOf(const Shape& shape, const pliant::LdiView& view, bool inward = false) {
  const std::vector<pliant::PackedPosition> positions = shape.packed();
  pliant::Workers workers;
  pliant::LayeredDepthImage image;
  pliant::SoftwareLdi().render(surfaceOf(shape, positions, inward), view, image, workers);
  return image;
}

inline double sharedVolume(const Shape& a, const Shape& b, const pliant::LdiPairViews& views) {
  pliant::LdiVolume volume;
  intersectionVolume(imageOf(a, views.a), imageOf(b, views.b), volume);
  return volume.volume;
}

}  // namespace ldi_shapes
