#pragma once

#include <GL/glew.h>

#include <Eigen/Core>
#include <string>

namespace pliant::detail {

/// A program of OpenGL, made of parts of shaders. In a current context from its making to its end.
class GlProgram {
 public:
  /// Throws Error with what the compiler says. `common` stands before the fragment shader.
  GlProgram(const char* vertex, const char* common, const char* fragment);
  ~GlProgram();
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;

  void use() const;
  // Of the program in use; a name that it does not have is passed over.
  void set(const char* name, int value) const;
  void set(const char* name, float value) const;
  void set(const char* name, const Eigen::Vector3f& value) const;
  void set(const char* name, const Eigen::Vector4f& value) const;
  void set(const char* name, const Eigen::Matrix4f& value) const;

 private:
  GLint place(const char* name) const;
  GLuint m_name = 0;
};

}  // namespace pliant::detail
