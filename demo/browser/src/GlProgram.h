#pragma once

#include <GL/glew.h>

#include <Eigen/Core>
#include <string>

namespace pliant::detail {

/// An OpenGL program. Needs a current context from construction to destruction.
class GlProgram {
 public:
  /// Throws Error with the compiler's message. `common` is inserted before the fragment shader.
  GlProgram(const char* vertex, const char* common, const char* fragment);
  ~GlProgram();
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;

  void use() const;
  // Set a uniform of the program in use. Unknown names are ignored.
  void set(const char* name, int value) const;
  void set(const char* name, float value) const;
  void set(const char* name, const Eigen::Vector3f& value) const;
  void set(const char* name, const Eigen::Matrix4f& value) const;

 private:
  GLint place(const char* name) const;
  GLuint m_name = 0;
};

}  // namespace pliant::detail
