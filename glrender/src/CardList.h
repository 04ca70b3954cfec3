#pragma once

#include "GlObjects.h"

namespace pliant::detail {

/// A list on the card to which shaders append. One that turns out too short is made longer, and what appends is run
/// again.
class CardList {
 public:
  /// Items of so many bytes after a head of others.
  CardList(std::size_t headBytes, std::size_t itemBytes);
  void abandon() { m_buffer.abandon(); }

  /// Items that shaders can reach.
  std::size_t most() const { return m_most; }
  std::size_t capacity() const { return m_capacity; }

  /// Empties the list: zeros in its head. `most`: items that it may ever hold.
  void begin(std::size_t most, GLuint binding);
  /// Whether it holds so many; if not, there will be room for them after the next `begin`, as far as may be.
  bool holds(std::size_t count);

  const CardBuffer& buffer() const { return m_buffer; }

 private:
  std::size_t m_head, m_item, m_most, m_capacity = 0, m_wanted;
  CardBuffer m_buffer;
};

}  // namespace pliant::detail
