#pragma once

#include <string>
#include <string_view>

namespace pliant {

/// `text` for a terminal: one `?` for each control character, of 7 bits (below 0x20, 0x7f) and of 8 bits (U+0080 to
/// U+009F in UTF-8; a byte 0x80 to 0x9f that belongs to no character in UTF-8). All else stays.
std::string printable(std::string_view text);

/// How many bytes the character at the start of a text takes, which is not empty: 1 also for a byte that begins no
/// character in UTF-8.
std::size_t characterSize(std::string_view text);

}  // namespace pliant
