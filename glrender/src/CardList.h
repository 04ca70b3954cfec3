#pragma once

#include "GlObjects.h"

namespace pliant::detail {

/// A list on the card to which shaders append. If it is too short, begin() enlarges it and the shaders run again.
class CardList {
 public:
  /// The list is a head of `headBytes`, then items of `itemBytes` each [bytes].
  CardList(std::size_t headBytes, std::size_t itemBytes);

  /// Returns the maximum number of items that shaders can address.
  std::size_t most() const { return m_most; }
  std::size_t capacity() const { return m_capacity; }

  /// Empties the list: sets its head to zero, and binds it. `most`: maximum capacity [items].
  void begin(std::size_t most, GLuint binding);
  /// Returns true if the capacity is at least `count`. Otherwise the next begin() enlarges the list, up to its `most`.
  bool holds(std::size_t count);

  const CardBuffer& buffer() const { return m_buffer; }

 private:
  std::size_t m_head, m_item, m_most, m_capacity = 0, m_wanted;
  CardBuffer m_buffer;
};

}  // namespace pliant::detail
