#pragma once

#include <GL/glew.h>

#include <array>
#include <vector>

namespace pliant::detail {

/// Buffers that shaders know by number: so many of them are touched, from the first on.
inline constexpr GLuint kStorageBindings = 8;

/// The state of OpenGL that Pliant's drawing touches or depends on. Of state that is indexed by viewport or draw buffer
/// only the first is touched.
class SavedState {
 public:
  /// Of the current context; `version` is 10 major + minor.
  void save(int version);
  void restore() const;

 private:
  struct Enable {
    GLenum cap;
    GLboolean on;
  };
  struct StencilSide {
    GLint func, ref, mask, fail, depthFail, depthPass, writeMask;
  };

  struct StorageBinding {
    GLint buffer;
    GLint64 start, size;  ///< size 0: all of the buffer
  };

  int m_version = 0;
  bool m_compatibility = false;
  std::vector<Enable> m_enables;
  GLboolean m_scissorTest = GL_FALSE;
  std::array<GLfloat, 4> m_viewport{};
  std::array<GLint, 4> m_scissor{};
  std::array<GLdouble, 2> m_depthRange{};
  GLint m_drawFramebuffer = 0, m_readFramebuffer = 0, m_renderbuffer = 0;
  GLint m_program = 0, m_vertexArray = 0, m_arrayBuffer = 0, m_packBuffer = 0, m_unpackBuffer = 0;
  GLint m_storageBuffer = 0;
  std::array<StorageBinding, kStorageBindings> m_storage{};
  GLint m_activeTexture = 0, m_texture = 0, m_sampler = 0;
  std::array<GLint, 2> m_polygonMode{};
  GLint m_clipOrigin = 0, m_clipDepthMode = 0;
  GLint m_cullFace = 0, m_frontFace = 0;
  GLint m_depthFunc = 0, m_stencilClear = 0;
  GLboolean m_depthMask = GL_TRUE;
  GLdouble m_depthClear = 1;
  std::array<GLboolean, 4> m_colorMask{};
  std::array<StencilSide, 2> m_stencil{};
  std::array<GLint, 8> m_pack{};
  std::array<GLfloat, 5> m_transfer{};
};

/// Sets all that SavedState keeps, but for what drawing sets by itself: tests off, masks open, nothing bound.
void setPlainState(int version);

/// The first viewport and scissor box alone.
void setViewport(int version, GLint x, GLint y, GLsizei width, GLsizei height);
void setScissor(int version, GLint x, GLint y, GLsizei width, GLsizei height);
void setScissorTest(int version, bool on);

/// 10 major + minor of the current context.
int contextVersion();

/// Whether the current context counts what passes its pipeline's stages. Looks through its extensions where its version
/// doesn't tell.
bool countsPipeline(int version);

/// A query or a transform feedback of the host's that our drawing would be counted by. `pipeline`: countsPipeline.
const char* hostInMidst(int version, bool pipeline);

}  // namespace pliant::detail
