#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/glrender/LdiDrawing.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

namespace pliant {

/// What the host is handed to draw a surface, triangles all, with its own calls. Valid within the call that gets it.
///
/// Vertex arrays, buffers, textures and programs are for the host to bind, and primitive restart to switch on. The rest
/// stays as it is: framebuffer, viewport, scissor, face culling and orientation, polygon mode, depth clamp, clip
/// distances and control, rasteriser discard, and the storage buffer 7. In a SharedContext the host has its buffers,
/// textures and programs, but must make its vertex arrays anew.
class PLIANT_GLRENDER_EXPORT LdiDrawer {
 public:
  /// Column by column, as OpenGL takes them.
  using Matrix = std::array<double, 16>;

  virtual ~LdiDrawer();
  LdiDrawer() = default;
  LdiDrawer(const LdiDrawer&) = delete;
  LdiDrawer& operator=(const LdiDrawer&) = delete;

  /// From world space to what gl_Position takes. No perspective: the last component stays 1.
  virtual const Matrix& viewProjection() const = 0;

  /// The program that is in use at first and after this: it takes positions, three floats each, from attribute 0, and
  /// `toWorld` brings them to world space. Its product with the projection is rounded to floats once.
  virtual void useOwnProgram(const Matrix& toWorld) = 0;
  /// From here on a program of the host's, which has DrawnLdi's geometry and fragment shader. Its vertex shader (or its
  /// tessellation) writes gl_Position by viewProjection().
  virtual void useProgram(std::uint32_t program) = 0;

  /// The number of the first face of each draw from here on, 0 at first; those after it follow in the order in which
  /// they are drawn. Instances of a draw have the same numbers, as have the parts of a multiple one.
  virtual void setFirstFace(Index face) = 0;
};

/// A closed surface that the host draws.
struct HostDrawnSurface {
  /// Called on the rendering thread, once or more for an image, each time to draw the same. What it throws goes
  /// through.
  std::function<void(LdiDrawer&)> draw;
  bool inward = false;  ///< faces are oriented inward as a whole
};

/// Layered depth images of what the host draws ("a rendering method for the object", Heidelberger 2003, 3), by OpenGL
/// 4.3: one pass that appends to a list, sorted on the CPU.
///
/// Corners are placed and rounded by OpenGL, in floats, not as SoftwareLdi does it. An entry lies in its face, moved
/// sideways by at most 1/128 pixel and by what floats lose on the way to the image: about 2^-22 of the volume's
/// distance from where the coordinates have their origin, or less where a matrix `toWorld` brings small ones there. So
/// answers hold for points that are as much farther from the surface. Faces more than 2048 pixels beside the image may
/// be cut there, which leaves the image alone. Of a surface that is not closed, LayeredDepthImage::unbalancedPixels
/// tells.
class PLIANT_GLRENDER_EXPORT DrawnLdi {
 public:
  static constexpr int kLeastVersion = 43;

  /// Of `settings`, `frame` and `fragments` count.
  explicit DrawnLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
  ~DrawnLdi();

  /// What a program of the host's is linked with: GLSL 4.30. Names in it begin with "pliant".
  static const char* geometryShader();
  static const char* fragmentShader();

  /// Replaces what the image held. Throws GlError where OpenGL can't be used or a call of the host's failed, and Error
  /// for a view that is not drawable, an image of more than kMostLdiEntries, and a host that has changed what it must
  /// not; the image is undefined then.
  void render(const HostDrawnSurface& surface, const LdiView& view, LayeredDepthImage& image);

  /// Of the last image. `passes`: calls of the host's drawing.
  const LdiDrawingStatistics& statistics() const;
  /// Bytes of main memory held at present by scratch memory.
  std::size_t memory() const;
  /// The same on the card; nothing where the objects went with their context.
  std::size_t cardMemory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
