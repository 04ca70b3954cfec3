#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "FileContent.h"

namespace pliant::detail {

/// Splits a text file into words and counts its lines. Lines end in \n, \r\n or \r. Every fault is thrown as Error with
/// the file's name and the line.
class Scanner {
 public:
  struct Options {
    char comment = '\0';  ///< first character of a word that starts a comment until the line end; '\0': no comments
    bool continuation = false;  ///< a backslash at the end of a line joins it to the next line
    bool binary = false;        ///< the file may contain zero bytes
    bool acrossLines = false;   ///< true: word() continues on later lines; false: a statement must end on its line
  };

  /// Throws Error if the first 4096 bytes contain a zero byte, unless options.binary is set.
  Scanner(const FileContent& file, const Options& options);

  void setAcrossLines(bool acrossLines) { m_options.acrossLines = acrossLines; }
  /// Sets the text that errors contain instead of the line, for binary parts of a file, where lines can't be counted.
  void setPlace(std::string place) { m_place = std::move(place); }

  /// Returns true if no word is left in the file. Moves to the next word, across line ends.
  bool atEnd();
  /// Returns true if no word is left on this line.
  bool atLineEnd();
  void nextLine();

  /// Returns the next word. `expected` names it in the error message.
  std::string_view word(const char* expected);
  std::string_view peek(const char* expected);
  Real real(const char* expected);
  std::int64_t integer(const char* expected);
  /// Skips any number, even NaN or infinity.
  void unusedNumber(const char* expected);
  /// Skips a quoted text that begins at the next word and ends on the same line.
  void passQuoted();
  /// Reads a number of elements. Throws if the rest of the file is too short for `bytesEach` bytes per element.
  Index count(const char* expected, std::size_t bytesEach);
  /// Reads a vertex index and returns it counted from 0. `base` is the file's index of the first vertex. `size` is the
  /// number of vertices, or kNoIndex if it is not known yet.
  Index index(const char* expected, Index size, std::int64_t base);
  /// Throws unless no word is left on this line.
  void expectLineEnd();
  /// Skips `size` bytes of any content and returns their start, or nullptr if the file has fewer.
  const char* take(std::size_t size);
  /// Throws if the first 4096 bytes contain a zero byte.
  void expectText() const;

  /// Parses a word that was read before.
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
