#pragma once

#include <pliant/glrender/GlContext.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "GlObjects.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// What draws the faces of a surface into tiles of a framebuffer.
class FaceDrawing {
 public:
  /// Corners come as attribute 0, depths, where they are wanted, as attribute 1.
  FaceDrawing(const char* vertexShader, const char* fragmentShader, bool depths);
  void abandon();

  /// Current from here on: program, arrays, culling by side, scissor.
  void use(bool counterclockwiseTowards) const;
  void upload(const SnappedSurface& surface);
  /// The faces that were selected for the block.
  void upload(const SnappedSurface& surface, const LdiBlock& block);
  /// Selected faces [begin, end), those towards the eye or the others.
  void draw(bool towards, std::size_t begin, std::size_t end, const SnappedSurface& surface) const;

  std::size_t bytes() const { return m_surfaceBytes + m_faceBytes; }
  GLint uniform(const char* name) const { return glGetUniformLocation(m_program.name(), name); }

 private:
  GlProgram m_program;
  GlVertexArray m_vertexArray;
  GlBuffer m_corners, m_depths, m_indices;
  GLint m_origin, m_scale;
  bool m_withDepths;
  std::size_t m_surfaceBytes = 0, m_faceBytes = 0;
};

/// Uniforms by which a vertex shader places the block's corners in setTile's viewport.
void setOrigin(GLint origin, GLint scale, const LdiBlock& block);

/// The block's tile with its lower left pixel at (x, y): viewport and scissor.
void setTile(int version, const LdiBlock& block, Index x, Index y);

/// How as many tiles as fit lie in a framebuffer.
struct TileGrid {
  Index columns, rows, tileWidth, tileHeight;

  /// `side`: most pixels along a side of the framebuffer; no side of the block is longer.
  static std::size_t fitting(const LdiBlock& block, Index side);
  TileGrid(const LdiBlock& block, Index side, std::size_t count)
      : columns(static_cast<Index>(std::min<std::size_t>(count, side / block.width))),
        rows(static_cast<Index>((count + columns - 1) / columns)),
        tileWidth(block.width),
        tileHeight(block.height) {}

  Index width() const { return columns * tileWidth; }
  Index height() const { return rows * tileHeight; }
  Index x(std::size_t tile) const { return static_cast<Index>(tile % columns) * tileWidth; }
  Index y(std::size_t tile) const { return static_cast<Index>(tile / columns) * tileHeight; }
};

/// Of a framebuffer; up to there all window coordinates are exact.
inline constexpr Index kMostSide = 4096;
/// Pixels of a framebuffer, unless one tile needs more.
inline constexpr std::size_t kMostFrame = 1 << 22;

/// Whether a framebuffer must grow to hold so many pixels; `width` and `height` then say how large it is to be.
bool grow(Index& width, Index& height, const TileGrid& grid);

/// Throws GlError if what is bound can't be drawn into.
void checkFramebuffer(Index width, Index height);

/// Objects of a context, made anew when those made before are gone. Deleted in their context, if it is still to be had.
template <typename Objects>
class ObjectsInContext {
 public:
  /// `version`: of OpenGL, that they need.
  explicit ObjectsInContext(std::shared_ptr<GlContext> context, int version = GlContext::kLeastVersion)
      : m_context(std::move(context)), m_version(version) {}
  ~ObjectsInContext() {
    if (!m_objects) return;
    try {
      const GlContext::Scope scope(*m_context);
      if (m_generation == m_context->generation()) {
        m_objects.reset();
        return;
      }
    } catch (const GlError&) {
      // The context is gone, or they go with it.
    }
    m_objects->abandon();
  }
  ObjectsInContext(const ObjectsInContext&) = delete;
  ObjectsInContext& operator=(const ObjectsInContext&) = delete;

  /// draw(objects) in a scope of the context. After an error they are made anew the next time.
  template <typename Draw>
  void use(const char* what, Draw&& draw) {
    GlContext::Scope scope(*m_context, m_version);
    if (m_objects && m_generation != m_context->generation()) {
      m_objects->abandon();
      m_objects.reset();
    }
    try {
      if (!m_objects) m_objects.emplace();
      m_generation = m_context->generation();
      draw(*m_objects);
      scope.throwErrors(what);
    } catch (...) {
      if (m_objects && m_generation != m_context->generation()) m_objects->abandon();
      m_objects.reset();
      throw;
    }
  }

  /// That they take on the card, if they are still there.
  std::size_t bytes() const { return m_objects && m_generation == m_context->generation() ? m_objects->bytes() : 0; }

 private:
  std::shared_ptr<GlContext> m_context;
  int m_version;
  std::optional<Objects> m_objects;
  std::uint64_t m_generation = 0;
};

/// The parts of a view that a framebuffer holds, one by one.
template <typename Visit>
void forBlocks(const LdiView& view, Index side, Visit&& visit) {
  for (Index row = 0; row < view.height; row += side) {
    for (Index column = 0; column < view.width; column += side) {
      visit(LdiBlock{column, row, std::min(side, view.width - column), std::min(side, view.height - row)});
    }
  }
}

/// A block of more than one pixel, divided along its longer side.
inline std::pair<LdiBlock, LdiBlock> halvesOf(const LdiBlock& block) {
  LdiBlock first = block, second = block;
  if (block.width > block.height) {
    first.width /= 2;
    second.column += first.width;
    second.width -= first.width;
  } else {
    first.height /= 2;
    second.row += first.height;
    second.height -= first.height;
  }
  return {first, second};
}

}  // namespace pliant::detail
