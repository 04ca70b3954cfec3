#include "FaceDrawing.h"

#include <pliant/glrender/GlContext.h>

#include <string>

#include "SavedState.h"

namespace pliant::detail {

FaceDrawing::FaceDrawing(const char* vertexShader, const char* fragmentShader, bool depths)
    : m_program(makeProgram(vertexShader, fragmentShader)),
      m_origin(uniform("origin")),
      m_scale(uniform("scale")),
      m_withDepths(depths) {
  glBindVertexArray(m_vertexArray.name());
  glBindBuffer(GL_ARRAY_BUFFER, m_corners.name());
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(SnappedSurface::Corner), nullptr);
  if (depths) {
    glBindBuffer(GL_ARRAY_BUFFER, m_depths.name());
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, sizeof(float), nullptr);
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.name());
}

void FaceDrawing::use(bool counterclockwiseTowards) const {
  glUseProgram(m_program.name());
  glBindVertexArray(m_vertexArray.name());
  glEnable(GL_CULL_FACE);
  glFrontFace(counterclockwiseTowards ? GL_CCW : GL_CW);
  setScissorTest(contextVersion(), true);
}

void FaceDrawing::upload(const SnappedSurface& surface) {
  const auto corners = surface.corners();
  glBindBuffer(GL_ARRAY_BUFFER, m_corners.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size_bytes()), corners.data(), GL_STREAM_DRAW);
  m_surfaceBytes = corners.size_bytes();
  if (!m_withDepths) return;
  const auto depths = surface.depths();
  glBindBuffer(GL_ARRAY_BUFFER, m_depths.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(depths.size_bytes()), depths.data(), GL_STREAM_DRAW);
  m_surfaceBytes += depths.size_bytes();
}

void FaceDrawing::upload(const SnappedSurface& surface, const LdiBlock& block) {
  setOrigin(m_origin, m_scale, block);
  const auto faces = surface.faces();
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(faces.size_bytes()), faces.data(), GL_STREAM_DRAW);
  m_faceBytes = faces.size_bytes();
}

void FaceDrawing::draw(bool towards, std::size_t begin, std::size_t end, const SnappedSurface& surface) const {
  glCullFace(towards ? GL_BACK : GL_FRONT);
  // OpenGL takes an offset as a pointer.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const auto* const from = reinterpret_cast<const void*>(begin * sizeof(Triangle));
  glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(3 * (end - begin)), GL_UNSIGNED_INT, from,
                           -surface.firstVertex());
}

void setOrigin(GLint origin, GLint scale, const LdiBlock& block) {
  constexpr auto whole = static_cast<float>(kSubpixels);
  constexpr float before = whole * kViewportBefore + whole / 2;
  glUniform2f(origin, before - whole * static_cast<float>(block.column),
              before - whole * static_cast<float>(block.row));
  glUniform2f(scale, 2 / (whole * kViewport), 2 / (whole * kViewport));
}

void setTile(int version, const LdiBlock& block, Index x, Index y) {
  setViewport(version, static_cast<GLint>(x) - kViewportBefore, static_cast<GLint>(y) - kViewportBefore, kViewport,
              kViewport);
  setScissor(version, static_cast<GLint>(x), static_cast<GLint>(y), static_cast<GLsizei>(block.width),
             static_cast<GLsizei>(block.height));
}

std::size_t TileGrid::fitting(const LdiBlock& block, Index side) {
  return std::clamp<std::size_t>(kMostFrame / block.pixels(), 1,
                                 std::size_t{side / block.width} * (side / block.height));
}

bool grow(Index& width, Index& height, const TileGrid& grid) {
  if (grid.width() <= width && grid.height() <= height) return false;
  const Index wider = std::max(width, grid.width()), higher = std::max(height, grid.height());
  const bool both = std::size_t{wider} * higher <= kMostFrame;
  width = both ? wider : grid.width();
  height = both ? higher : grid.height();
  return true;
}

void bindEmptyFramebuffer(const GlFramebuffer& framebuffer, const LdiBlock& block) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
  glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, static_cast<GLint>(block.width));
  glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, static_cast<GLint>(block.height));
  checkFramebuffer(block.width, block.height);
}

void checkFramebuffer(Index width, Index height) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
  throw GlError(GlStatus::Failed, "OpenGL failed to make a framebuffer of " + std::to_string(width) + " × " +
                                      std::to_string(height) + " pixels");
}

}  // namespace pliant::detail
