#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/glrender/LdiDrawing.h>

#include <memory>

namespace pliant {

namespace detail {
class LayerDrawing;
}

/// What all renderers of layered depth images by OpenGL have in common.
class PLIANT_GLRENDER_EXPORT GlLdi : public LdiRenderer {
 public:
  ~GlLdi() override;

  std::string_view name() const final;
  /// Throws GlError where OpenGL can't be used, and Error as LdiRenderer says; the image is undefined then.
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) final;
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) final;
  LdiAnswering* answering() final;
  std::size_t memory() const final;
  /// Nothing where the objects went with their context.
  std::size_t cardMemory() const final;

  /// Of the last image, or of those that were drawn together.
  const LdiDrawingStatistics& statistics() const;

 protected:
  explicit GlLdi(std::unique_ptr<detail::LayerDrawing> drawing);

 private:
  std::unique_ptr<detail::LayerDrawing> m_drawing;
};

}  // namespace pliant
