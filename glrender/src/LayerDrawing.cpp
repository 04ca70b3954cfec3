#include "LayerDrawing.h"

namespace pliant::detail {

void LayerDrawing::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                               std::span<LayeredDepthImage> images, Workers& workers) {
  LdiDrawingStatistics sum;
  for (std::size_t i = 0; i < views.size(); ++i) {
    render(surface, views[i], images[i], workers);
    sum += m_statistics;
  }
  m_statistics = sum;
}

std::size_t LayerDrawing::memory() const {
  return m_scratch.memory();
}

}  // namespace pliant::detail
