#include "CardList.h"

#include <algorithm>

namespace pliant::detail {
namespace {

constexpr std::size_t kFirstCapacity = std::size_t{1} << 14;

}  // namespace

CardList::CardList(std::size_t headBytes, std::size_t itemBytes)
    : m_head(headBytes), m_item(itemBytes), m_wanted(kFirstCapacity) {
  GLint64 bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  m_most = (static_cast<std::size_t>(bytes) - headBytes) / itemBytes;
}

void CardList::begin(std::size_t most, GLuint binding) {
  m_capacity = std::max(m_capacity, std::min(m_wanted, most));
  m_buffer.fit(m_head + m_capacity * m_item);
  m_buffer.clear(m_head);
  m_buffer.bind(binding);
}

bool CardList::holds(std::size_t count) {
  if (count <= m_capacity) return true;
  m_wanted = count + count / 4;
  return false;
}

}  // namespace pliant::detail
