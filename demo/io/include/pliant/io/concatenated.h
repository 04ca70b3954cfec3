#pragma once

#include <string>

namespace pliant {

/// Returns the texts one after another. GCC 12 gives false errors for a literal + a temporary text.
template <typename... Texts>
std::string concatenated(const Texts&... texts) {
  std::string all;
  (all.append(texts), ...);
  return all;
}

}  // namespace pliant
