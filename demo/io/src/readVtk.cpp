#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>
#include <span>

#include "Scanner.h"
#include "VtkNumbers.h"
#include "formats.h"
#include "polygons.h"
#include "words.h"

namespace pliant::detail {
namespace {

/// Corners of all cells of a list. Cell i has the corners [starts[i], starts[i + 1]).
struct Cells {
  std::vector<Index> starts = {0};
  std::vector<Index> corners;

  std::size_t size() const { return starts.size() - 1; }
  std::span<const Index> operator[](std::size_t i) const {
    return std::span(corners).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

// Cell type numbers of VTK.
enum CellType : std::int64_t {
  kVertex = 1,
  kPolyLine = 4,
  kTriangle = 5,
  kStrip = 6,
  kPolygon = 7,
  kQuad = 9,
  kTetrahedron = 10
};

class VtkReader {
 public:
  explicit VtkReader(const FileContent& file) : m_scanner(file, {.binary = true}), m_numbers(m_scanner) {}

  Mesh read() {
    readHeader();
    while (!m_scanner.atEnd()) {
      const std::string_view section = m_scanner.word("a section");
      if (sameWord(section, "CELL_DATA") || sameWord(section, "POINT_DATA")) break;
      // Lines can't be counted in binary data.
      if (m_numbers.binary()) m_scanner.setPlace("section " + quoteWord(section));
      readSection(section);
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
    const std::string_view encoding = m_scanner.word("ASCII or BINARY");
    m_numbers.setBinary(sameWord(encoding, "BINARY"));
    if (!m_numbers.binary()) {
      m_scanner.expectText();
      if (!sameWord(encoding, "ASCII")) m_scanner.fail("ASCII or BINARY is expected here");
    }
    expectWord("DATASET");
    const std::string_view kind = m_scanner.word("the kind of data");
    m_grid = sameWord(kind, "UNSTRUCTURED_GRID");
    if (!m_grid && !sameWord(kind, "POLYDATA")) {
      m_scanner.fail("data set " + quoteWord(kind) + " is not supported, only UNSTRUCTURED_GRID and POLYDATA");
    }
  }

  void expectWord(const char* expected) {
    if (!sameWord(m_scanner.word(expected), expected)) m_scanner.fail(std::string(expected) + " is expected here");
  }

  void readSection(std::string_view section) {
    if (sameWord(section, "POINTS")) {
      readPoints();
    } else if (m_grid && sameWord(section, "CELLS")) {
      if (m_hasCells) m_scanner.fail("there is a second section CELLS");
      m_hasCells = true;
      m_cells = readCells();
    } else if (m_grid && sameWord(section, "CELL_TYPES")) {
      readTypes();
    } else if (!m_grid && sameWord(section, "POLYGONS")) {
      const Cells polygons = readCells();
      for (std::size_t i = 0; i < polygons.size(); ++i) takePolygon(polygons[i]);
    } else if (!m_grid && sameWord(section, "TRIANGLE_STRIPS")) {
      const Cells strips = readCells();
      for (std::size_t i = 0; i < strips.size(); ++i) takeStrip(strips[i]);
    } else if (!m_grid && (sameWord(section, "VERTICES") || sameWord(section, "LINES"))) {
      readCells();
    } else if (sameWord(section, "FIELD")) {
      passField();
    } else if (sameWord(section, "METADATA")) {
      passBlock();
    } else {
      m_scanner.fail(quoteWord(section) + " is not a supported section");
    }
  }

  /// Reads a number of items. In ASCII, each item takes at least `bytesEach` bytes. In binary, VtkNumbers checks the
  /// size.
  Index count(const char* what, std::size_t bytesEach) {
    return m_scanner.count(what, m_numbers.binary() ? 1 : bytesEach);
  }

  void readPoints() {
    if (m_hasPoints) m_scanner.fail("there is a second section POINTS");
    m_hasPoints = true;
    const Index points = count("the number of points", 6);
    m_numbers.begin(m_numbers.type(), std::uint64_t{3} * points, "point", 3);
    m_mesh.vertices.resize(points);
    for (Mesh::Position& position : m_mesh.vertices) {
      for (Real& coordinate : position) coordinate = m_numbers.coordinate();
    }
  }

  bool hasOffsets() {
    if (!m_numbers.binary()) return sameWord(m_scanner.peek("a cell"), "OFFSETS");
    // No list of cells begins with these bytes: its first cell would have more than 10⁹ corners.
    const std::string_view rest(m_scanner.position(), m_scanner.remaining());
    const std::size_t start = rest.find_first_of("\r\n"), line = rest.find_first_not_of("\r\n", start);
    return line != std::string_view::npos && sameWord(rest.substr(line, 7), "OFFSETS");
  }

  Cells readCells() {
    if (!m_hasPoints) m_scanner.fail("POINTS must come before the cells");
    const Index cells = count("the number of cells", 2);
    const Index size = count("the number of corners", 2);
    if (cells == 0 && size == 0) return {};
    return hasOffsets() ? readOffsets(cells, size) : readLists(cells, size);
  }

  /// Reads the format up to version 4: per cell the number of corners and the corners.
  Cells readLists(Index count, Index size) {
    Cells cells;
    m_numbers.begin(NumberType::Int32, size, "number");
    std::uint64_t left = size;  // numbers not yet read
    for (Index i = 0; i < count; ++i) {
      const std::int64_t corners = left > 0 ? m_numbers.integer() : 0;
      if (left == 0 || corners < 0 || static_cast<std::uint64_t>(corners) >= left) {
        m_scanner.fail("the numbers of corners don't add up to the size of the section");
      }
      for (std::int64_t k = 0; k < corners; ++k) cells.corners.push_back(corner());
      cells.starts.push_back(static_cast<Index>(cells.corners.size()));
      left -= static_cast<std::uint64_t>(corners) + 1;
    }
    if (left != 0) m_scanner.fail("the numbers of corners don't add up to the size of the section");
    return cells;
  }

  /// Reads the format from version 5: the offset of each cell's corners and the end offset, then all corners.
  Cells readOffsets(Index count, Index size) {
    Cells cells;
    expectWord("OFFSETS");
    m_numbers.begin(m_numbers.type(), count, "offset");
    cells.starts.clear();
    for (Index i = 0; i < count; ++i) {
      const std::int64_t start = m_numbers.integer();
      const std::int64_t least = i == 0 ? 0 : cells.starts.back();
      if (start < least || start > size || (i == 0 && start != 0)) m_scanner.fail("an offset is out of range");
      cells.starts.push_back(static_cast<Index>(start));
    }
    if (cells.starts.empty() || cells.starts.back() != size)
      m_scanner.fail("the last offset differs from the number of corners");
    expectWord("CONNECTIVITY");
    m_numbers.begin(m_numbers.type(), size, "corner");
    for (Index i = 0; i < size; ++i) cells.corners.push_back(corner());
    return cells;
  }

  Index corner() { return m_numbers.corner(static_cast<Index>(m_mesh.vertices.size())); }

  void readTypes() {
    if (!m_types.empty()) m_scanner.fail("there is a second section CELL_TYPES");
    const Index cells = count("the number of cells", 2);
    m_numbers.begin(NumberType::Int32, cells, "cell");
    m_types.resize(cells);
    for (std::int64_t& type : m_types) type = m_numbers.integer();
  }

  void takeCells() {
    if (m_numbers.binary()) m_scanner.setPlace("section 'CELLS'");
    if (m_types.size() != m_cells.size()) {
      m_scanner.fail("there are " + std::to_string(m_cells.size()) + " cells, but " + std::to_string(m_types.size()) +
                     " cell types");
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
    } else if (type == kStrip) {
      takeStrip(corners);
    } else if (type < kVertex || type > kPolyLine) {  // points and lines are skipped
      m_scanner.fail("cell type " + std::to_string(type) + " is not supported");
    }
  }

  void takePolygon(std::span<const Index> corners) {
    if (corners.size() < 3) m_scanner.fail("a polygon has fewer than three corners");
    addFan(corners, m_mesh.triangles);
  }

  void takeStrip(std::span<const Index> corners) {
    if (corners.size() < 3) m_scanner.fail("a strip has fewer than three corners");
    addStrip(corners, m_mesh.triangles);
  }

  /// Skips "FIELD name arrays", then per array its name, components, tuples, type and values.
  void passField() {
    m_scanner.word("a field's name");
    const Index arrays = m_scanner.count("the number of arrays", 2);
    for (Index array = 0; array < arrays; ++array) {
      while (sameWord(m_scanner.peek("an array's name"), "METADATA")) {  // belongs to the previous array
        m_scanner.word("METADATA");
        passBlock();
      }
      m_scanner.word("an array's name");
      const Index components = m_scanner.count("the number of components", 0);
      const Index tuples = count("the number of tuples", 2 * std::size_t{components});
      const std::string type(m_scanner.word("a type of numbers"));
      m_numbers.passArray(type, std::uint64_t{components} * tuples);
    }
  }

  /// Skips a block that ends with an empty line.
  void passBlock() {
    m_scanner.setAcrossLines(false);
    do {
      m_scanner.nextLine();
    } while (m_scanner.remaining() > 0 && !m_scanner.atLineEnd());
    m_scanner.setAcrossLines(true);
  }

  Scanner m_scanner;
  VtkNumbers m_numbers;
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
