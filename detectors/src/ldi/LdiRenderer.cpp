#include <pliant/detectors/ldi/LdiRenderer.h>

namespace pliant {

LdiRenderer::~LdiRenderer() = default;

void LdiRenderer::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                              std::span<LayeredDepthImage> images, Workers& workers) {
  for (std::size_t i = 0; i < views.size(); ++i) render(surface, views[i], images[i], workers);
}

}  // namespace pliant
