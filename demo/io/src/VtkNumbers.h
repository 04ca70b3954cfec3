#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "Scanner.h"
#include "binary.h"

namespace pliant::detail {

/// Numbers of a VTK legacy file, array by array: words of ASCII, or bytes, big end first.
class VtkNumbers {
 public:
  explicit VtkNumbers(Scanner& scanner) : m_scanner(scanner) {}

  void setBinary(bool binary) { m_binary = binary; }
  bool binary() const { return m_binary; }

  /// Reads the name of a type.
  NumberType type();
  /// An array of `count` numbers begins. In binary, it begins behind the present line, and errors have it that
  /// `element` is at fault: "point", of which each has `each` numbers.
  void begin(NumberType type, std::uint64_t count, const char* element, std::size_t each = 1);
  Real coordinate();
  std::int64_t integer();
  /// One of `size` vertices.
  Index corner(Index size);

  /// Passes over the values of an array of a field, of a type of that name.
  void passArray(const std::string& typeName, std::uint64_t count);
  /// Goes to where binary data or another line begins.
  void passLineEnd();

 private:
  const char* next();
  [[noreturn]] void fail(const std::string& fault) const;
  void passText();

  Scanner& m_scanner;
  bool m_binary = false;
  // The present array's, where it is binary.
  NumberType m_type = NumberType::Int32;
  const char* m_element = "";
  std::size_t m_each = 1;
  std::uint64_t m_rank = 0;
};

}  // namespace pliant::detail
