#include <pliant/detectors/Error.h>
#include <pliant/io/numbers.h>

#include <algorithm>
#include <bit>

#include "PlyHeader.h"
#include "Scanner.h"
#include "binary.h"
#include "formats.h"
#include "polygons.h"

namespace pliant::detail {
namespace {

/// Values as words. Each element has its own line.
class AsciiSource {
 public:
  explicit AsciiSource(Scanner& scanner) : m_scanner(scanner) {}

  static std::size_t leastBytes(NumberType) { return 2; }
  std::size_t remaining() const { return m_scanner.remaining() + 1; }

  void beginElement(const PlyElement& element, Index) {
    if (m_scanner.atEnd()) m_scanner.fail("the file ends where an element " + quoteWord(element.name) + " is expected");
  }
  void endElement() { m_scanner.expectLineEnd(); }

  Real coordinate(NumberType type) {
    return isInteger(type) ? static_cast<Real>(integer(type)) : m_scanner.real("a coordinate");
  }
  std::int64_t integer(NumberType type) {
    const std::int64_t value = m_scanner.integer("an integer");
    if (!fits(value, type)) m_scanner.fail(std::to_string(value) + " does not fit into its type");
    return value;
  }
  void pass(NumberType) { m_scanner.unusedNumber("a number"); }
  void expectEnd() {
    if (!m_scanner.atEnd()) m_scanner.fail("unexpected text after the last element");
  }
  [[noreturn]] void fail(const std::string& fault) const { m_scanner.fail(fault); }

 private:
  Scanner& m_scanner;
};

class BinarySource {
 public:
  BinarySource(const FileContent& file, const char* start, std::endian order)
      : m_file(file), m_next(start), m_end(file.data.get() + file.size), m_order(order) {}

  static std::size_t leastBytes(NumberType type) { return sizeOf(type); }
  std::size_t remaining() const { return static_cast<std::size_t>(m_end - m_next); }

  void beginElement(const PlyElement& element, Index rank) {
    m_element = &element;
    m_rank = rank;
  }
  void endElement() {}

  Real coordinate(NumberType type) {
    Real result = 0;
    const char* const fault =
        visitNumber(type, take(type), m_order, [&](auto stored) { return toCoordinate(stored, result); });
    if (fault != nullptr) fail(fault);
    return result;
  }
  std::int64_t integer(NumberType type) {
    return visitNumber(type, take(type), m_order, [](auto stored) { return static_cast<std::int64_t>(stored); });
  }
  void pass(NumberType type) { take(type); }
  void expectEnd() {
    if (m_next != m_end) throw Error(m_file.name + ": unexpected bytes after the last element");
  }
  [[noreturn]] void fail(const std::string& fault) const {
    throw Error(m_file.name + ": " + quoteWord(m_element->name) + " " + std::to_string(m_rank) + ": " + fault);
  }

 private:
  const char* take(NumberType type) {
    const std::size_t size = sizeOf(type);
    if (remaining() < size) fail("the file ends before this element is complete");
    m_next += size;
    return m_next - size;
  }

  const FileContent& m_file;
  const char* m_next;
  const char* m_end;
  std::endian m_order;
  const PlyElement* m_element = nullptr;
  Index m_rank = 0;
};

template <typename Source>
class PlyReader {
 public:
  PlyReader(const PlyHeader& header, Source source) : m_header(header), m_source(source) {}

  Mesh read() {
    for (const PlyElement& element : m_header.elements) {
      if (element.properties.empty() || element.count == 0) continue;
      checkRoom(element);
      if (element.name == "vertex") {
        readVertices(element);
      } else if (element.hasCorners()) {
        readFaces(element);
      } else {
        for (Index i = 0; i < element.count; ++i) passElement(element, i);
      }
    }
    m_source.expectEnd();
    return std::move(m_mesh);
  }

 private:
  void checkRoom(const PlyElement& element) {
    std::size_t least = 0;
    for (const PlyProperty& property : element.properties) {
      least += Source::leastBytes(property.isList ? property.countType : property.type);
    }
    m_source.beginElement(element, 0);
    if (element.count > m_source.remaining() / std::max<std::size_t>(least, 1)) {
      m_source.fail("the file is too short for " + std::to_string(element.count) + " elements " +
                    quoteWord(element.name));
    }
  }

  Index listSize(const PlyProperty& property) {
    const std::int64_t size = m_source.integer(property.countType);
    const std::size_t room = m_source.remaining() / Source::leastBytes(property.type);
    if (size < 0 || static_cast<std::uint64_t>(size) > room) {
      m_source.fail("a list can't have " + std::to_string(size) + " entries");
    }
    return static_cast<Index>(size);
  }

  void passProperty(const PlyProperty& property) {
    const Index size = property.isList ? listSize(property) : 1;
    for (Index i = 0; i < size; ++i) m_source.pass(property.type);
  }

  void passElement(const PlyElement& element, Index rank) {
    m_source.beginElement(element, rank);
    for (const PlyProperty& property : element.properties) passProperty(property);
    m_source.endElement();
  }

  void readVertices(const PlyElement& element) {
    m_mesh.vertices.resize(element.count);
    for (Index i = 0; i < element.count; ++i) {
      m_source.beginElement(element, i);
      for (const PlyProperty& property : element.properties) {
        if (property.axis >= 0) {
          m_mesh.vertices[i][static_cast<std::size_t>(property.axis)] = m_source.coordinate(property.type);
        } else {
          passProperty(property);
        }
      }
      m_source.endElement();
    }
  }

  void readFaces(const PlyElement& element) {
    if (!element.isStrips()) m_mesh.triangles.reserve(element.count);
    for (Index i = 0; i < element.count; ++i) {
      m_source.beginElement(element, i);
      for (const PlyProperty& property : element.properties) {
        if (property.isCorners) {
          readCorners(property, element.isStrips());
        } else {
          passProperty(property);
        }
      }
      m_source.endElement();
    }
  }

  void readCorners(const PlyProperty& property, bool strip) {
    const Index size = listSize(property);
    if (size < 3) m_source.fail(strip ? "a strip has fewer than three corners" : "a face has fewer than three corners");
    m_corners.clear();
    for (Index k = 0; k < size; ++k) {
      const std::int64_t corner = m_source.integer(property.type);
      if (strip && corner == -1) {  // −1 ends a strip; another one follows
        takeStrip();
        continue;
      }
      if (corner < 0 || corner >= static_cast<std::int64_t>(m_header.vertexCount)) {
        m_source.fail("index " + std::to_string(corner) + " is out of range, there are " +
                      std::to_string(m_header.vertexCount) + " vertices");
      }
      m_corners.push_back(static_cast<Index>(corner));
    }
    if (strip) return takeStrip();
    addFan(m_corners, m_mesh.triangles);
  }

  void takeStrip() {
    addStrip(m_corners, m_mesh.triangles);
    m_corners.clear();
  }

  const PlyHeader& m_header;
  Source m_source;
  Mesh m_mesh;
  std::vector<Index> m_corners;
};

}  // namespace

Mesh readPly(const FileContent& file) {
  Scanner scanner(file, {.binary = true});
  const PlyHeader header = readPlyHeader(scanner);
  if (header.format == PlyFormat::Ascii) return PlyReader(header, AsciiSource(scanner)).read();
  const std::endian order = header.format == PlyFormat::BinaryBigEndian ? std::endian::big : std::endian::little;
  return PlyReader(header, BinarySource(file, scanner.position(), order)).read();
}

}  // namespace pliant::detail
