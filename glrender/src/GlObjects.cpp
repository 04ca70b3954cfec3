#include "GlObjects.h"

#include <pliant/glrender/GlContext.h>

#include <algorithm>
#include <string>

namespace pliant::detail {
namespace {

thread_local bool t_abandoned = false;

/// Throws GlError with the driver's log in one line.
[[noreturn]] void fail(const char* what, std::string log) {
  log.resize(std::min(log.find('\0'), log.size()));
  while (!log.empty() && log.back() == '\n') log.pop_back();
  std::replace(log.begin(), log.end(), '\n', ' ');
  throw GlError(GlStatus::Failed, std::string("OpenGL failed to ") + what + " a shader: " + log);
}

/// A shader, needed until its program is linked.
class Shader {
 public:
  Shader(GLenum stage, std::span<const char* const> source) : m_name(glCreateShader(stage)) {
    glShaderSource(m_name, static_cast<GLsizei>(source.size()), source.data(), nullptr);
    glCompileShader(m_name);
    GLint good = GL_FALSE;
    glGetShaderiv(m_name, GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) return;
    std::string log(1024, '\0');
    glGetShaderInfoLog(m_name, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteShader(m_name);
    fail("compile", std::move(log));
  }
  ~Shader() { glDeleteShader(m_name); }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  GLuint name() const { return m_name; }

 private:
  GLuint m_name;
};

GlProgram link(std::initializer_list<GLuint> shaders) {
  GlProgram program;
  for (const GLuint shader : shaders) glAttachShader(program.name(), shader);
  glLinkProgram(program.name());
  GLint good = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
  if (good != GL_TRUE) {
    std::string log(1024, '\0');
    glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    fail("link", std::move(log));
  }
  for (const GLuint shader : shaders) glDetachShader(program.name(), shader);
  return program;
}

}  // namespace

GLuint makeObject(GlKind kind) {
  GLuint name = 0;
  switch (kind) {
    case GlKind::Buffer:
      glGenBuffers(1, &name);
      break;
    case GlKind::VertexArray:
      glGenVertexArrays(1, &name);
      break;
    case GlKind::Framebuffer:
      glGenFramebuffers(1, &name);
      break;
    case GlKind::Renderbuffer:
      glGenRenderbuffers(1, &name);
      break;
    case GlKind::Texture:
      glGenTextures(1, &name);
      break;
    case GlKind::Query:
      glGenQueries(1, &name);
      break;
    case GlKind::Program:
      return glCreateProgram();
  }
  return name;
}

void deleteObject(GlKind kind, GLuint name) {
  if (t_abandoned) return;
  switch (kind) {
    case GlKind::Buffer:
      return glDeleteBuffers(1, &name);
    case GlKind::VertexArray:
      return glDeleteVertexArrays(1, &name);
    case GlKind::Framebuffer:
      return glDeleteFramebuffers(1, &name);
    case GlKind::Renderbuffer:
      return glDeleteRenderbuffers(1, &name);
    case GlKind::Texture:
      return glDeleteTextures(1, &name);
    case GlKind::Query:
      return glDeleteQueries(1, &name);
    case GlKind::Program:
      return glDeleteProgram(name);
  }
}

Abandonment::Abandonment() {
  t_abandoned = true;
}

Abandonment::~Abandonment() {
  t_abandoned = false;
}

GlProgram makeProgram(const char* vertexShader, const char* fragmentShader) {
  const Shader vertex(GL_VERTEX_SHADER, {&vertexShader, 1}), fragment(GL_FRAGMENT_SHADER, {&fragmentShader, 1});
  return link({vertex.name(), fragment.name()});
}

GlProgram makeProgram(const char* vertexShader, const char* geometryShader, const char* fragmentShader) {
  const Shader vertex(GL_VERTEX_SHADER, {&vertexShader, 1}), geometry(GL_GEOMETRY_SHADER, {&geometryShader, 1}),
      fragment(GL_FRAGMENT_SHADER, {&fragmentShader, 1});
  return link({vertex.name(), geometry.name(), fragment.name()});
}

GlProgram makeProgram(std::span<const char* const> computeShader) {
  const Shader compute(GL_COMPUTE_SHADER, computeShader);
  return link({compute.name()});
}

GlProgram makeProgram(std::initializer_list<const char*> computeShader) {
  return makeProgram(std::span<const char* const>(computeShader.begin(), computeShader.size()));
}

GLint uniformAt(const GlProgram& program, const char* name) {
  return glGetUniformLocation(program.name(), name);
}

std::size_t bytesOf(std::initializer_list<const CardBuffer*> buffers) {
  std::size_t bytes = 0;
  for (const CardBuffer* const buffer : buffers) bytes += buffer->bytes();
  return bytes;
}

void CardBuffer::fit(std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, 1);
  if (bytes <= m_bytes) return;
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
  glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
  GLint64 made = 0;
  glGetBufferParameteri64v(GL_SHADER_STORAGE_BUFFER, GL_BUFFER_SIZE, &made);
  if (made < static_cast<GLint64>(bytes)) {
    throw GlError(GlStatus::Failed, "OpenGL failed to make a buffer of " + std::to_string(bytes) +
                                        " bytes: lower the resolution or LdiDrawingSettings::fragments");
  }
  m_bytes = bytes;
}

void CardBuffer::upload(const void* data, std::size_t bytes) {
  fit(bytes);
  write(0, bytes, data);
}

void CardBuffer::write(std::size_t from, std::size_t bytes, const void* data) const {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
  glBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(from), static_cast<GLsizeiptr>(bytes), data);
}

void CardBuffer::clear(std::size_t bytes) const {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
  glClearBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, 0, static_cast<GLsizeiptr>(bytes), GL_RED_INTEGER,
                       GL_UNSIGNED_INT, nullptr);
}

void CardBuffer::read(std::size_t from, std::size_t bytes, void* to) const {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
  glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(from), static_cast<GLsizeiptr>(bytes), to);
}

}  // namespace pliant::detail
