#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/pictures/querySteps.h>

#include <vector>

#include "rods.h"

namespace pliant::detail {

inline constexpr Colour kSpanColour{0.22f, 0.24f, 0.28f};

/// Returns a point on the ray through the centre of a pixel. `along`: its share of the volume's depth in view
/// direction.
Corner placeOf(const LdiView& view, std::size_t pixel, double along);

/// Entry and exit points of an image.
struct ImagePoints {
  std::vector<Corner> entries, exits;
};

/// Appends the points of the layers [first, last) of the image. Depths that are clamped are left out: the surface is
/// outside the volume there.
void appendPoints(const LayeredDepthImage& image, ImagePoints& points, std::size_t first = 0,
                  std::size_t last = static_cast<std::size_t>(-1));

/// Adds the points as particles, entries bluish and exits yellowish.
void addPoints(const ImagePoints& points, const LdiView& view, std::vector<DrawnSurface>& surfaces);

/// Returns what the colours of points mean.
std::vector<LegendLine> pointLegend();

/// Appends the segments of a volume as rods.
void appendSpans(const LdiVolume& volume, DrawnSurface& rods);

}  // namespace pliant::detail
