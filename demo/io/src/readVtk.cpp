#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>
#include <span>

#include "Scanner.h"
#include "formats.h"

namespace pliant::detail {
namespace {

std::string upperCase(std::string_view word) {
  std::string result(word.substr(0, 64));
  for (char& c : result) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return result;
}

/// Corners of all cells of a list; cell i has those from starts[i] to starts[i + 1].
struct Cells {
  std::vector<Index> starts = {0};
  std::vector<Index> corners;

  std::size_t size() const { return starts.size() - 1; }
  std::span<const Index> operator[](std::size_t i) const {
    return std::span(corners).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

// Numbers of VTK's cell types.
enum CellType : std::int64_t { kVertex = 1, kPolyLine = 4, kTriangle = 5, kPolygon = 7, kQuad = 9, kTetrahedron = 10 };

class VtkReader {
 public:
  explicit VtkReader(const FileContent& file) : m_scanner(file, {}) {}

  Mesh read() {
    readHeader();
    while (!m_scanner.atEnd()) {
      const std::string keyword = upperCase(m_scanner.word("a section"));
      if (keyword == "CELL_DATA" || keyword == "POINT_DATA") break;
      readSection(keyword);
    }
    if (!m_hasPoints) m_scanner.fail("the file ends before its POINTS");
    if (m_grid && !m_hasCells) m_scanner.fail("the file ends before its CELLS");
    takeCells();
    return std::move(m_mesh);
  }

 private:
  void readHeader() {
    for (const char* const expected : {"#", "vtk", "DataFile", "Version"}) {
      if (m_scanner.atLineEnd() || m_scanner.word(expected) != expected) {
        m_scanner.fail("the file does not begin with # vtk DataFile Version");
      }
    }
    m_scanner.unusedNumber("the format's version");
    m_scanner.nextLine();
    m_scanner.nextLine();  // the title
    m_scanner.setAcrossLines(true);
    const std::string encoding = upperCase(m_scanner.word("ASCII"));
    if (encoding == "BINARY") m_scanner.fail("binary VTK files are not read");
    if (encoding != "ASCII") m_scanner.fail("ASCII is expected here");
    if (upperCase(m_scanner.word("DATASET")) != "DATASET") m_scanner.fail("DATASET is expected here");
    const std::string kind = upperCase(m_scanner.word("the kind of data"));
    m_grid = kind == "UNSTRUCTURED_GRID";
    if (!m_grid && kind != "POLYDATA") {
      m_scanner.fail(quoteWord(kind) + " is not read, only UNSTRUCTURED_GRID and POLYDATA");
    }
  }

  void readSection(const std::string& keyword) {
    if (keyword == "POINTS") {
      readPoints();
    } else if (m_grid && keyword == "CELLS") {
      if (m_hasCells) m_scanner.fail("a second section CELLS");
      m_hasCells = true;
      m_cells = readCells();
    } else if (m_grid && keyword == "CELL_TYPES") {
      readTypes();
    } else if (!m_grid && keyword == "POLYGONS") {
      const Cells polygons = readCells();
      for (std::size_t i = 0; i < polygons.size(); ++i) takePolygon(polygons[i]);
    } else if (!m_grid && (keyword == "VERTICES" || keyword == "LINES")) {
      readCells();
    } else if (!m_grid && keyword == "TRIANGLE_STRIPS") {
      if (readCells().size() != 0) m_scanner.fail("triangle strips are not read");
    } else if (keyword == "FIELD") {
      passField();
    } else if (keyword == "METADATA") {
      passBlock();
    } else {
      m_scanner.fail(quoteWord(keyword) + " is not a section that Pliant reads");
    }
  }

  void readPoints() {
    if (m_hasPoints) m_scanner.fail("a second section POINTS");
    m_hasPoints = true;
    const std::size_t bytesEach = 6;
    m_mesh.vertices.resize(m_scanner.count("the number of points", bytesEach));
    passType();
    for (Mesh::Position& position : m_mesh.vertices) {
      for (Real& coordinate : position) coordinate = m_scanner.real("a coordinate");
    }
  }

  void passType() {
    static constexpr std::array<std::string_view, 13> kTypes = {
        "BIT",           "UNSIGNED_CHAR", "CHAR",  "UNSIGNED_SHORT", "SHORT",        "UNSIGNED_INT", "INT",
        "UNSIGNED_LONG", "LONG",          "FLOAT", "DOUBLE",         "VTKTYPEINT64", "VTKIDTYPE"};
    const std::string_view word = m_scanner.word("a type of numbers");
    if (std::find(kTypes.begin(), kTypes.end(), upperCase(word)) == kTypes.end()) {
      m_scanner.fail(quoteWord(word) + " is not a type of numbers");
    }
  }

  Cells readCells() {
    if (!m_hasPoints) m_scanner.fail("cells come before the POINTS");
    const Index count = m_scanner.count("the number of cells", 2);
    const Index size = m_scanner.count("the number of corners", 2);
    if (count == 0 && size == 0) return {};
    return upperCase(m_scanner.peek("a cell")) == "OFFSETS" ? readOffsets(count, size) : readLists(count, size);
  }

  /// Up to version 4: each cell as its number of corners and the corners.
  Cells readLists(Index count, Index size) {
    Cells cells;
    for (Index i = 0; i < count; ++i) {
      const Index corners = m_scanner.count("the number of corners", 2);
      for (Index k = 0; k < corners; ++k) cells.corners.push_back(corner());
      cells.starts.push_back(static_cast<Index>(cells.corners.size()));
    }
    if (cells.corners.size() + count != size) m_scanner.fail("the cells don't have the size that they should have");
    return cells;
  }

  /// From version 5: where each cell's corners begin, with one more for the end, then the corners of all.
  Cells readOffsets(Index count, Index size) {
    Cells cells;
    m_scanner.word("OFFSETS");
    passType();
    cells.starts.clear();
    for (Index i = 0; i < count; ++i) {
      const std::int64_t start = m_scanner.integer("an offset");
      const std::int64_t least = i == 0 ? 0 : cells.starts.back();
      if (start < least || start > size || (i == 0 && start != 0)) m_scanner.fail("an offset is out of range");
      cells.starts.push_back(static_cast<Index>(start));
    }
    if (cells.starts.empty() || cells.starts.back() != size)
      m_scanner.fail("the last offset is not the number of corners");
    if (upperCase(m_scanner.word("CONNECTIVITY")) != "CONNECTIVITY") m_scanner.fail("CONNECTIVITY is expected here");
    passType();
    for (Index i = 0; i < size; ++i) cells.corners.push_back(corner());
    return cells;
  }

  Index corner() { return m_scanner.index("a corner", static_cast<Index>(m_mesh.vertices.size()), 0); }

  void readTypes() {
    if (!m_types.empty()) m_scanner.fail("a second section CELL_TYPES");
    m_types.resize(m_scanner.count("the number of cells", 2));
    for (std::int64_t& type : m_types) type = m_scanner.integer("a cell's type");
  }

  void takeCells() {
    if (m_types.size() != m_cells.size()) {
      m_scanner.fail("there are " + std::to_string(m_cells.size()) + " cells, but types of " +
                     std::to_string(m_types.size()));
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i) takeCell(m_types[i], m_cells[i]);
  }

  void takeCell(std::int64_t type, std::span<const Index> corners) {
    const auto require = [&](std::size_t count) {
      if (corners.size() == count) return;
      m_scanner.fail("a cell of type " + std::to_string(type) + " has " + std::to_string(corners.size()) + " corners");
    };
    if (type == kTetrahedron) {
      require(4);
      m_mesh.tetrahedra.push_back({corners[0], corners[1], corners[2], corners[3]});
    } else if (type == kTriangle || type == kQuad || type == kPolygon) {
      if (type != kPolygon) require(type == kTriangle ? 3 : 4);
      takePolygon(corners);
    } else if (type < kVertex || type > kPolyLine) {  // points and lines have no bearing
      m_scanner.fail("cells of type " + std::to_string(type) + " are not read");
    }
  }

  void takePolygon(std::span<const Index> corners) {
    if (corners.size() < 3) m_scanner.fail("a polygon has fewer than three corners");
    addFan(corners, m_mesh.triangles);
  }

  /// FIELD name arrays, then for each: its name, components, tuples and type, and its values.
  void passField() {
    m_scanner.word("a field's name");
    const Index arrays = m_scanner.count("the number of arrays", 2);
    for (Index array = 0; array < arrays; ++array) {
      m_scanner.word("an array's name");
      const Index components = m_scanner.count("the number of components", 0);
      const Index tuples = m_scanner.count("the number of tuples", 2 * std::size_t{components});
      m_scanner.word("a type of numbers");
      for (std::uint64_t i = 0; i < std::uint64_t{components} * tuples; ++i) m_scanner.word("a value");
    }
  }

  /// A block that ends with an empty line.
  void passBlock() {
    m_scanner.setAcrossLines(false);
    do {
      m_scanner.nextLine();
    } while (m_scanner.remaining() > 0 && !m_scanner.atLineEnd());
    m_scanner.setAcrossLines(true);
  }

  Scanner m_scanner;
  Mesh m_mesh;
  bool m_grid = false, m_hasPoints = false, m_hasCells = false;
  Cells m_cells;
  std::vector<std::int64_t> m_types;
};

}  // namespace

Mesh readVtk(const FileContent& file) {
  return VtkReader(file).read();
}

}  // namespace pliant::detail
