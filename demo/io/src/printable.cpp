#include <pliant/io/printable.h>

namespace pliant {
namespace {

unsigned char byteAt(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool isControl(std::string_view character) {
  const unsigned char first = byteAt(character, 0);
  if (character.size() == 1) return first < 0x20 || (first >= 0x7f && first <= 0x9f);
  return character.size() == 2 && first == 0xc2 && byteAt(character, 1) <= 0x9f;
}

}  // namespace

// Unicode 15, table 3-7: well-formed UTF-8 byte sequences.
std::size_t characterSize(std::string_view text) {
  const unsigned char first = byteAt(text, 0);
  const std::size_t size = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  if (size > text.size()) return 1;
  for (std::size_t i = 1; i < size; ++i) {
    unsigned char low = 0x80, high = 0xbf;
    if (i == 1 && first == 0xe0) low = 0xa0;
    if (i == 1 && first == 0xed) high = 0x9f;
    if (i == 1 && first == 0xf0) low = 0x90;
    if (i == 1 && first == 0xf4) high = 0x8f;
    if (byteAt(text, i) < low || byteAt(text, i) > high) return 1;
  }
  return size;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, characterSize(text));
    if (isControl(character)) {
      result += '?';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace pliant
