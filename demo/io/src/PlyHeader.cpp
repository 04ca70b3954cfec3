#include "PlyHeader.h"

#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::array<std::pair<std::string_view, NumberType>, 16> kTypes = {{{"char", NumberType::Int8},
                                                                             {"int8", NumberType::Int8},
                                                                             {"uchar", NumberType::UInt8},
                                                                             {"uint8", NumberType::UInt8},
                                                                             {"short", NumberType::Int16},
                                                                             {"int16", NumberType::Int16},
                                                                             {"ushort", NumberType::UInt16},
                                                                             {"uint16", NumberType::UInt16},
                                                                             {"int", NumberType::Int32},
                                                                             {"int32", NumberType::Int32},
                                                                             {"uint", NumberType::UInt32},
                                                                             {"uint32", NumberType::UInt32},
                                                                             {"float", NumberType::Float32},
                                                                             {"float32", NumberType::Float32},
                                                                             {"double", NumberType::Float64},
                                                                             {"float64", NumberType::Float64}}};

bool isRemark(std::string_view keyword) {
  return keyword == "comment" || keyword == "obj_info";
}

NumberType readType(Scanner& scanner) {
  const std::string_view word = scanner.word("a type");
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& type) { return type.first == word; });
  if (found == kTypes.end()) scanner.fail(quoteWord(word) + " is not a type of PLY files");
  return found->second;
}

PlyFormat readFormat(Scanner& scanner) {
  const std::string_view word = scanner.word("the format");
  PlyFormat format = PlyFormat::Ascii;
  if (word == "binary_little_endian") {
    format = PlyFormat::BinaryLittleEndian;
  } else if (word == "binary_big_endian") {
    format = PlyFormat::BinaryBigEndian;
  } else if (word != "ascii") {
    scanner.fail(quoteWord(word) + " is not a format of PLY files");
  }
  if (scanner.word("the format's version") != "1.0") scanner.fail("only version 1.0 is supported");
  return format;
}

PlyElement readElement(Scanner& scanner) {
  PlyElement element;
  element.name = scanner.word("an element's name");
  const std::int64_t count = scanner.integer("a number of elements");
  if (count < 0) scanner.fail("the number of elements is negative: " + std::to_string(count));
  element.count = static_cast<std::uint64_t>(count);
  return element;
}

PlyProperty readProperty(Scanner& scanner, const PlyElement& element) {
  PlyProperty property;
  if (scanner.peek("a type") == "list") {
    scanner.word("list");
    property.isList = true;
    property.countType = readType(scanner);
    if (!isInteger(property.countType)) scanner.fail("the size of a list needs an integer type");
  }
  property.type = readType(scanner);
  property.name = scanner.word("a property's name");
  if (element.name == "vertex" && property.name.size() == 1 && !property.isList) {
    property.axis = property.name[0] >= 'x' && property.name[0] <= 'z' ? property.name[0] - 'x' : -1;
  }
  property.isCorners = element.hasCorners() && property.isList && isInteger(property.type) &&
                       (property.name == "vertex_indices" || property.name == "vertex_index");
  return property;
}

void checkElement(const Scanner& scanner, const PlyElement& element) {
  const auto countIf = [&](auto&& condition) {
    return std::count_if(element.properties.begin(), element.properties.end(), condition);
  };
  if (element.name == "vertex") {
    for (int axis = 0; axis < 3; ++axis) {
      if (countIf([&](const PlyProperty& property) { return property.axis == axis; }) != 1) {
        scanner.fail("vertices need the properties x, y and z, each once");
      }
    }
  } else if (element.hasCorners() && element.count > 0) {
    if (countIf([](const PlyProperty& property) { return property.isCorners; }) != 1) {
      scanner.fail(quoteWord(element.name) + " needs one list vertex_indices of integers");
    }
  }
}

}  // namespace

bool fits(std::int64_t value, NumberType type) {
  return visitType(type, [&](auto number) {
    if constexpr (std::is_integral_v<decltype(number)>) return std::in_range<decltype(number)>(value);
    return false;
  });
}

PlyHeader readPlyHeader(Scanner& scanner) {
  PlyHeader header;
  if (scanner.word("ply") != "ply") scanner.fail("the file does not begin with ply");
  scanner.nextLine();
  while (!scanner.atEnd() && isRemark(scanner.peek("format"))) scanner.nextLine();
  if (scanner.atEnd() || scanner.word("format") != "format") scanner.fail("the format is expected here");
  header.format = readFormat(scanner);
  scanner.nextLine();
  for (;;) {
    if (scanner.atEnd()) scanner.fail("the file ends before end_header");
    const std::string_view keyword = scanner.word("end_header");
    if (keyword == "end_header") break;
    if (keyword == "element") {
      header.elements.push_back(readElement(scanner));
    } else if (keyword == "property") {
      if (header.elements.empty()) scanner.fail("a property comes before the first element");
      PlyElement& element = header.elements.back();
      element.properties.push_back(readProperty(scanner, element));
    } else if (!isRemark(keyword)) {
      scanner.fail(quoteWord(keyword) + " is not a line of a PLY header");
    }
    if (keyword == "element" || keyword == "property") scanner.expectLineEnd();
    scanner.nextLine();
  }
  scanner.expectLineEnd();
  scanner.nextLine();
  std::unordered_set<std::string_view> names;
  for (const PlyElement& element : header.elements) {
    if (!names.insert(element.name).second) scanner.fail("element " + quoteWord(element.name) + " is declared twice");
    checkElement(scanner, element);
    if (element.name == "vertex") header.vertexCount = element.count;
  }
  return header;
}

}  // namespace pliant::detail
