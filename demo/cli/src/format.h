#pragma once

#include <cstdio>
#include <string>

namespace pliant::cli {

/// Returns the number as printf writes it, with at most 63 characters.
inline std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

}  // namespace pliant::cli
