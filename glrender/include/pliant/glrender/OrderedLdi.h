#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/glrender/LdiDrawing.h>

#include <memory>

namespace pliant {

/// Layered depth images by OpenGL 3.3 in ordered layers: depth peeling (Heidelberger 2004, 3.2). Each pass keeps of
/// what lies behind the last layer the nearest, by two depth tests, until an occlusion query finds nothing any more.
/// Faces at equal depth are layers of their own, in the order of the faces. Faces towards the eye and away from it are
/// drawn apart.
///
/// A layer carries faces, so depths and sides are those of SoftwareLdi, to the same bits. The card's own depths, which
/// are coarser, make the order in which faces are found, and no more.
class PLIANT_GLRENDER_EXPORT OrderedLdi final : public LdiRenderer {
 public:
  explicit OrderedLdi(std::shared_ptr<GlContext> context);
  OrderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings);
  ~OrderedLdi() override;

  std::string_view name() const override;
  /// Throws GlError where OpenGL can't be used, and Error as LdiRenderer says; the image is undefined then.
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override;
  std::size_t memory() const override;

  /// Of the last image.
  const LdiDrawingStatistics& statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
