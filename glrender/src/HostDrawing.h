#pragma once

#include <pliant/glrender/DrawnLdi.h>

#include "GlObjects.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// The LdiDrawer of one call of the host's draw callback, within a Scope.
class HostDrawing final : public LdiDrawer {
 public:
  /// Storage binding of the list.
  static constexpr GLuint kList = 7;

  /// Sets the state for drawing: program, viewport, scissor, depth clamp, orientation of front faces. A framebuffer of
  /// the block's size must be bound.
  HostDrawing(GLuint ownProgram, const LdiView& view, const LdiBlock& block, bool inward, GLuint list,
              std::size_t capacity);

  const Matrix& viewProjection() const override { return m_viewProjection; }
  void useOwnProgram(const Matrix& toWorld) override;
  void useProgram(std::uint32_t program) override;
  void setFirstFace(Index face) override;

  /// Throws Error if the host changed state that it must not change.
  void check() const;

 private:
  /// Values of the state that the host must not change.
  struct Fixed {
    static constexpr std::size_t kCount = 12;
    std::array<std::array<GLfloat, 4>, kCount> values{};

    Fixed();
  };

  void setUniforms() const;

  GLuint m_own, m_program, m_list;
  Index m_width, m_firstFace = 0;
  std::size_t m_capacity;
  Matrix m_viewProjection;
  Fixed m_fixed;
};

}  // namespace pliant::detail
