#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <memory>
#include <span>
#include <string_view>

namespace pliant {

class LdiBackend;

/// A closed surface to render.
struct LdiSurface {
  std::span<const PackedPosition> positions;  ///< world space [length], finite
  Index firstVertex = 0, vertices = 0;        ///< range of the surface's vertices in `positions`
  std::span<const Triangle> faces;            ///< corners are indices of `positions`
  bool inward = false;                        ///< true if the faces are oriented inward
};

/// Interface of renderers of layered depth images: SoftwareLdi on the CPU, the renderers of glrender/ by OpenGL.
class PLIANT_DETECTORS_EXPORT LdiRenderer {
 public:
  LdiRenderer();
  virtual ~LdiRenderer();
  LdiRenderer(const LdiRenderer&) = delete;
  LdiRenderer& operator=(const LdiRenderer&) = delete;

  /// Returns the renderer's name on the command line, for instance "ldi-software".
  virtual std::string_view name() const = 0;

  /// Renders a surface; replaces `image`.
  /// At each pixel a closed surface has as many entry points as exit points.
  /// Throws Error if the view is not drawable (isDrawable()), or for more than kMostLdiEntries entries.
  virtual void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) = 0;

  /// Renders several views of one surface into as many images.
  /// Default: calls render() for each view.
  virtual void renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                           std::span<LayeredDepthImage> images, Workers& workers);

  /// Returns true if renderRows() is supported. Default: false.
  virtual bool drawsRows() const { return false; }
  /// Renders the rows [first, last] of the image, with the entries of render().
  /// Throws the errors of render(), and Error if the rows are out of range or renderRows() is not supported.
  virtual void renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last,
                          LayeredDepthImage& image, Workers& workers);

  /// Returns what keeps this renderer's images and evaluates queries on them; valid while the renderer lives.
  /// Default: keeps images in main memory and evaluates queries on the CPU.
  virtual LdiBackend& backend();

  /// Returns the main memory of scratch buffers [bytes].
  virtual std::size_t memory() const = 0;
  /// Returns the memory of scratch buffers and kept images on a graphics card [bytes]. Default: 0.
  virtual std::size_t cardMemory() const { return 0; }

 private:
  std::unique_ptr<LdiBackend> m_backend;  ///< made at the first use
};

/// Largest number of entries of an image.
inline constexpr std::size_t kMostLdiEntries = 0x7fffffff;

}  // namespace pliant
