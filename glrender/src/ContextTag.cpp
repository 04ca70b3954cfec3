#include "ContextTag.h"

#include <array>
#include <atomic>

namespace pliant::detail {
namespace {

/// Values that no other program writes there: divisors of attributes that are never used.
using Divisors = std::array<GLuint, 3>;

Divisors divisorsOf(std::uint64_t number) {
  return {0x504c4941, static_cast<GLuint>(number >> 32), static_cast<GLuint>(number)};
}

/// Binds a vertex array. The destructor restores the previous binding.
class Bound {
 public:
  explicit Bound(GLuint vertexArray) {
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &m_former);
    glBindVertexArray(vertexArray);
  }
  ~Bound() { glBindVertexArray(static_cast<GLuint>(m_former)); }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;

 private:
  GLint m_former = 0;
};

}  // namespace

bool ContextTag::isHere() const {
  if (!made() || glIsVertexArray(m_vertexArray) != GL_TRUE) return false;
  const Bound bound(m_vertexArray);
  const Divisors expected = divisorsOf(m_number);
  for (GLuint i = 0; i < expected.size(); ++i) {
    GLint found = 0;
    glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR, &found);
    if (static_cast<GLuint>(found) != expected[i]) return false;
  }
  return true;
}

void ContextTag::make() {
  static std::atomic<std::uint64_t> last = 0;
  m_number = ++last;
  glGenVertexArrays(1, &m_vertexArray);
  const Bound bound(m_vertexArray);
  const Divisors divisors = divisorsOf(m_number);
  for (GLuint i = 0; i < divisors.size(); ++i) glVertexAttribDivisor(i, divisors[i]);
}

void ContextTag::remove() {
  glDeleteVertexArrays(1, &m_vertexArray);
  m_vertexArray = 0;
}

}  // namespace pliant::detail
