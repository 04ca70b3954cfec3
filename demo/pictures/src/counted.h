#pragma once

#include <pliant/io/numbers.h>

#include <cstddef>
#include <string>

namespace pliant::detail {

/// Returns a number and its noun, for instance "1 pair" or "2,000 pairs".
inline std::string counted(std::size_t number, const std::string& one, const std::string& many) {
  return withCommas(number) + " " + (number == 1 ? one : many);
}

}  // namespace pliant::detail
