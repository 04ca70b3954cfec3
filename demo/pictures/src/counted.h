#pragma once

#include <cstddef>
#include <string>

namespace pliant::detail {

/// Returns a number and its noun, for instance "1 pair" or "2 pairs".
inline std::string counted(std::size_t number, const std::string& one, const std::string& many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace pliant::detail
