#pragma once

#include <pliant/glrender/DrawnLdi.h>

#include "GlObjects.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// One call of the host's drawing, within a scope.
class HostDrawing final : public LdiDrawer {
 public:
  /// Binding of the list.
  static constexpr GLuint kList = 7;

  /// Makes the state that drawing goes on in: program, viewport, facing. A framebuffer of the block's size is bound.
  HostDrawing(GLuint ownProgram, const LdiView& view, const LdiBlock& block, bool inward, GLuint list,
              std::size_t capacity);

  const Matrix& viewProjection() const override { return m_viewProjection; }
  void useOwnProgram(const Matrix& toWorld) override;
  void useProgram(std::uint32_t program) override;
  void setFirstFace(Index face) override;

  /// Throws Error if the host changed what it must not.
  void check() const;

 private:
  /// What must stay.
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
