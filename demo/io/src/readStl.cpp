#include <pliant/detectors/Error.h>

#include <algorithm>
#include <bit>

#include "Scanner.h"
#include "binary.h"
#include "formats.h"
#include "words.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kHeader = 80, kBinaryStart = kHeader + 4, kBinaryTriangle = 50;

std::uint64_t binarySize(const FileContent& file) {
  return kBinaryStart +
         kBinaryTriangle * std::uint64_t{load<std::uint32_t>(file.data.get() + kHeader, std::endian::little)};
}

/// Returns three corners per triangle. Ignores bytes behind the last triangle.
std::vector<Mesh::Position> readBinary(const FileContent& file) {
  std::vector<Mesh::Position> corners;
  const auto end = static_cast<std::size_t>(binarySize(file));
  corners.reserve((end - kBinaryStart) / kBinaryTriangle * 3);
  for (std::size_t start = kBinaryStart; start < end; start += kBinaryTriangle) {
    const char* bytes = file.data.get() + start + 3 * sizeof(float);  // the normal comes first
    for (int corner = 0; corner < 3; ++corner) {
      Mesh::Position position;
      for (Real& coordinate : position) {
        const char* const fault = toCoordinate(load<float>(bytes, std::endian::little), coordinate);
        if (fault != nullptr) {
          throw Error(file.name + ": triangle " + std::to_string((start - kBinaryStart) / kBinaryTriangle) + ": " +
                      fault);
        }
        bytes += sizeof(float);
      }
      corners.push_back(position);
    }
  }
  return corners;
}

class AsciiReader {
 public:
  explicit AsciiReader(const FileContent& file) : m_scanner(file, {}) {}

  std::vector<Mesh::Position> read() {
    while (!m_scanner.atEnd()) {
      expect("solid");
      m_scanner.nextLine();  // skips the solid's name
      while (next() != "endsolid") readFacet();
      expect("endsolid");
      m_scanner.nextLine();
    }
    return std::move(m_corners);
  }

 private:
  /// Returns the next word without reading it; "endsolid" in lower case for any spelling of it.
  std::string_view next() {
    if (m_scanner.atEnd()) m_scanner.fail("the file ends before endsolid");
    const std::string_view word = m_scanner.peek("endsolid");
    return sameWord(word, "endsolid") ? "endsolid" : word;
  }

  void expect(const char* keyword) {
    if (m_scanner.atEnd()) m_scanner.fail(std::string("the file ends where ") + keyword + " is expected");
    if (!sameWord(m_scanner.word(keyword), keyword)) m_scanner.fail(std::string(keyword) + " is expected here");
  }

  void readFacet() {
    expect("facet");
    expect("normal");
    for (int i = 0; i < 3; ++i) m_scanner.unusedNumber("a normal");
    m_scanner.expectLineEnd();
    expect("outer");
    expect("loop");
    for (int corner = 0; corner < 3; ++corner) {
      expect("vertex");
      Mesh::Position position;
      for (Real& coordinate : position) coordinate = m_scanner.real("a coordinate");
      m_scanner.expectLineEnd();
      m_corners.push_back(position);
    }
    expect("endloop");
    expect("endfacet");
  }

  Scanner m_scanner;
  std::vector<Mesh::Position> m_corners;
};

/// Merges equal corners into one vertex. Vertices are numbered by first occurrence.
Mesh weld(const std::vector<Mesh::Position>& corners) {
  struct Corner {
    Mesh::Position position;
    Index rank;
  };
  std::vector<Corner> sorted(corners.size());
  for (Index i = 0; i < sorted.size(); ++i) sorted[i] = {corners[i], i};
  std::sort(sorted.begin(), sorted.end(), [](const Corner& a, const Corner& b) {
    return a.position != b.position ? a.position < b.position : a.rank < b.rank;
  });
  std::vector<Index> firstOf(corners.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool equalsLast = i > 0 && sorted[i].position == sorted[i - 1].position;
    firstOf[sorted[i].rank] = equalsLast ? firstOf[sorted[i - 1].rank] : sorted[i].rank;
  }
  Mesh mesh;
  std::vector<Index> vertexOf(corners.size());
  for (Index i = 0; i < corners.size(); ++i) {
    if (firstOf[i] == i) {
      vertexOf[i] = static_cast<Index>(mesh.vertices.size());
      mesh.vertices.push_back(corners[i]);
    } else {
      vertexOf[i] = vertexOf[firstOf[i]];
    }
  }
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    mesh.triangles.push_back({vertexOf[i], vertexOf[i + 1], vertexOf[i + 2]});
  }
  return mesh;
}

}  // namespace

Mesh readStl(const FileContent& file) {
  const bool holdsBinary = file.size >= kBinaryStart && binarySize(file) <= file.size;
  // The header of a binary file may begin with "solid" too. A text of up to 4 GiB never passes the size test, because
  // four text characters read as a count of triangles need more bytes than that.
  if (holdsBinary) return weld(readBinary(file));
  const std::string_view bytes = file.bytes();
  const std::size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  if (sameWord(bytes.substr(start, 5), "solid") && bytes.substr(0, 4096).find('\0') == std::string_view::npos) {
    return weld(AsciiReader(file).read());
  }
  if (file.size < kBinaryStart) throw Error(file.name + ": is neither an ASCII nor a complete binary STL file");
  throw Error(file.name + ": its triangles need " + std::to_string(binarySize(file)) + " bytes, but the file has " +
              std::to_string(file.size));
}

}  // namespace pliant::detail
