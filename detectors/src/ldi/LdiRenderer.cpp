#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiAnswering.h>

#include <string>

namespace pliant {

LdiRenderer::~LdiRenderer() = default;
LdiKeptImage::~LdiKeptImage() = default;
LdiAnswering::~LdiAnswering() = default;

bool LdiAnswering::gradient(const LdiAxesQuestion&, LdiAxisGradients&, Workers&) {
  return false;
}

bool LdiAnswering::spans(const LdiAxesQuestion&, LdiAxesSpans&, Workers&) {
  return false;
}

LdiAnswering* LdiRenderer::answering() {
  return nullptr;
}

std::size_t LdiRenderer::cardMemory() const {
  return 0;
}

bool LdiRenderer::drawsRows() const {
  return false;
}

void LdiRenderer::renderRows(const LdiSurface&, const LdiView&, Index, Index, LayeredDepthImage&, Workers&) {
  throw Error(std::string(name()) + ": can draw only whole images");
}

void LdiRenderer::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                              std::span<LayeredDepthImage> images, Workers& workers) {
  for (std::size_t i = 0; i < views.size(); ++i) render(surface, views[i], images[i], workers);
}

}  // namespace pliant
