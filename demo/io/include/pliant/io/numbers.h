#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace pliant {

/// Reason why a word is not a valid number.
enum class NumberFault : std::uint8_t {
  None,
  Malformed,  ///< not a number, or characters follow the number
  NotFinite,  ///< NaN or infinity, written as a word
  Overflow,   ///< finite, but too large for the type
};

/// Parses a whole word as a decimal number, rounded once to the nearest Real. A number too small for Real becomes 0.
/// Sets `value` only if the result is None.
NumberFault parseReal(std::string_view word, Real& value);
/// The same for float or double.
template <typename Number>
NumberFault parseNumber(std::string_view word, Number& value);

/// Parses a whole word as a decimal integer. Sets `value` only if the result is None.
NumberFault parseInteger(std::string_view word, std::int64_t& value);

/// Returns a number with commas between thousands: "12,345".
std::string withCommas(std::uint64_t number);

/// Returns a one-line message for the user, for example "'1.0abc' is not a number".
std::string describe(NumberFault fault, std::string_view word);

/// Returns printable(text) in quotes for a one-line message, cut to at most 60 bytes of `text`.
std::string quoteWord(std::string_view text);

}  // namespace pliant
