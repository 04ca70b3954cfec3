#pragma once

#include <GL/glew.h>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>

namespace pliant::detail {

/// An OpenGL object. Its context must be current when it is constructed and destroyed.
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
  /// Releases the name without deleting the object, which is gone with its context.
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

/// Compile and link a program. Throw GlError with the driver's log in one line.
GlProgram makeProgram(const char* vertexShader, const char* fragmentShader);
GlProgram makeProgram(const char* vertexShader, const char* geometryShader, const char* fragmentShader);
/// Make a compute program; the parts of its source text are concatenated.
GlProgram makeProgram(std::initializer_list<const char*> computeShader);
GlProgram makeProgram(std::span<const char* const> computeShader);

/// A storage buffer on the card that grows as needed; shaders read and write it.
class CardBuffer {
 public:
  /// Ensures the size `bytes`, at least 1. If the buffer grows, its contents are lost. Throws GlError if memory is
  /// insufficient.
  void fit(std::size_t bytes);
  /// Writes `bytes` to the beginning; the buffer may grow.
  void upload(const void* data, std::size_t bytes);
  void write(std::size_t from, std::size_t bytes, const void* data) const;
  /// Sets the first `bytes` to zero.
  void clear(std::size_t bytes) const;
  void read(std::size_t from, std::size_t bytes, void* to) const;
  /// Binds the buffer to a storage binding of the shaders.
  void bind(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, m_buffer.name()); }

  GLuint name() const { return m_buffer.name(); }
  std::size_t bytes() const { return m_bytes; }
  void abandon() { m_buffer.abandon(); }

 private:
  GlBuffer m_buffer;
  std::size_t m_bytes = 0;
};

}  // namespace pliant::detail
