#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>

#include "Scanner.h"
#include "formats.h"
#include "polygons.h"

namespace pliant::detail {
namespace {

// Statements that do not affect vertices and faces.
constexpr std::array<std::string_view, 20> kPassedOver = {
    "vt",     "vn",     "vp",     "g",   "o",          "s",         "mg",    "l",        "p",        "usemtl",
    "mtllib", "usemap", "maplib", "lod", "shadow_obj", "trace_obj", "bevel", "c_interp", "d_interp", "stech"};

/// Faces may refer to vertices that come later in the file, so the index range is checked at the end.
class ObjReader {
 public:
  explicit ObjReader(const FileContent& file) : m_scanner(file, {.comment = '#', .continuation = true}) {}

  Mesh read() {
    while (!m_scanner.atEnd()) {
      const std::string_view keyword = m_scanner.word("a statement");
      if (keyword == "v") {
        readVertex();
      } else if (keyword == "f") {
        readFace();
      } else if (std::find(kPassedOver.begin(), kPassedOver.end(), keyword) == kPassedOver.end()) {
        m_scanner.fail(quoteWord(keyword) + " is not a supported statement");
      }
      m_scanner.nextLine();
    }
    if (m_largest >= static_cast<std::int64_t>(m_mesh.vertices.size())) {
      m_scanner.failAt(m_largestLine, outOfRange(m_largest + 1));
    }
    return std::move(m_mesh);
  }

 private:
  void readVertex() {
    Mesh::Position position;
    for (Real& coordinate : position) coordinate = m_scanner.real("a coordinate");
    // A weight, or a colour of three or four components, may follow. It is ignored.
    int extras = 0;
    for (; !m_scanner.atLineEnd(); ++extras) m_scanner.unusedNumber("a number");
    if (extras == 2 || extras > 4)
      m_scanner.fail("a vertex has " + std::to_string(3 + extras) + " numbers, not 3, 4, 6 or 7");
    m_mesh.vertices.push_back(position);
  }

  void readFace() {
    m_corners.clear();
    while (!m_scanner.atLineEnd()) m_corners.push_back(corner(m_scanner.word("a corner")));
    if (m_corners.size() < 3) m_scanner.fail("a face has fewer than three corners");
    addFan(m_corners, m_mesh.triangles);
  }

  /// Returns the vertex of "v", "v/vt", "v//vn" or "v/vt/vn".
  Index corner(std::string_view word) {
    const std::size_t slash = word.find('/');
    const std::int64_t given = m_scanner.toInteger(word.substr(0, slash));
    if (slash != std::string_view::npos) checkAttributes(word, word.substr(slash + 1));
    const auto known = static_cast<std::int64_t>(m_mesh.vertices.size());
    if (given == 0 || given < -known || given > std::int64_t{kNoIndex}) m_scanner.fail(outOfRange(given));
    const std::int64_t vertex = given < 0 ? known + given : given - 1;
    if (vertex > m_largest) {
      m_largest = vertex;
      m_largestLine = m_scanner.line();
    }
    return static_cast<Index>(vertex);
  }

  void checkAttributes(std::string_view word, std::string_view attributes) const {
    const std::size_t slash = attributes.find('/');
    const std::string_view texture = attributes.substr(0, slash);
    std::int64_t ignored = 0;
    bool good = parseInteger(texture, ignored) == NumberFault::None;
    if (slash != std::string_view::npos) {
      good = (good || texture.empty()) && parseInteger(attributes.substr(slash + 1), ignored) == NumberFault::None;
    }
    if (!good) m_scanner.fail(quoteWord(word) + " is not a corner of a face");
  }

  std::string outOfRange(std::int64_t index) const {
    return "index " + std::to_string(index) + " is out of range, there are " + std::to_string(m_mesh.vertices.size()) +
           " vertices";
  }

  Scanner m_scanner;
  Mesh m_mesh;
  std::vector<Index> m_corners;
  std::int64_t m_largest = -1;  // largest vertex of all faces, and its line
  std::uint64_t m_largestLine = 0;
};

}  // namespace

Mesh readObj(const FileContent& file) {
  return ObjReader(file).read();
}

}  // namespace pliant::detail
