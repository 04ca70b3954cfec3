#pragma once

#include <pliant/glrender/LdiDrawing.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "FaceDrawing.h"
#include "LdiFragments.h"
#include "PerContext.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// Base class of the renderers behind GlLdi.
class LayerDrawing : public LdiRenderer {
 public:
  LayerDrawing(std::string_view name, const LdiDrawingSettings& settings) : m_name(name), m_settings(settings) {
    m_settings.frame = std::clamp<Index>(settings.frame, 1, kMostSide);
  }

  std::string_view name() const final { return m_name; }
  const LdiDrawingSettings& settings() const { return m_settings; }
  const LdiDrawingStatistics& statistics() const { return m_statistics; }

  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) override {
    LdiDrawingStatistics sum;
    for (std::size_t i = 0; i < views.size(); ++i) {
      render(surface, views[i], images[i], workers);
      sum += m_statistics;
    }
    m_statistics = sum;
  }
  std::size_t memory() const override { return m_scratch.memory(); }

 protected:
  LdiDrawingStatistics m_statistics;
  LdiFragments::Scratch m_scratch;

 private:
  std::string_view m_name;
  LdiDrawingSettings m_settings;
};

/// Draws a view block by block and reads back the face indices of the pixels. `Objects` has the member `faces`, a
/// FaceDrawing, use(counterclockwiseTowards) and bytes().
template <typename Objects, SnappedSurface::Depths depths>
class FaceLayers : public LayerDrawing {
 public:
  FaceLayers(std::string_view name, std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
      : LayerDrawing(name, settings), m_objects(std::move(context)) {}

  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) final {
    requireDrawable(view, name());
    m_statistics = {};
    m_surface.snap(surface, view, depths, workers);
    LdiFragments fragments(surface, view, m_scratch);
    m_objects.use("draw a layered depth image", [&](Objects& of) {
      of.use(surface.inward == view.ascending);
      of.faces.upload(m_surface);
      forBlocks(view, settings().frame, [&](const LdiBlock& block) {
        const std::size_t before = fragments.size();
        m_surface.select(block, fragments);
        m_statistics.drawnByCpu += fragments.size() - before;
        if (m_surface.faces().empty()) return;
        of.faces.upload(m_surface, block);
        drawBlock(of, block, fragments);
      });
    });
    fragments.assemble(image);
    m_statistics.mostPasses = m_statistics.passes;
    m_statistics.mostReadBacks = m_statistics.readBacks;
  }

  std::size_t memory() const override { return LayerDrawing::memory() + m_surface.memory(); }
  std::size_t cardMemory() const final { return m_objects.bytes(); }

 protected:
  SnappedSurface m_surface;

 private:
  /// Adds the fragments of the selected faces in the block. At least one face is selected.
  virtual void drawBlock(Objects& of, const LdiBlock& block, LdiFragments& fragments) = 0;

  PerContext<Objects> m_objects;
};

}  // namespace pliant::detail
