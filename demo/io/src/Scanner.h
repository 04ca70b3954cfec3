#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "FileContent.h"

namespace pliant::detail {

/// Walks through the words of a text file and counts its lines; lines end in \n, \r\n or \r. Every fault is thrown as
/// Error with the file's name and the line.
class Scanner {
 public:
  struct Options {
    char comment = '\0';        ///< a word that begins so, and the rest of its line, is passed over; '\0': none
    bool continuation = false;  ///< a backslash at the end of a line joins the next line to it
    bool binary = false;        ///< the file may hold bytes that no text has
    bool acrossLines = false;   ///< word() goes on to later lines; else each statement has a line of its own
  };

  /// Throws Error when the file begins with bytes that no text has, unless it may be binary.
  Scanner(const FileContent& file, const Options& options);

  void setAcrossLines(bool acrossLines) { m_options.acrossLines = acrossLines; }
  /// What errors name from now on in place of the line, where lines can't be counted: a part of a binary file.
  void setPlace(std::string place) { m_place = std::move(place); }

  /// No word is left in the file (goes on to the next word, over line ends).
  bool atEnd();
  /// No word is left on this line.
  bool atLineEnd();
  void nextLine();

  /// The next word; `expected` says in the error what was to come.
  std::string_view word(const char* expected);
  std::string_view peek(const char* expected);
  Real real(const char* expected);
  std::int64_t integer(const char* expected);
  /// Any number, even NaN or infinity: a value that is not used.
  void unusedNumber(const char* expected);
  /// A text in quotes, which begins at the next word and ends on the same line.
  void passQuoted();
  /// A number of elements of which each takes at least `bytesEach` bytes of the rest of the file.
  Index count(const char* expected, std::size_t bytesEach);
  /// Index of one of `size` vertices (kNoIndex: not known yet), the first of which the file calls `base`; the result
  /// counts from 0.
  Index index(const char* expected, Index size, std::int64_t base);
  /// Throws unless the line is at its end.
  void expectLineEnd();
  /// The next `size` bytes, whatever they are, or nullptr where the file has fewer.
  const char* take(std::size_t size);
  /// Throws where the file begins with bytes that no text has.
  void expectText() const;

  /// The number in a word that was read before.
  Real toReal(std::string_view word) const;
  std::int64_t toInteger(std::string_view word) const;

  [[noreturn]] void fail(const std::string& fault) const { failAt(m_line, fault); }
  [[noreturn]] void failAt(std::uint64_t line, const std::string& fault) const;

  std::uint64_t line() const { return m_line; }
  std::size_t remaining() const { return static_cast<std::size_t>(m_end - m_next); }
  const char* position() const { return m_next; }

 private:
  void passBlanks();
  bool passLineEnd();
  const char* wordEnd() const;

  const FileContent& m_file;
  Options m_options;
  const char* m_next;
  const char* m_end;
  std::uint64_t m_line = 1;
  std::string m_place;
};

}  // namespace pliant::detail
