#pragma once

#include <algorithm>
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
