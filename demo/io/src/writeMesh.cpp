#include <pliant/detectors/Error.h>
#include <pliant/io/writeMesh.h>

#include <array>
#include <charconv>
#include <cmath>

namespace pliant {
namespace {

template <typename Number>
void append(std::string& text, Number number) {
  std::array<char, 32> buffer;
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), code == std::errc() ? end : buffer.data());
  text += ' ';
}

template <std::size_t Corners>
void appendElements(std::string& text, const char* section, std::span<const std::array<Index, Corners>> elements) {
  if (elements.empty()) return;
  text += section;
  text += '\n' + std::to_string(elements.size()) + '\n';
  for (const auto& element : elements) {
    for (const Index corner : element) append(text, std::uint64_t{corner} + 1);
    text += "0\n";
  }
}

template <std::size_t Corners>
void checkRange(const std::string& path, std::span<const std::array<Index, Corners>> elements, Index vertexCount) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (const Index corner : elements[i]) {
      if (corner < vertexCount) continue;
      throw Error(path + ": element " + std::to_string(i) + " refers to vertex " + std::to_string(corner) +
                  ", but there are " + std::to_string(vertexCount));
    }
  }
}

}  // namespace

void writeMesh(const std::string& path, PositionsView positions, std::span<const Triangle> triangles,
               std::span<const Tetrahedron> tetrahedra, Links links) {
  checkRange(path, triangles, positions.count);
  checkRange(path, tetrahedra, positions.count);
  std::string text = "MeshVersionFormatted 2\nDimension 3\nVertices\n" + std::to_string(positions.count) + '\n';
  for (Index i = 0; i < positions.count; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const Real coordinate = positions[i][axis];
      if (!std::isfinite(coordinate)) throw Error(path + ": vertex " + std::to_string(i) + " is not finite");
      // Written as double, so that reading as double gives the same value and reading as Real the same bits.
      append(text, double{coordinate});
    }
    text += "0\n";
  }
  appendElements(text, "Triangles", triangles);
  appendElements(text, "Tetrahedra", tetrahedra);
  text += "End\n";
  writeFile(path, text, links);
}

}  // namespace pliant
