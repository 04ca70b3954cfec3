#include <pliant/glrender/GlLdi.h>

#include <utility>

#include "LayerDrawing.h"

namespace pliant {

GlLdi::GlLdi(std::unique_ptr<detail::LayerDrawing> drawing) : m_drawing(std::move(drawing)) {}
GlLdi::~GlLdi() = default;

std::string_view GlLdi::name() const {
  return m_drawing->name();
}

void GlLdi::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  m_drawing->render(surface, view, image, workers);
}

void GlLdi::renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                        Workers& workers) {
  m_drawing->renderViews(surface, views, images, workers);
}

LdiBackend& GlLdi::backend() {
  return m_drawing->backend();
}

std::size_t GlLdi::memory() const {
  return m_drawing->memory();
}

std::size_t GlLdi::cardMemory() const {
  return m_drawing->cardMemory();
}

const LdiDrawingStatistics& GlLdi::statistics() const {
  return m_drawing->statistics();
}

}  // namespace pliant
