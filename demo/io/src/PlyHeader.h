#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "Scanner.h"
#include "binary.h"

namespace pliant::detail {

enum class PlyFormat : std::uint8_t { Ascii, BinaryLittleEndian, BinaryBigEndian };

struct PlyProperty {
  std::string name;
  NumberType type = NumberType::Float32;
  bool isList = false;
  NumberType countType = NumberType::UInt8;  ///< type of a list's size
  int axis = -1;                             ///< 0, 1, 2 for x, y, z of a vertex, else −1
  bool isCorners = false;                    ///< true for the list of vertex indices of a face or strip
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;

  bool isStrips() const { return name == "tristrips"; }
  bool hasCorners() const { return name == "face" || isStrips(); }
};

struct PlyHeader {
  PlyFormat format = PlyFormat::Ascii;
  std::vector<PlyElement> elements;
  std::uint64_t vertexCount = 0;
};

/// Reads the header. The scanner is then behind the header's last line. Throws Error if the header is not a PLY header,
/// if vertices lack coordinates, or if faces or strips lack a list of integer corners.
PlyHeader readPlyHeader(Scanner& scanner);

/// Returns true if the integer type can hold the value.
bool fits(std::int64_t value, NumberType type);

}  // namespace pliant::detail
