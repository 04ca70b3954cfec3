#include <pliant/io/numbers.h>

#include "Scanner.h"
#include "formats.h"
#include "polygons.h"
#include "words.h"

namespace pliant::detail {
namespace {

/// Returns true for [ST][C][N]OFF in upper or lower case. In all of them a line begins with the coordinates.
bool isHeader(std::string_view word) {
  for (const std::string_view prefix : {"ST", "C", "N"}) {
    if (sameWord(word.substr(0, prefix.size()), prefix)) word.remove_prefix(prefix.size());
  }
  return sameWord(word, "OFF");
}

void passNumbers(Scanner& scanner) {
  while (!scanner.atLineEnd()) scanner.unusedNumber("a number");
}

}  // namespace

Mesh readOff(const FileContent& file) {
  Scanner scanner(file, {.comment = '#'});
  if (scanner.atEnd() || !isHeader(scanner.word("OFF"))) scanner.fail("the file does not begin with OFF");
  if (!scanner.atLineEnd() && sameWord(scanner.peek("counts"), "BINARY"))
    scanner.fail("binary OFF files are not supported");

  if (scanner.atEnd()) scanner.fail("the file ends where the counts are expected");
  const Index vertexCount = scanner.count("the number of vertices", 6);
  const Index faceCount = scanner.count("the number of faces", 2);
  if (!scanner.atLineEnd()) scanner.integer("the number of edges");
  scanner.expectLineEnd();

  Mesh mesh;
  mesh.vertices.resize(vertexCount);
  for (Mesh::Position& position : mesh.vertices) {
    if (scanner.atEnd()) scanner.fail("the file ends where a vertex is expected");
    for (Real& coordinate : position) coordinate = scanner.real("a coordinate");
    passNumbers(scanner);
  }
  std::vector<Index> corners;
  for (Index face = 0; face < faceCount; ++face) {
    if (scanner.atEnd()) scanner.fail("the file ends where a face is expected");
    const Index size = scanner.count("the number of corners", 2);
    if (size < 3) scanner.fail("a face has fewer than three corners");
    corners.clear();
    for (Index i = 0; i < size; ++i) corners.push_back(scanner.index("a corner", vertexCount, 0));
    addFan(corners, mesh.triangles);
    passNumbers(scanner);
  }
  if (!scanner.atEnd()) scanner.fail("unexpected text after the last face");
  return mesh;
}

}  // namespace pliant::detail
