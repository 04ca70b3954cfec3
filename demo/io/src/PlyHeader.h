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
  NumberType countType = NumberType::UInt8;  ///< of a list
  int axis = -1;                             ///< 0, 1, 2 for x, y, z of a vertex
  bool isCorners = false;                    ///< the list of a face's or a strip's vertices
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

/// Leaves the scanner behind the header's last line. Throws Error when the header is no PLY header, or when vertices
/// have no coordinates, or faces or strips no list of integers as corners.
PlyHeader readPlyHeader(Scanner& scanner);

/// Whether an integer type can hold the value.
bool fits(std::int64_t value, NumberType type);

}  // namespace pliant::detail
