#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/glrender/LdiDrawing.h>

#include <memory>

namespace pliant {

namespace detail {
class LayerDrawing;
}

/// Base class of UnorderedLdi, OrderedLdi and AbufferLdi.
///
/// - render(), renderViews() and the queries of backend() enter a GlContext::Scope on the calling thread.
/// - At most one thread uses a renderer and its context at a time.
class PLIANT_GLRENDER_EXPORT GlLdi : public LdiRenderer {
 public:
  /// Deletes the OpenGL objects of the context that can be entered now.
  /// Objects in other contexts are deleted at the next use of those contexts, or with the contexts.
  ~GlLdi() override;

  /// Returns "ldi-gl-unordered", "ldi-gl-ordered" or "ldi-gl-abuffer".
  std::string_view name() const final;
  /// Renders a surface; replaces `image`.
  /// Throws GlError if OpenGL cannot be used, and the errors of LdiRenderer::render(); `image` is undefined then.
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) final;
  /// Renders several views of one surface into as many images.
  /// Throws the errors of render(); `images` are undefined then.
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) final;
  /// Returns the backend: AbufferLdi keeps images on the graphics card and evaluates queries there.
  LdiBackend& backend() final;
  /// Returns the main memory of scratch buffers [bytes].
  std::size_t memory() const final;
  /// Returns the memory of OpenGL objects in all contexts [bytes]; 0 if they were lost with their context.
  std::size_t cardMemory() const final;

  /// Returns the statistics of the last render(), renderViews() or query; sums over its images.
  /// Valid while the renderer lives.
  const LdiDrawingStatistics& statistics() const;

 protected:
  explicit GlLdi(std::unique_ptr<detail::LayerDrawing> drawing);

 private:
  std::unique_ptr<detail::LayerDrawing> m_drawing;
};

}  // namespace pliant
