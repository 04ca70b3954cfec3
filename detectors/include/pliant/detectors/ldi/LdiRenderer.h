#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <span>
#include <string_view>

namespace pliant {

class LdiAnswering;

/// A closed surface to be drawn.
struct LdiSurface {
  std::span<const PackedPosition> positions;  ///< world space, finite
  Index firstVertex = 0, vertices = 0;        ///< the surface's own among the positions
  std::span<const Triangle> faces;            ///< corners are indices of positions
  bool inward = false;                        ///< faces are oriented inward as a whole
};

/// Draws layered depth images: on the CPU (SoftwareLdi), or by graphics hardware, which only glrender/ knows.
class PLIANT_DETECTORS_EXPORT LdiRenderer {
 public:
  virtual ~LdiRenderer();
  LdiRenderer() = default;
  LdiRenderer(const LdiRenderer&) = delete;
  LdiRenderer& operator=(const LdiRenderer&) = delete;

  /// As on the command line, for instance "ldi-software".
  virtual std::string_view name() const = 0;

  /// Replaces what the image held. Entries and exits balance at every pixel for any closed surface and any view. Throws
  /// Error for a view that is not drawable, and where the image would need more than kMostLdiEntries.
  virtual void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) = 0;

  /// The same for several views of one surface, into as many images. Some renderers draw them at once; by default they
  /// are drawn one after another.
  virtual void renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                           std::span<LayeredDepthImage> images, Workers& workers);

  /// Whether renderRows works. By default not.
  virtual bool drawsRows() const;
  /// As `render`, but of the rows [first, last] alone; the same entries. Throws Error also where there are no such
  /// rows, and where only whole images are drawn.
  virtual void renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last,
                          LayeredDepthImage& image, Workers& workers);

  /// Where it can also answer what is asked of images; null where it only draws them.
  virtual LdiAnswering* answering();

  /// Bytes of main memory held at present by scratch memory.
  virtual std::size_t memory() const = 0;
  /// Bytes held at present on a graphics card: scratch memory, and images that are kept there. By default 0.
  virtual std::size_t cardMemory() const;
};

inline constexpr std::size_t kMostLdiEntries = 0x7fffffff;

}  // namespace pliant
