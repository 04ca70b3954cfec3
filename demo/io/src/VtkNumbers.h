#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "Scanner.h"
#include "binary.h"

namespace pliant::detail {

/// Reads the arrays of numbers of a VTK legacy file, as ASCII words or as big-endian bytes.
class VtkNumbers {
 public:
  explicit VtkNumbers(Scanner& scanner) : m_scanner(scanner) {}

  void setBinary(bool binary) { m_binary = binary; }
  bool binary() const { return m_binary; }

  /// Reads the name of a number type.
  NumberType type();
  /// Begins an array of `count` numbers. A binary array begins behind the current line. Errors in a binary array name
  /// the `element` ("point") that has `each` numbers.
  void begin(NumberType type, std::uint64_t count, const char* element, std::size_t each = 1);
  Real coordinate();
  std::int64_t integer();
  /// Reads the index of one of `size` vertices.
  Index corner(Index size);

  /// Skips the values of a field's array. `typeName` is its number type, "bit" or "string".
  void passArray(const std::string& typeName, std::uint64_t count);
  /// Moves to the start of the next line, where binary data or the next section begins.
  void passLineEnd();

 private:
  const char* next();
  [[noreturn]] void fail(const std::string& fault) const;
  void passText();

  Scanner& m_scanner;
  bool m_binary = false;
  // State of the current binary array.
  NumberType m_type = NumberType::Int32;
  const char* m_element = "";
  std::size_t m_each = 1;
  std::uint64_t m_rank = 0;
};

}  // namespace pliant::detail
