#pragma once

#include <GL/glew.h>

#include <cstdint>

namespace pliant::detail {

/// An object in a context by which that is known again. Contexts share no vertex arrays, so another one that has come
/// to look the same lacks it, or has something else under its name. What vertex array is bound changes with all calls.
class ContextTag {
 public:
  bool made() const { return m_vertexArray != 0; }
  /// Whether the current context is the one in which it was made.
  bool isHere() const;
  void make();
  /// In the context in which it was made.
  void remove();

 private:
  GLuint m_vertexArray = 0;
  std::uint64_t m_number = 0;
};

}  // namespace pliant::detail
