#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/glrender/LdiDrawing.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

namespace pliant {

/// Interface for the host's draw callback: matrix, programs and face indices.
/// Valid only during the callback, on its thread; the context of DrawnLdi is current.
/// The host draws triangles only.
///
/// - The host may bind vertex arrays, buffers, textures and programs, and enable primitive restart.
/// - The host must not change any other state: framebuffer, viewport, scissor, face culling and orientation, polygon
/// mode,
///   depth clamp, clip distances, clip control, rasteriser discard, and storage buffer 7.
/// - In a SharedContext the host's buffers, textures and programs exist, but not its vertex arrays; make them anew.
class PLIANT_GLRENDER_EXPORT LdiDrawer {
 public:
  /// Column-major 4 × 4 matrix, as in OpenGL.
  using Matrix = std::array<double, 16>;

  virtual ~LdiDrawer();
  LdiDrawer() = default;
  LdiDrawer(const LdiDrawer&) = delete;
  LdiDrawer& operator=(const LdiDrawer&) = delete;

  /// Returns the matrix from world space to gl_Position.
  /// The projection is orthographic: w stays 1.
  virtual const Matrix& viewProjection() const = 0;

  /// Uses Pliant's program, which reads positions of three floats from attribute 0.
  /// `toWorld`: matrix from these positions to world space.
  /// The product with viewProjection() is rounded to floats once.
  /// Default: this program is in use when the callback begins, with the identity.
  virtual void useOwnProgram(const Matrix& toWorld) = 0;
  /// Uses a program of the host, linked with the geometry and fragment shader of DrawnLdi.
  /// Its vertex shader (or tessellation) writes gl_Position by viewProjection().
  /// `program`: name of the program.
  virtual void useProgram(std::uint32_t program) = 0;

  /// Sets the index of the first face of each following draw call; its other faces follow in drawing order.
  /// Instances of a draw call, and the parts of a multi-draw call, repeat the same face indices.
  /// Default: 0.
  virtual void setFirstFace(Index face) = 0;
};

/// A closed surface that the host draws.
struct HostDrawnSurface {
  /// Draws the surface. Called on the rendering thread, once or more per image; each call must draw the same faces.
  /// Its exceptions leave render().
  std::function<void(LdiDrawer&)> draw;
  bool inward = false;  ///< true if the faces are oriented inward
};

/// Renders layered depth images of surfaces that the host draws ("a rendering method for the object", Heidelberger
/// 2003, 3), by OpenGL 4.3. One pass appends fragments to a list; the CPU sorts them.
///
/// - OpenGL transforms and rounds the corners in floats, not like SoftwareLdi. An entry lies in its face, displaced
///   sideways by at most 1/128 pixel plus the rounding error of the floats. That error is about 2^-22 of the distance
///   between the volume of interest and the origin of the coordinates; less if `toWorld` maps small coordinates there.
///   Queries are correct for points whose distance from the surface is larger by this displacement.
/// - Faces may be cut more than 2048 pixels beside the image; the image does not change.
/// - LayeredDepthImage::unbalancedPixels() detects a surface that is not closed.
/// - At most one thread uses a renderer and its context at a time.
class PLIANT_GLRENDER_EXPORT DrawnLdi {
 public:
  /// Required OpenGL version, 10 · major + minor.
  static constexpr int kLeastVersion = 43;

  /// Makes no OpenGL call; the first image creates the OpenGL objects.
  /// `context`: context to draw in, not null.
  /// `settings`: both members are clamped to their ranges.
  explicit DrawnLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
  /// Deletes the OpenGL objects of the context that can be entered now; others at the next use of their context.
  ~DrawnLdi();

  /// Returns the geometry shader (GLSL 4.30) for programs of the host; a static string.
  /// Its names begin with "pliant". No context need be current.
  static const char* geometryShader();
  /// Returns the fragment shader (GLSL 4.30) for programs of the host; a static string.
  /// Its names begin with "pliant". No context need be current.
  static const char* fragmentShader();

  /// Renders a surface; replaces `image`. Enters a Scope of the context on the calling thread.
  /// Throws GlError if OpenGL cannot be used, or if an OpenGL call of the host failed.
  /// Throws Error:
  /// - if the view is not drawable (isDrawable()),
  /// - for more than kMostLdiEntries entries,
  /// - for more faces in one pixel than LdiDrawingSettings::fragments,
  /// - if the host changed state that it must not change.
  /// After an error `image` is undefined.
  void render(const HostDrawnSurface& surface, const LdiView& view, LayeredDepthImage& image);

  /// Returns the statistics of the last image; `passes` is the number of callbacks.
  /// Valid while the renderer lives.
  const LdiDrawingStatistics& statistics() const;
  /// Returns the main memory of scratch buffers [bytes].
  std::size_t memory() const;
  /// Returns the memory on the graphics card [bytes]; 0 if the objects were lost with their context.
  std::size_t cardMemory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
