#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pliant::detail {

inline char lowerCase(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lowerCase(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lowerCase(c);
  return result;
}

/// Returns true if two words differ at most in the case of their letters.
inline bool sameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lowerCase(x) == lowerCase(y); });
}

}  // namespace pliant::detail
