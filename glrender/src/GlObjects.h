#pragma once

#include <GL/glew.h>

#include <utility>

namespace pliant::detail {

/// One object of OpenGL, made and deleted where its context is current.
template <typename Kind>
class GlObject {
 public:
  GlObject() : m_name(Kind::make()) {}
  ~GlObject() {
    if (m_name != 0) Kind::destroy(m_name);
  }
  GlObject(GlObject&& other) noexcept : m_name(std::exchange(other.m_name, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(m_name, other.m_name);
    return *this;
  }

  GLuint name() const { return m_name; }
  /// It is gone with its context.
  void abandon() { m_name = 0; }

 private:
  GLuint m_name;
};

struct BufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};

struct VertexArrayKind {
  static GLuint make() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};

struct FramebufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};

struct RenderbufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};

struct TextureKind {
  static GLuint make() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};

struct QueryKind {
  static GLuint make() {
    GLuint name = 0;
    glGenQueries(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};

struct ProgramKind {
  static GLuint make() { return glCreateProgram(); }
  static void destroy(GLuint name) { glDeleteProgram(name); }
};

using GlBuffer = GlObject<BufferKind>;
using GlVertexArray = GlObject<VertexArrayKind>;
using GlFramebuffer = GlObject<FramebufferKind>;
using GlRenderbuffer = GlObject<RenderbufferKind>;
using GlTexture = GlObject<TextureKind>;
using GlQuery = GlObject<QueryKind>;
using GlProgram = GlObject<ProgramKind>;

/// Compiles and links. Throws GlError with the driver's first line.
GlProgram makeProgram(const char* vertexShader, const char* fragmentShader);

}  // namespace pliant::detail
