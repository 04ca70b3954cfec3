#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace pliant::detail {

/// Reads a number that is stored in byte order `order`.
template <typename Number>
Number load(const char* bytes, std::endian order) {
  std::array<char, sizeof(Number)> copy;
  std::memcpy(copy.data(), bytes, sizeof(Number));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<Number>(copy);
}

/// Storage type of a number in a file.
enum class NumberType : std::uint8_t { Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float32, Float64 };

/// Calls `function` with the number that is stored at `bytes`.
template <typename Function>
auto visitNumber(NumberType type, const char* bytes, std::endian order, Function&& function) {
  switch (type) {
    case NumberType::Int8:
      return function(load<std::int8_t>(bytes, order));
    case NumberType::UInt8:
      return function(load<std::uint8_t>(bytes, order));
    case NumberType::Int16:
      return function(load<std::int16_t>(bytes, order));
    case NumberType::UInt16:
      return function(load<std::uint16_t>(bytes, order));
    case NumberType::Int32:
      return function(load<std::int32_t>(bytes, order));
    case NumberType::UInt32:
      return function(load<std::uint32_t>(bytes, order));
    case NumberType::Int64:
      return function(load<std::int64_t>(bytes, order));
    case NumberType::UInt64:
      return function(load<std::uint64_t>(bytes, order));
    case NumberType::Float32:
      return function(load<float>(bytes, order));
    case NumberType::Float64:
      break;
  }
  return function(load<double>(bytes, order));
}

/// Calls `function` with a number of the given type and value 0.
template <typename Function>
auto visitType(NumberType type, Function&& function) {
  static constexpr std::array<char, sizeof(double)> kNothing = {};
  return visitNumber(type, kNothing.data(), std::endian::native, function);
}

inline std::size_t sizeOf(NumberType type) {
  return visitType(type, [](auto number) { return sizeof(number); });
}

inline bool isInteger(NumberType type) {
  return type != NumberType::Float32 && type != NumberType::Float64;
}

/// Converts a coordinate that was stored in binary. Returns nullptr, or the reason why it can't be used.
template <typename Number>
const char* toCoordinate(Number stored, Real& coordinate) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(stored)) return "a coordinate is not finite";
  }
  coordinate = static_cast<Real>(stored);
  return std::isfinite(coordinate) ? nullptr : "a coordinate is too large";
}

}  // namespace pliant::detail
