#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <memory>

namespace pliant {

/// Renderer on the CPU (Heidelberger 2004, 3.4): one pass over the faces fills all layers.
///
/// - Coverage is computed in integers: vertices are rounded to 1/256 pixel.
/// - A face covers a pixel if the pixel centre lies inside it, or on a left or bottom edge.
/// - The depth is the convex combination of the corners' depths, so it stays within the face.
/// - Depths in front of the volume or behind it are clamped, not clipped.
class PLIANT_DETECTORS_EXPORT SoftwareLdi final : public LdiRenderer {
 public:
  SoftwareLdi();
  ~SoftwareLdi() override;

  /// Returns "ldi-software".
  std::string_view name() const override;
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override;
  bool drawsRows() const override { return true; }
  void renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last, LayeredDepthImage& image,
                  Workers& workers) override;
  std::size_t memory() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
