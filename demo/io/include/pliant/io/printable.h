#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace pliant {

/// Returns `text` for a terminal: each control character becomes one `?`, all other characters stay. Control
/// characters:
/// - bytes below 0x20, and 0x7f
/// - U+0080 to U+009F in UTF-8
/// - a byte 0x80 to 0x9f that belongs to no UTF-8 character
std::string printable(std::string_view text);

/// Returns the number of bytes of the first character of `text`, which must not be empty. Returns 1 for a byte that
/// begins no UTF-8 character.
std::size_t characterSize(std::string_view text);

/// Returns the texts of the items with `between` between them. `text` is a function or a member of an item.
template <typename Items, typename Text = std::identity>
std::string joined(const Items& items, std::string_view between, Text text = {}) {
  std::string all;
  for (const auto& item : items) {
    if (!all.empty()) all += between;
    all += std::invoke(text, item);
  }
  return all;
}

}  // namespace pliant
