#pragma once

#include <algorithm>
#include <utility>

#include "GlObjects.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// Draws the faces of a surface into tiles of a framebuffer.
class FaceDrawing {
 public:
  /// Attribute 0 is the corner. Attribute 1 is the depth if `depths` is true.
  FaceDrawing(const char* vertexShader, const char* fragmentShader, bool depths);

  /// Sets program, vertex array, face culling and scissor test. `counterclockwiseTowards`: true if front faces are
  /// counterclockwise.
  void use(bool counterclockwiseTowards) const;
  void upload(const SnappedSurface& surface);
  /// Uploads the faces that are selected for the block.
  void upload(const SnappedSurface& surface, const LdiBlock& block);
  /// Draws the selected faces [begin, end): front faces if `towards`, otherwise back faces.
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

/// Sets the uniforms by which a vertex shader maps the block's corners to the viewport of setTile().
void setOrigin(GLint origin, GLint scale, const LdiBlock& block);

/// Sets viewport and scissor box for the block's tile, with its lower left pixel at (x, y).
void setTile(int version, const LdiBlock& block, Index x, Index y);

/// Layout of equal tiles in a framebuffer [pixels].
struct TileGrid {
  Index columns, rows, tileWidth, tileHeight;

  /// Returns the number of tiles that fit. `side`: maximum width and height of the framebuffer, at least those of the
  /// block [pixels].
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

/// Maximum width and height of a framebuffer [pixels]. Up to this size all window coordinates are exact.
inline constexpr Index kMostSide = 4096;
/// Maximum number of pixels of a framebuffer, unless one tile has more.
inline constexpr std::size_t kMostFrame = 1 << 22;

/// Returns true if a framebuffer must grow to hold the grid. Sets `width` and `height` to the new size then [pixels].
bool grow(Index& width, Index& height, const TileGrid& grid);

/// Binds a framebuffer without attachments, of the block's size.
void bindEmptyFramebuffer(const GlFramebuffer& framebuffer, const LdiBlock& block);

/// Throws GlError if the bound framebuffer is not complete.
void checkFramebuffer(Index width, Index height);

/// Calls visit(block) for each block of a view, of at most side × side pixels.
template <typename Visit>
void forBlocks(const LdiView& view, Index side, Visit&& visit) {
  for (Index row = 0; row < view.height; row += side) {
    for (Index column = 0; column < view.width; column += side) {
      visit(LdiBlock{column, row, std::min(side, view.width - column), std::min(side, view.height - row)});
    }
  }
}

/// Divides a block of more than one pixel along its longer side.
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
