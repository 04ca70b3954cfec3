#pragma once

#include <GL/glew.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

namespace pliant::detail {

enum class GlKind : std::uint8_t { Buffer, VertexArray, Framebuffer, Renderbuffer, Texture, Query, Program };

/// Makes an object in the current context and returns its name.
GLuint makeObject(GlKind kind);
/// Deletes an object of the current context, unless an Abandonment lives on this thread.
void deleteObject(GlKind kind, GLuint name);

/// While one lives on a thread, no object is deleted there: the objects are gone with their context, or cannot be
/// reached any more.
class Abandonment {
 public:
  Abandonment();
  ~Abandonment();
  Abandonment(const Abandonment&) = delete;
  Abandonment& operator=(const Abandonment&) = delete;
};

/// An OpenGL object. Its context must be current when it is constructed and destroyed.
template <GlKind kind>
class GlObject {
 public:
  GlObject() : m_name(makeObject(kind)) {}
  ~GlObject() {
    if (m_name != 0) deleteObject(kind, m_name);
  }
  GlObject(GlObject&& other) noexcept : m_name(std::exchange(other.m_name, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(m_name, other.m_name);
    return *this;
  }

  GLuint name() const { return m_name; }

 private:
  GLuint m_name;
};

using GlBuffer = GlObject<GlKind::Buffer>;
using GlVertexArray = GlObject<GlKind::VertexArray>;
using GlFramebuffer = GlObject<GlKind::Framebuffer>;
using GlRenderbuffer = GlObject<GlKind::Renderbuffer>;
using GlTexture = GlObject<GlKind::Texture>;
using GlQuery = GlObject<GlKind::Query>;
using GlProgram = GlObject<GlKind::Program>;

/// Compile and link a program. Throw GlError with the driver's log in one line.
GlProgram makeProgram(const char* vertexShader, const char* fragmentShader);
GlProgram makeProgram(const char* vertexShader, const char* geometryShader, const char* fragmentShader);
/// Make a compute program; the parts of its source text are concatenated.
GlProgram makeProgram(std::initializer_list<const char*> computeShader);
GlProgram makeProgram(std::span<const char* const> computeShader);

GLint uniformAt(const GlProgram& program, const char* name);
/// Returns a count as a shader takes it.
inline GLuint word(std::size_t value) {
  return static_cast<GLuint>(value);
}

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

 private:
  GlBuffer m_buffer;
  std::size_t m_bytes = 0;
};

/// Returns the memory of all buffers [bytes].
std::size_t bytesOf(std::initializer_list<const CardBuffer*> buffers);

}  // namespace pliant::detail
