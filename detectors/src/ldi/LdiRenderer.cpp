#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiBackend.h>

#include <string>

#include "ldi/CpuBackend.h"

namespace pliant {

LdiRenderer::LdiRenderer() = default;
LdiRenderer::~LdiRenderer() = default;
LdiImageHandle::~LdiImageHandle() = default;
LdiMemoryImage::~LdiMemoryImage() = default;
LdiBackend::~LdiBackend() = default;

std::size_t LdiMemoryImage::memory() const {
  std::size_t bytes = 0;
  for (const LayeredDepthImage& image : images) bytes += image.allocatedMemory();
  return bytes;
}

LdiBackend& LdiRenderer::backend() {
  if (m_backend == nullptr) m_backend = std::make_unique<detail::CpuBackend>(*this);
  return *m_backend;
}

void LdiRenderer::renderRows(const LdiSurface&, const LdiView&, Index, Index, LayeredDepthImage&, Workers&) {
  throw Error(std::string(name()) + ": can draw only whole images");
}

void LdiRenderer::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                              std::span<LayeredDepthImage> images, Workers& workers) {
  for (std::size_t i = 0; i < views.size(); ++i) render(surface, views[i], images[i], workers);
}

}  // namespace pliant
