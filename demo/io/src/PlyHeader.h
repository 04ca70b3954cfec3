#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "Scanner.h"
#include "binary.h"

namespace pliant::detail {

enum class PlyFormat : std::uint8_t { Ascii, BinaryLittleEndian, BinaryBigEndian };
enum class PlyType : std::uint8_t { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::Float32;
  bool isList = false;
  PlyType countType = PlyType::UInt8;  ///< of a list
  int axis = -1;                       ///< 0, 1, 2 for x, y, z of a vertex
  bool isCorners = false;              ///< the list of a face's vertices
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::Ascii;
  std::vector<PlyElement> elements;
  std::uint64_t vertexCount = 0;
};

/// Leaves the scanner behind the header's last line. Throws Error when the header is no PLY header, or when vertices
/// have no coordinates or faces no list of integers as corners.
PlyHeader readPlyHeader(Scanner& scanner);

/// Calls `function` with the number that is stored at `bytes`.
template <typename Function>
auto visitNumber(PlyType type, const char* bytes, std::endian order, Function&& function) {
  switch (type) {
    case PlyType::Int8:
      return function(load<std::int8_t>(bytes, order));
    case PlyType::UInt8:
      return function(load<std::uint8_t>(bytes, order));
    case PlyType::Int16:
      return function(load<std::int16_t>(bytes, order));
    case PlyType::UInt16:
      return function(load<std::uint16_t>(bytes, order));
    case PlyType::Int32:
      return function(load<std::int32_t>(bytes, order));
    case PlyType::UInt32:
      return function(load<std::uint32_t>(bytes, order));
    case PlyType::Float32:
      return function(load<float>(bytes, order));
    case PlyType::Float64:
      break;
  }
  return function(load<double>(bytes, order));
}

inline bool isInteger(PlyType type) {
  return type != PlyType::Float32 && type != PlyType::Float64;
}

std::size_t sizeOf(PlyType type);
/// Whether an integer type can hold the value.
bool fits(std::int64_t value, PlyType type);

}  // namespace pliant::detail
