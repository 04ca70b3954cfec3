#include "layerDrawing.h"

#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>

namespace pliant::detail {
namespace {

constexpr double kParticle = 0.33, kSpan = 0.12;  // [pixels]

double sideOf(const LdiView& view) {
  return std::min(view.pixel[0], view.pixel[1]);
}

}  // namespace

Corner placeOf(const LdiView& view, std::size_t pixel, double along) {
  Corner at{};
  const auto column = static_cast<std::size_t>(view.columnAxis()), row = static_cast<std::size_t>(view.rowAxis());
  at[column] = view.min[column] + (static_cast<double>(pixel % view.width) + 0.5) * view.pixel[0];
  at[row] = view.min[row] + (static_cast<double>(pixel / view.width) + 0.5) * view.pixel[1];
  along *= view.range();
  at[view.axis] = view.ascending ? view.min[view.axis] + along : view.max[view.axis] - along;
  return at;
}

void appendPoints(const LayeredDepthImage& image, ImagePoints& points, std::size_t first, std::size_t last) {
  const LdiView& view = image.view;
  for (std::size_t pixel = 0; pixel < view.pixels(); ++pixel) {
    const std::span<const LdiEntry> layers = image.pixel(pixel);
    for (std::size_t layer = first; layer < std::min(last, layers.size()); ++layer) {
      const LdiEntry& entry = layers[layer];
      if (entry.depth <= 0 || entry.depth >= 1) continue;
      (entry.entering() ? points.entries : points.exits).push_back(placeOf(view, pixel, double{entry.depth}));
    }
  }
}

void addPoints(const ImagePoints& points, const LdiView& view, std::vector<DrawnSurface>& surfaces) {
  const double radius = kParticle * sideOf(view);
  surfaces.push_back(drawParticles(points.entries, radius, kEntryColour));
  surfaces.push_back(drawParticles(points.exits, radius, kExitColour));
}

std::vector<LegendLine> pointLegend() {
  return {{kEntryColour, "a ray enters a body"}, {kExitColour, "a ray leaves it"}};
}

void appendSpans(const LdiVolume& volume, DrawnSurface& rods) {
  const LdiView& view = volume.view;
  for (const LdiSpan& span : volume.spans) {
    Corner from = placeOf(view, span.pixel, 0), to = from;
    from[view.axis] = view.min[view.axis] + double{span.low} * view.range();
    to[view.axis] = view.min[view.axis] + double{span.high} * view.range();
    appendRod(rods, from, to, kSpan * sideOf(view), kSpanColour);
  }
}

}  // namespace pliant::detail
