#pragma once

#include <GL/glew.h>

#include <array>
#include <vector>

namespace pliant::detail {

/// Number of storage bindings that shaders use, from 0 on.
inline constexpr GLuint kStorageBindings = 8;

/// The OpenGL state that Pliant's drawing changes or depends on. State that is indexed by viewport or draw buffer is
/// changed for index 0 only.
class SavedState {
 public:
  /// Saves the state of the current context. `version`: its OpenGL version, 10 · major + minor.
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
    GLint64 start, size;  ///< size 0: the whole buffer
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

/// Resets the state that SavedState saves, except state that drawing sets itself: tests off, masks open, nothing bound.
void setPlainState(int version);

/// Set the first viewport, scissor box and scissor test only.
void setViewport(int version, GLint x, GLint y, GLsizei width, GLsizei height);
void setScissor(int version, GLint x, GLint y, GLsizei width, GLsizei height);
void setScissorTest(int version, bool on);

/// Returns the OpenGL version of the current context, 10 · major + minor.
int contextVersion();

/// Returns true if the current context supports pipeline statistics queries. Before OpenGL 4.6 it searches the list of
/// extensions.
bool countsPipeline(int version);

/// Returns the kind of an active query or transform feedback of the host that would count Pliant's drawing; null if
/// there is none. `pipeline`: result of countsPipeline().
const char* hostInMidst(int version, bool pipeline);

}  // namespace pliant::detail
