#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace pliant::detail {

/// A number in a file's byte order.
template <typename Number>
Number load(const char* bytes, std::endian order) {
  std::array<char, sizeof(Number)> copy;
  std::memcpy(copy.data(), bytes, sizeof(Number));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<Number>(copy);
}

/// Why a coordinate that was stored in binary can't be used; nullptr when it can.
template <typename Number>
const char* toCoordinate(Number stored, Real& coordinate) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(stored)) return "a coordinate is not finite";
  }
  coordinate = static_cast<Real>(stored);
  return std::isfinite(coordinate) ? nullptr : "a coordinate is too large";
}

}  // namespace pliant::detail
