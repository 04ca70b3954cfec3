#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <memory>

namespace pliant {

/// The rasteriser for the CPU (Heidelberger 2004, 3.4): one pass over the faces into all layers.
///
/// Coverage is decided in integers: vertices are rounded to 1/256 pixel, a pixel belongs to a face if its centre lies
/// within, on a left or on a bottom edge. Depth is the convex combination of the corners' depths, so it never leaves
/// the face. What lies in front of the volume or behind it is clamped, not cut.
class PLIANT_DETECTORS_EXPORT SoftwareLdi final : public LdiRenderer {
 public:
  SoftwareLdi();
  ~SoftwareLdi() override;

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
