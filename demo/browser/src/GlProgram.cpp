#include "GlProgram.h"

#include <pliant/detectors/Error.h>

#include <array>

namespace pliant::detail {
namespace {

GLuint compile(GLenum kind, const char* common, const char* text) {
  const GLuint shader = glCreateShader(kind);
  const std::array<const char*, 3> parts{"#version 330 core\n", common, text};
  glShaderSource(shader, static_cast<GLsizei>(parts.size()), parts.data(), nullptr);
  glCompileShader(shader);
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  glDeleteShader(shader);
  throw Error(std::string("a shader of the browser can't be compiled: ") + log.data());
}

}  // namespace

GlProgram::GlProgram(const char* vertex, const char* common, const char* fragment) {
  const GLuint first = compile(GL_VERTEX_SHADER, "", vertex);
  GLuint second = 0;
  try {
    second = compile(GL_FRAGMENT_SHADER, common, fragment);
  } catch (...) {
    glDeleteShader(first);
    throw;
  }
  m_name = glCreateProgram();
  for (const GLuint shader : {first, second}) {
    glAttachShader(m_name, shader);
    glDeleteShader(shader);
  }
  glLinkProgram(m_name);
  GLint linked = GL_FALSE;
  glGetProgramiv(m_name, GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return;
  std::array<char, 1024> log{};
  glGetProgramInfoLog(m_name, static_cast<GLsizei>(log.size()), nullptr, log.data());
  glDeleteProgram(m_name);
  throw Error(std::string("a shader program of the browser can't be linked: ") + log.data());
}

GlProgram::~GlProgram() {
  glDeleteProgram(m_name);
}

void GlProgram::use() const {
  glUseProgram(m_name);
}

GLint GlProgram::place(const char* name) const {
  return glGetUniformLocation(m_name, name);
}

void GlProgram::set(const char* name, int value) const {
  glUniform1i(place(name), value);
}
void GlProgram::set(const char* name, float value) const {
  glUniform1f(place(name), value);
}
void GlProgram::set(const char* name, const Eigen::Vector3f& value) const {
  glUniform3fv(place(name), 1, value.data());
}
void GlProgram::set(const char* name, const Eigen::Matrix4f& value) const {
  glUniformMatrix4fv(place(name), 1, GL_FALSE, value.data());
}

}  // namespace pliant::detail
