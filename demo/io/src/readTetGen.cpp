#include <pliant/detectors/Error.h>

#include <filesystem>

#include "Scanner.h"
#include "formats.h"

namespace pliant::detail {
namespace {

namespace fs = std::filesystem;

struct Nodes {
  std::vector<Mesh::Position> positions;
  std::int64_t base = 0;  ///< index of the first point in the file, 0 or 1
};

/// Throws unless `number`, read at the start of a line, is base + rank.
void checkNumber(const Scanner& scanner, std::int64_t number, Index rank, std::int64_t base) {
  const std::int64_t expected = base + static_cast<std::int64_t>(rank);
  if (number == expected) return;
  scanner.fail("number " + std::to_string(number) + " found where " + std::to_string(expected) + " is expected");
}

std::int64_t smallCount(Scanner& scanner, const char* what) {
  if (scanner.atLineEnd()) return 0;
  const std::int64_t count = scanner.integer(what);
  if (count < 0 || count > static_cast<std::int64_t>(scanner.remaining())) {
    scanner.fail(std::string(what) + " is " + std::to_string(count));
  }
  return count;
}

Nodes readNodes(const FileContent& file) {
  Scanner scanner(file, {.comment = '#'});
  if (scanner.atEnd()) scanner.fail("the file ends where the number of points is expected");
  const Index count = scanner.count("the number of points", 8);
  const std::int64_t dimension = scanner.integer("the dimension");
  if (dimension != 3) scanner.fail("dimension " + std::to_string(dimension) + " is not supported, only 3");
  const std::int64_t attributes = smallCount(scanner, "the number of attributes");
  const std::int64_t markers = smallCount(scanner, "the number of boundary markers");
  scanner.expectLineEnd();

  Nodes nodes;
  nodes.positions.resize(count);
  for (Index i = 0; i < count; ++i) {
    if (scanner.atEnd()) scanner.fail("the file ends where a point is expected");
    const std::int64_t number = scanner.integer("a point's number");
    if (i == 0 && number == 1) nodes.base = 1;
    checkNumber(scanner, number, i, nodes.base);
    for (Real& coordinate : nodes.positions[i]) coordinate = scanner.real("a coordinate");
    for (std::int64_t k = 0; k < attributes + markers; ++k) scanner.unusedNumber("an attribute");
    scanner.expectLineEnd();
  }
  if (!scanner.atEnd()) scanner.fail("unexpected text after the last point");
  return nodes;
}

/// Returns the same path with the other extension, in the case of this path's extension.
fs::path sibling(fs::path path, const char* lower, const char* upper) {
  const std::string extension = path.extension().string();
  return path.replace_extension(extension[1] >= 'A' && extension[1] <= 'Z' ? upper : lower);
}

}  // namespace

std::string nodeFileOf(const std::string& elements) {
  return sibling(elements, ".node", ".NODE").string();
}

Mesh readTetGenElements(const FileContent& file) {
  Scanner scanner(file, {.comment = '#'});
  if (scanner.atEnd()) scanner.fail("the file ends where the number of tetrahedra is expected");
  const Index count = scanner.count("the number of tetrahedra", 10);
  const std::int64_t corners = scanner.integer("the number of corners");
  if (corners != 4) scanner.fail("tetrahedra of " + std::to_string(corners) + " corners are not supported, only of 4");
  const std::int64_t attributes = smallCount(scanner, "the number of attributes");
  scanner.expectLineEnd();

  Nodes nodes;
  try {
    nodes = readNodes(readFile(nodeFileOf(file.name)));
  } catch (const Error& error) {
    throw Error(file.name + ": its points can't be read: " + error.what());
  }
  Mesh mesh;
  mesh.vertices = std::move(nodes.positions);
  mesh.tetrahedra.resize(count);
  const auto vertexCount = static_cast<Index>(mesh.vertices.size());
  for (Index i = 0; i < count; ++i) {
    if (scanner.atEnd()) scanner.fail("the file ends where a tetrahedron is expected");
    checkNumber(scanner, scanner.integer("a tetrahedron's number"), i, nodes.base);
    for (Index& corner : mesh.tetrahedra[i]) corner = scanner.index("a corner", vertexCount, nodes.base);
    for (std::int64_t k = 0; k < attributes; ++k) scanner.unusedNumber("an attribute");
    scanner.expectLineEnd();
  }
  if (!scanner.atEnd()) scanner.fail("unexpected text after the last tetrahedron");
  return mesh;
}

Mesh readTetGenNodes(const FileContent& file) {
  const fs::path elements = sibling(file.name, ".ele", ".ELE");
  std::error_code code;
  if (fs::exists(elements, code))
    throw Error(file.name + ": has only the points; name " + elements.string() + " instead, which has the tetrahedra");
  Mesh mesh;
  mesh.vertices = readNodes(file).positions;
  return mesh;
}

}  // namespace pliant::detail
