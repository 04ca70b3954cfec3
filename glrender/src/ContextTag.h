#pragma once

#include <GL/glew.h>

#include <cstdint>

namespace pliant::detail {

/// Identifies a context by a vertex array in it. Contexts share no vertex arrays. So another context with the same
/// handle has no vertex array of this name, or one with other values. isHere() and make() restore the vertex array
/// binding.
class ContextTag {
 public:
  bool made() const { return m_vertexArray != 0; }
  /// Returns true if the current context is the one of make().
  bool isHere() const;
  void make();
  /// Deletes the vertex array. The context of make() must be current.
  void remove();

 private:
  GLuint m_vertexArray = 0;
  std::uint64_t m_number = 0;
};

}  // namespace pliant::detail
