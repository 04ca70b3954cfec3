#include <pliant/io/numbers.h>
#include <pliant/io/printable.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pliant {
namespace {

// std::from_chars rejects a plus sign, which files may contain.
std::string_view withoutPlus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '+' && word[1] != '-') word.remove_prefix(1);
  return word;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Returns true if the absolute value of a well-formed number is at least 1. Separates overflow from underflow, for
/// which from_chars returns the same error.
bool aboveOne(std::string_view word) {
  if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.remove_prefix(1);
  constexpr std::int64_t kHuge = std::int64_t{1} << 40;
  std::int64_t magnitude = 0;  // decimal exponent: digits before the point without leading zeros, minus zeros behind it
  bool afterPoint = false, significant = false;
  std::size_t i = 0;
  for (; i < word.size() && (isDigit(word[i]) || word[i] == '.'); ++i) {
    if (word[i] == '.') {
      afterPoint = true;
    } else if (word[i] != '0' || significant) {
      significant = true;
      if (!afterPoint) ++magnitude;
    } else if (afterPoint) {
      --magnitude;
    }
  }
  if (i < word.size() && (word[i] == 'e' || word[i] == 'E')) {
    ++i;
    const bool negative = i < word.size() && word[i] == '-';
    if (i < word.size() && (word[i] == '-' || word[i] == '+')) ++i;
    std::int64_t exponent = 0;
    for (; i < word.size() && isDigit(word[i]); ++i) exponent = std::min(kHuge, exponent * 10 + (word[i] - '0'));
    magnitude += negative ? -exponent : exponent;
  }
  return magnitude > 0;
}

}  // namespace

template <typename Number>
NumberFault parseNumber(std::string_view word, Number& value) {
  const std::string_view digits = withoutPlus(word);
  const char* const end = digits.data() + digits.size();
  Number parsed = 0;
  const auto [rest, code] = std::from_chars(digits.data(), end, parsed);
  if (rest != end || code == std::errc::invalid_argument) return NumberFault::Malformed;
  if (code == std::errc::result_out_of_range) {
    if (aboveOne(digits)) return NumberFault::Overflow;
    value = digits[0] == '-' ? Number(-0.0) : Number(0);
    return NumberFault::None;
  }
  if (!std::isfinite(parsed)) {
    const char last = digits.back();
    return isDigit(last) || last == '.' ? NumberFault::Overflow : NumberFault::NotFinite;
  }
  value = parsed;
  return NumberFault::None;
}

template NumberFault parseNumber(std::string_view, float&);
template NumberFault parseNumber(std::string_view, double&);

NumberFault parseReal(std::string_view word, Real& value) {
  return parseNumber(word, value);
}

NumberFault parseInteger(std::string_view word, std::int64_t& value) {
  const std::string_view digits = withoutPlus(word);
  const char* const end = digits.data() + digits.size();
  std::int64_t parsed = 0;
  const auto [rest, code] = std::from_chars(digits.data(), end, parsed);
  if (rest != end || code == std::errc::invalid_argument) return NumberFault::Malformed;
  if (code == std::errc::result_out_of_range) return NumberFault::Overflow;
  value = parsed;
  return NumberFault::None;
}

std::string quoteWord(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::size_t end = 0;
  while (end < text.size() && end + characterSize(text.substr(end)) <= kLongest) {
    end += characterSize(text.substr(end));
  }
  std::string result = "'";
  result += printable(text.substr(0, end));
  result += end < text.size() ? "...'" : "'";
  return result;
}

std::string withCommas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string describe(NumberFault fault, std::string_view word) {
  switch (fault) {
    case NumberFault::None:
      return quoteWord(word) + " is a number";
    case NumberFault::Malformed:
      return quoteWord(word) + " is not a number";
    case NumberFault::NotFinite:
      return quoteWord(word) + " is not finite";
    case NumberFault::Overflow:
      break;
  }
  return quoteWord(word) + " is too large";
}

}  // namespace pliant
