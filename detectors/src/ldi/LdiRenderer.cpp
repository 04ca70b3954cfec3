#include <pliant/detectors/ldi/LdiAnswering.h>

namespace pliant {

LdiRenderer::~LdiRenderer() = default;
LdiKeptImage::~LdiKeptImage() = default;
LdiAnswering::~LdiAnswering() = default;

LdiAnswering* LdiRenderer::answering() {
  return nullptr;
}

void LdiRenderer::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                              std::span<LayeredDepthImage> images, Workers& workers) {
  for (std::size_t i = 0; i < views.size(); ++i) render(surface, views[i], images[i], workers);
}

}  // namespace pliant
