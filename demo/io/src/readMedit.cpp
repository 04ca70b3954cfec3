#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>

#include "Scanner.h"
#include "formats.h"

namespace pliant::detail {
namespace {

struct PassedSection {
  std::string_view name;
  int words;  ///< per entry
};

// Sections without bearing on vertices, triangles and tetrahedra.
constexpr std::array<PassedSection, 17> kPassedSections = {{{"Edges", 3},
                                                            {"Corners", 1},
                                                            {"Ridges", 1},
                                                            {"RequiredVertices", 1},
                                                            {"RequiredEdges", 1},
                                                            {"RequiredTriangles", 1},
                                                            {"RequiredTetrahedra", 1},
                                                            {"ParallelEdges", 1},
                                                            {"ParallelTriangles", 1},
                                                            {"Normals", 3},
                                                            {"NormalAtVertices", 2},
                                                            {"NormalAtTriangleVertices", 3},
                                                            {"Tangents", 3},
                                                            {"TangentAtVertices", 2},
                                                            {"TangentAtEdges", 3},
                                                            {"SubDomainFromMesh", 4},
                                                            {"SubDomainFromGeom", 4}}};

constexpr std::array<std::string_view, 4> kOtherElements = {"Quadrilaterals", "Hexahedra", "Prisms", "Pyramids"};

class MeditReader {
 public:
  explicit MeditReader(const FileContent& file) : m_scanner(file, {.comment = '#', .acrossLines = true}) {}

  Mesh read() {
    if (m_scanner.atEnd() || m_scanner.word("MeshVersionFormatted") != "MeshVersionFormatted") {
      m_scanner.fail("the file does not begin with MeshVersionFormatted");
    }
    m_scanner.integer("the format's version");
    while (!m_scanner.atEnd()) {
      const std::string_view section = m_scanner.word("a section");
      if (section == "End") break;
      readSection(section);
    }
    if (!m_dimension) m_scanner.fail("the file ends before its Dimension");
    checkRange(m_mesh.triangles, "triangle");
    checkRange(m_mesh.tetrahedra, "tetrahedron");
    return std::move(m_mesh);
  }

 private:
  void readSection(std::string_view section) {
    if (section == "Dimension") {
      const std::int64_t dimension = m_scanner.integer("the dimension");
      if (dimension != 3) m_scanner.fail("dimension " + std::to_string(dimension) + " is not read, only 3");
      m_dimension = true;
    } else if (section == "Vertices") {
      readVertices();
    } else if (section == "Triangles") {
      readElements(m_mesh.triangles, m_trianglesLine, "the number of triangles");
    } else if (section == "Tetrahedra") {
      readElements(m_mesh.tetrahedra, m_tetrahedraLine, "the number of tetrahedra");
    } else if (section == "AngleOfCornerBound") {
      m_scanner.unusedNumber("an angle");
    } else if (std::find(kOtherElements.begin(), kOtherElements.end(), section) != kOtherElements.end()) {
      if (m_scanner.integer("a number of elements") != 0) m_scanner.fail(std::string(section) + " are not read");
    } else {
      passSection(section);
    }
  }

  void readVertices() {
    if (m_verticesLine != 0) m_scanner.fail("a second section Vertices");
    m_verticesLine = m_scanner.line();
    m_mesh.vertices.resize(m_scanner.count("the number of vertices", 8));
    for (Mesh::Position& position : m_mesh.vertices) {
      for (Real& coordinate : position) coordinate = m_scanner.real("a coordinate");
      m_scanner.integer("a vertex's reference");
    }
  }

  template <std::size_t Corners>
  void readElements(std::vector<std::array<Index, Corners>>& elements, std::uint64_t& line, const char* count) {
    if (line != 0) m_scanner.fail("a second section of the same name");
    line = m_scanner.line();
    elements.resize(m_scanner.count(count, 2 * (Corners + 1)));
    // Vertices may come later in the file: then their number is checked at the end.
    const Index vertexCount = m_verticesLine != 0 ? static_cast<Index>(m_mesh.vertices.size()) : kNoIndex;
    for (auto& element : elements) {
      for (Index& corner : element) corner = m_scanner.index("a corner", vertexCount, 1);
      m_scanner.integer("an element's reference");
    }
  }

  void passSection(std::string_view section) {
    const auto known = std::find_if(kPassedSections.begin(), kPassedSections.end(),
                                    [&](const PassedSection& candidate) { return candidate.name == section; });
    if (known == kPassedSections.end()) m_scanner.fail(quoteWord(section) + " is not a section that Pliant reads");
    const Index entries = m_scanner.count("a number of entries", 2 * static_cast<std::size_t>(known->words));
    for (Index entry = 0; entry < entries; ++entry) {
      for (int word = 0; word < known->words; ++word) m_scanner.unusedNumber("a number");
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

  Scanner m_scanner;
  Mesh m_mesh;
  bool m_dimension = false;
  std::uint64_t m_verticesLine = 0, m_trianglesLine = 0, m_tetrahedraLine = 0;  // 0: not yet met
};

}  // namespace

Mesh readMedit(const FileContent& file) {
  return MeditReader(file).read();
}

}  // namespace pliant::detail
