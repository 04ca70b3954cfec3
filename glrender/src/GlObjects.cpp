#include "GlObjects.h"

#include <pliant/glrender/GlContext.h>

#include <string>

namespace pliant::detail {
namespace {

[[noreturn]] void fail(const char* what, std::string log) {
  log.resize(std::min(log.find_first_of(std::string("\n\0", 2)), log.size()));
  throw GlError(GlStatus::Failed, std::string("OpenGL failed to ") + what + " a shader: " + log);
}

/// A shader until the program that it is part of is linked.
class Shader {
 public:
  Shader(GLenum stage, const char* source) : m_name(glCreateShader(stage)) {
    glShaderSource(m_name, 1, &source, nullptr);
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

}  // namespace

GlProgram makeProgram(const char* vertexShader, const char* fragmentShader) {
  const Shader vertex(GL_VERTEX_SHADER, vertexShader), fragment(GL_FRAGMENT_SHADER, fragmentShader);
  GlProgram program;
  glAttachShader(program.name(), vertex.name());
  glAttachShader(program.name(), fragment.name());
  glLinkProgram(program.name());
  GLint good = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
  if (good != GL_TRUE) {
    std::string log(1024, '\0');
    glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    fail("link", std::move(log));
  }
  glDetachShader(program.name(), vertex.name());
  glDetachShader(program.name(), fragment.name());
  return program;
}

}  // namespace pliant::detail
