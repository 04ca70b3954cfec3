#include "Scanner.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/numbers.h>

#include <algorithm>

namespace pliant::detail {
namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}

}  // namespace

Scanner::Scanner(const FileContent& file, const Options& options)
    : m_file(file), m_options(options), m_next(file.data.get()), m_end(m_next + file.size) {
  if (!options.binary) expectText();
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (file.bytes().starts_with(kByteOrderMark)) m_next += kByteOrderMark.size();
}

void Scanner::expectText() const {
  constexpr std::size_t kLookedAt = 4096;
  const std::string_view head = m_file.bytes().substr(0, kLookedAt);
  if (head.find('\0') != std::string_view::npos) throw Error(m_file.name + ": is not a text file");
}

const char* Scanner::take(std::size_t size) {
  if (size > remaining()) return nullptr;
  m_next += size;
  return m_next - size;
}

void Scanner::failAt(std::uint64_t line, const std::string& fault) const {
  throw Error(m_file.name + ": " + (m_place.empty() ? "line " + std::to_string(line) : m_place) + ": " + fault);
}

bool Scanner::passLineEnd() {
  if (m_next == m_end || !isLineEnd(*m_next)) return false;
  const bool carriageReturn = *m_next++ == '\r';
  if (carriageReturn && m_next != m_end && *m_next == '\n') ++m_next;
  ++m_line;
  return true;
}

void Scanner::passBlanks() {
  for (;;) {
    while (m_next != m_end && isBlank(*m_next)) ++m_next;
    if (m_next == m_end) return;
    if (m_options.continuation && *m_next == '\\' && m_next + 1 != m_end && isLineEnd(m_next[1])) {
      ++m_next;
      passLineEnd();
    } else if (m_options.comment != '\0' && *m_next == m_options.comment) {
      while (m_next != m_end && !isLineEnd(*m_next)) ++m_next;
      return;
    } else {
      return;
    }
  }
}

const char* Scanner::wordEnd() const {
  const char* last = m_next;
  while (last != m_end && !isBlank(*last) && !isLineEnd(*last)) {
    const bool joined = m_options.continuation && *last == '\\' && last + 1 != m_end && isLineEnd(last[1]);
    if (joined) break;
    ++last;
  }
  return last;
}

bool Scanner::atLineEnd() {
  passBlanks();
  return m_next == m_end || isLineEnd(*m_next);
}

void Scanner::nextLine() {
  while (!atLineEnd()) m_next = wordEnd();
  passLineEnd();
}

bool Scanner::atEnd() {
  while (atLineEnd()) {
    if (!passLineEnd()) return true;
  }
  return false;
}

std::string_view Scanner::peek(const char* expected) {
  if (m_options.acrossLines) {
    if (atEnd()) fail(std::string("the file ends where ") + expected + " is expected");
  } else if (atLineEnd()) {
    fail(std::string(m_next == m_end ? "the file ends where " : "the line ends where ") + expected + " is expected");
  }
  return {m_next, static_cast<std::size_t>(wordEnd() - m_next)};
}

std::string_view Scanner::word(const char* expected) {
  const std::string_view result = peek(expected);
  m_next += result.size();
  return result;
}

Real Scanner::toReal(std::string_view word) const {
  Real value = 0;
  const NumberFault fault = parseReal(word, value);
  if (fault != NumberFault::None) fail(describe(fault, word));
  return value;
}

std::int64_t Scanner::toInteger(std::string_view word) const {
  std::int64_t value = 0;
  const NumberFault fault = parseInteger(word, value);
  if (fault == NumberFault::Malformed) fail(quoteWord(word) + " is not an integer");
  if (fault != NumberFault::None) fail(describe(fault, word));
  return value;
}

Real Scanner::real(const char* expected) {
  return toReal(word(expected));
}

std::int64_t Scanner::integer(const char* expected) {
  return toInteger(word(expected));
}

void Scanner::unusedNumber(const char* expected) {
  const std::string_view text = word(expected);
  Real ignored = 0;
  if (parseReal(text, ignored) == NumberFault::Malformed) fail(describe(NumberFault::Malformed, text));
}

void Scanner::passQuoted() {
  const char* end = m_next + 1;
  while (end != m_end && *end != '"' && !isLineEnd(*end)) ++end;
  if (end == m_end || *end != '"') fail("a quoted text does not end on its line");
  m_next = end + 1;
}

Index Scanner::count(const char* expected, std::size_t bytesEach) {
  const std::int64_t value = integer(expected);
  if (value < 0) fail(std::string(expected) + " is negative: " + std::to_string(value));
  // The last element may lack the blank behind it.
  const std::size_t room = (remaining() + 1) / std::max<std::size_t>(bytesEach, 1);
  if (static_cast<std::uint64_t>(value) > room) {
    fail(std::string(expected) + " is " + std::to_string(value) + ", but the file is too short for that");
  }
  return static_cast<Index>(value);
}

Index Scanner::index(const char* expected, Index size, std::int64_t base) {
  const std::int64_t value = integer(expected);
  if (value < base || value - base >= static_cast<std::int64_t>(size)) {
    std::string fault = "index " + std::to_string(value) + " is out of range";
    if (size != kNoIndex) fault += ", there are " + std::to_string(size) + " vertices";
    fail(fault);
  }
  return static_cast<Index>(value - base);
}

void Scanner::expectLineEnd() {
  if (!atLineEnd()) fail("unexpected " + quoteWord(peek("")) + " at the end of the line");
}

}  // namespace pliant::detail
