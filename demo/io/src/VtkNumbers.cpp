#include "VtkNumbers.h"

#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "words.h"

namespace pliant::detail {
namespace {

// VTK writes vtkIdType as int. long is read with 64 bits, its size in files from systems with a 64-bit long.
constexpr std::array<std::pair<std::string_view, NumberType>, 16> kNumberTypes = {
    {{"unsigned_char", NumberType::UInt8},
     {"char", NumberType::Int8},
     {"signed_char", NumberType::Int8},
     {"unsigned_short", NumberType::UInt16},
     {"short", NumberType::Int16},
     {"unsigned_int", NumberType::UInt32},
     {"int", NumberType::Int32},
     {"unsigned_long", NumberType::UInt64},
     {"long", NumberType::Int64},
     {"unsigned_long_long", NumberType::UInt64},
     {"long_long", NumberType::Int64},
     {"float", NumberType::Float32},
     {"double", NumberType::Float64},
     {"vtktypeint64", NumberType::Int64},
     {"vtktypeuint64", NumberType::UInt64},
     {"vtkidtype", NumberType::Int32}}};

std::optional<NumberType> typeOf(std::string_view word) {
  const auto found =
      std::find_if(kNumberTypes.begin(), kNumberTypes.end(), [&](const auto& t) { return sameWord(t.first, word); });
  return found == kNumberTypes.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

NumberType VtkNumbers::type() {
  const std::string_view word = m_scanner.word("a type of numbers");
  const std::optional<NumberType> type = typeOf(word);
  if (!type) m_scanner.fail(quoteWord(word) + " is not a type of numbers");
  return *type;
}

void VtkNumbers::passLineEnd() {
  m_scanner.setAcrossLines(false);
  m_scanner.expectLineEnd();
  m_scanner.nextLine();
  m_scanner.setAcrossLines(true);
}

void VtkNumbers::begin(NumberType type, std::uint64_t count, const char* element, std::size_t each) {
  if (!m_binary) return;
  passLineEnd();
  m_type = type;
  m_element = element;
  m_each = each;
  m_rank = 0;
  if (count > m_scanner.remaining() / sizeOf(type)) {
    m_scanner.fail("the file is too short for " + std::to_string(count) + " numbers");
  }
}

void VtkNumbers::fail(const std::string& fault) const {
  m_scanner.fail(std::string(m_element) + " " + std::to_string((m_rank - 1) / m_each) + ": " + fault);
}

const char* VtkNumbers::next() {
  ++m_rank;
  const char* const bytes = m_scanner.take(sizeOf(m_type));
  if (bytes == nullptr) fail("the file ends before this number");
  return bytes;
}

Real VtkNumbers::coordinate() {
  if (!m_binary) return m_scanner.real("a coordinate");
  Real result = 0;
  const char* const fault =
      visitNumber(m_type, next(), std::endian::big, [&](auto stored) { return toCoordinate(stored, result); });
  if (fault != nullptr) fail(fault);
  return result;
}

std::int64_t VtkNumbers::integer() {
  if (!m_binary) return m_scanner.integer("an integer");
  if (!isInteger(m_type)) fail("an integer is expected, but the numbers are not of an integer type");
  return visitNumber(m_type, next(), std::endian::big, [](auto stored) {
    // Values above the largest int64 are out of range in every use, so they are clamped.
    if constexpr (std::is_same_v<decltype(stored), std::uint64_t>) {
      return static_cast<std::int64_t>(std::min<std::uint64_t>(stored, std::numeric_limits<std::int64_t>::max()));
    } else {
      return static_cast<std::int64_t>(stored);
    }
  });
}

Index VtkNumbers::corner(Index size) {
  if (!m_binary) return m_scanner.index("a corner", size, 0);
  const std::int64_t value = integer();
  if (value < 0 || value >= static_cast<std::int64_t>(size)) {
    fail("index " + std::to_string(value) + " is out of range, there are " + std::to_string(size) + " vertices");
  }
  return static_cast<Index>(value);
}

void VtkNumbers::passArray(const std::string& typeName, std::uint64_t count) {
  if (!m_binary) {
    for (std::uint64_t i = 0; i < count; ++i) m_scanner.word("a value");
    return;
  }
  passLineEnd();
  std::uint64_t bytes = 0;
  if (sameWord(typeName, "string")) {
    for (std::uint64_t i = 0; i < count; ++i) passText();
  } else if (sameWord(typeName, "bit")) {
    bytes = count / 8 + (count % 8 != 0);
  } else if (const std::optional<NumberType> type = typeOf(typeName)) {
    if (count > m_scanner.remaining() / sizeOf(*type)) m_scanner.fail("the file ends inside an array of a field");
    bytes = count * sizeOf(*type);
  } else {
    m_scanner.fail(quoteWord(typeName) + " is not a type of numbers");
  }
  if (m_scanner.take(bytes) == nullptr) m_scanner.fail("the file ends inside an array of a field");
}

/// Skips a length in 1, 2, 4 or 8 bytes, given by its highest two bits (3, 2, 1, 0), and as many bytes as the length.
void VtkNumbers::passText() {
  const auto expect = [&](const char* bytes) {
    if (bytes == nullptr) m_scanner.fail("the file ends inside a text of a field");
    return bytes;
  };
  if (m_scanner.remaining() == 0) expect(nullptr);
  const unsigned kind = static_cast<unsigned char>(*m_scanner.position()) >> 6;
  const std::size_t size = std::size_t{8} >> kind;
  const char* const stored = expect(m_scanner.take(size));
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < size; ++i) length = length << 8 | static_cast<unsigned char>(stored[i]);
  length &= ~std::uint64_t{0} >> (64 - 8 * size + 2);
  expect(m_scanner.take(length));
}

}  // namespace pliant::detail
