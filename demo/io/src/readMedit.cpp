#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>
#include <utility>

#include "Scanner.h"
#include "formats.h"
#include "polygons.h"
#include "words.h"

namespace pliant::detail {
namespace {

/// A section that does not affect vertices, faces and tetrahedra. An entry has `words` numbers, and if `vector` is set
/// one more per dimension of the file.
struct PassedSection {
  std::string_view name;
  int words;
  bool vector = false;
};

constexpr std::array<PassedSection, 20> kPassedSections = {{{"Edges", 3},
                                                            {"Corners", 1},
                                                            {"Ridges", 1},
                                                            {"RequiredVertices", 1},
                                                            {"RequiredEdges", 1},
                                                            {"RequiredTriangles", 1},
                                                            {"RequiredTetrahedra", 1},
                                                            {"ParallelEdges", 1},
                                                            {"ParallelTriangles", 1},
                                                            {"Normals", 0, true},
                                                            {"NormalAtVertices", 2},
                                                            {"NormalAtTriangleVertices", 3},
                                                            {"Tangents", 0, true},
                                                            {"TangentAtVertices", 2},
                                                            {"TangentAtEdges", 3},
                                                            {"SubDomainFromMesh", 4},
                                                            {"SubDomainFromGeom", 4},
                                                            {"VertexOnGeometricVertex", 2},
                                                            {"VertexOnGeometricEdge", 3},
                                                            {"EdgeOnGeometricEdge", 2}}};

constexpr std::array<std::string_view, 6> kElements = {"Triangles", "Quadrilaterals", "Tetrahedra",
                                                       "Hexahedra", "Prisms",         "Pyramids"};

/// Returns true for elements that are not read: other kinds (Hexahedra) and higher orders (TrianglesP2, HexahedraQ2).
/// They are an error, because skipping them would lose parts of the body.
bool isOtherElement(std::string_view section) {
  for (std::size_t kind = 0; kind < kElements.size(); ++kind) {
    const std::string_view name = kElements[kind];
    if (!sameWord(section.substr(0, name.size()), name)) continue;
    const std::string_view rest = section.substr(name.size());
    if (rest.empty()) return kind >= 3;
    return rest.size() == 2 && (lowerCase(rest[0]) == 'p' || lowerCase(rest[0]) == 'q');
  }
  return false;
}

bool isNumber(std::string_view word) {
  Real ignored = 0;
  return parseReal(word, ignored) != NumberFault::Malformed;
}

bool isLetter(char c) {
  return lowerCase(c) >= 'a' && lowerCase(c) <= 'z';
}

class MeditReader {
 public:
  explicit MeditReader(const FileContent& file) : m_scanner(file, {.comment = '#', .acrossLines = true}) {}

  Mesh read() {
    if (m_scanner.atEnd() || !sameWord(m_scanner.word("MeshVersionFormatted"), "MeshVersionFormatted")) {
      m_scanner.fail("the file does not begin with MeshVersionFormatted");
    }
    m_scanner.integer("the format's version");
    while (!m_scanner.atEnd()) {
      const std::string_view section = m_scanner.word("a section");
      if (sameWord(section, "End")) break;
      readSection(section);
    }
    if (m_dimension == 0) m_scanner.fail("the file ends before its Dimension");
    checkRange(m_triangles, "triangle");
    checkRange(m_quadrilaterals, "quadrilateral");
    checkRange(m_mesh.tetrahedra, "tetrahedron");
    takeFaces();
    return std::move(m_mesh);
  }

 private:
  void readSection(std::string_view section) {
    const auto known = std::find_if(kPassedSections.begin(), kPassedSections.end(),
                                    [&](const PassedSection& passed) { return sameWord(passed.name, section); });
    if (sameWord(section, "Dimension")) {
      readDimension();
    } else if (sameWord(section, "Vertices")) {
      readVertices();
    } else if (sameWord(section, "Triangles")) {
      readElements(m_triangles, m_trianglesLine, "the number of triangles");
    } else if (sameWord(section, "Quadrilaterals")) {
      m_quadrilateralsFirst = m_trianglesLine == 0;
      readElements(m_quadrilaterals, m_quadrilateralsLine, "the number of quadrilaterals");
    } else if (sameWord(section, "Tetrahedra")) {
      readElements(m_mesh.tetrahedra, m_tetrahedraLine, "the number of tetrahedra");
    } else if (isOtherElement(section)) {
      const std::string name(section);
      if (m_scanner.integer("a number of elements") != 0) m_scanner.fail(name + " are not supported");
    } else if (known != kPassedSections.end()) {
      passEntries(known->words + (known->vector ? dimension() : 0));
    } else {
      passUnknown(section);
    }
  }

  /// Returns the file's dimension, 3 until it has been read.
  int dimension() const { return m_dimension == 2 ? 2 : 3; }

  void readDimension() {
    const std::int64_t dimension = m_scanner.integer("the dimension");
    if (dimension != 2 && dimension != 3) {
      m_scanner.fail("dimension " + std::to_string(dimension) + " is not supported, only 2 and 3");
    }
    if (m_verticesLine != 0 && dimension != 3) m_scanner.fail("Dimension must come before Vertices");
    m_dimension = static_cast<int>(dimension);
  }

  void readVertices() {
    if (m_verticesLine != 0) m_scanner.fail("there is a second section Vertices");
    m_verticesLine = m_scanner.line();
    const auto coordinates = static_cast<std::size_t>(dimension());
    m_mesh.vertices.resize(m_scanner.count("the number of vertices", 2 * (coordinates + 1)));
    for (Mesh::Position& position : m_mesh.vertices) {
      position[2] = 0;
      for (std::size_t k = 0; k < coordinates; ++k) position[k] = m_scanner.real("a coordinate");
      m_scanner.integer("a vertex's reference");
    }
  }

  template <std::size_t Corners>
  void readElements(std::vector<std::array<Index, Corners>>& elements, std::uint64_t& line, const char* count) {
    if (line != 0) m_scanner.fail("there is a second section of the same name");
    line = m_scanner.line();
    elements.resize(m_scanner.count(count, 2 * (Corners + 1)));
    // If Vertices come later in the file, read() checks the range at the end.
    const Index vertexCount = m_verticesLine != 0 ? static_cast<Index>(m_mesh.vertices.size()) : kNoIndex;
    for (auto& element : elements) {
      for (Index& corner : element) corner = m_scanner.index("a corner", vertexCount, 1);
      m_scanner.integer("an element's reference");
    }
  }

  void passEntries(int words) {
    const Index entries = m_scanner.count("a number of entries", 2 * static_cast<std::size_t>(words));
    for (Index entry = 0; entry < entries; ++entry) {
      for (int word = 0; word < words; ++word) m_scanner.unusedNumber("a number");
    }
  }

  /// Skips a section of unknown name: a quoted text, a single number, or a number of entries and equally many numbers
  /// for each entry. The section ends at the next word that is not a number.
  void passUnknown(std::string_view section) {
    const std::string name = quoteWord(section);
    const std::string_view first = m_scanner.atEnd() ? "" : m_scanner.peek("a number");
    const bool quoted = first.starts_with('"');
    if (!isLetter(section[0]) || (!quoted && !isNumber(first))) {
      m_scanner.fail(name + " is not a supported section");
    }
    if (quoted) return m_scanner.passQuoted();
    m_scanner.word("a number");
    std::int64_t entries = 0, words = 0;
    const bool counted = parseInteger(first, entries) == NumberFault::None;
    for (; !m_scanner.atEnd() && isNumber(m_scanner.peek("a number")); ++words) m_scanner.word("a number");
    if (words == 0) return;
    if (!counted || entries <= 0 || words % entries != 0) {
      m_scanner.fail("section " + name + " has " + std::to_string(words) + " numbers, which can't be divided into " +
                     std::string(first.substr(0, 20)) + " entries");
    }
  }

  template <typename Elements>
  void checkRange(const Elements& elements, const char* what) const {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      for (const Index corner : elements[i]) {
        if (corner < m_mesh.vertices.size()) continue;
        m_scanner.fail("index " + std::to_string(std::uint64_t{corner} + 1) + " of " + what + " " +
                       std::to_string(i + 1) + " is out of range, there are " + std::to_string(m_mesh.vertices.size()) +
                       " vertices");
      }
    }
  }

  /// Adds triangles and quadrilaterals in the order of their sections.
  void takeFaces() {
    const auto takeQuadrilaterals = [&] {
      for (const auto& corners : m_quadrilaterals) addFan(corners, m_mesh.triangles);
    };
    if (m_quadrilateralsFirst) takeQuadrilaterals();
    m_mesh.triangles.insert(m_mesh.triangles.end(), m_triangles.begin(), m_triangles.end());
    if (!m_quadrilateralsFirst) takeQuadrilaterals();
  }

  Scanner m_scanner;
  Mesh m_mesh;
  std::vector<Triangle> m_triangles;
  std::vector<std::array<Index, 4>> m_quadrilaterals;
  bool m_quadrilateralsFirst = false;
  int m_dimension = 0;  // 0 before Dimension was read; likewise the lines below, before their sections
  std::uint64_t m_verticesLine = 0, m_trianglesLine = 0, m_quadrilateralsLine = 0, m_tetrahedraLine = 0;
};

}  // namespace

Mesh readMedit(const FileContent& file) {
  return MeditReader(file).read();
}

}  // namespace pliant::detail
