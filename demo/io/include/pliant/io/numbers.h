#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace pliant {

/// What is wrong with a word that should be a number.
enum class NumberFault : std::uint8_t {
  None,
  Malformed,  ///< not a number, or a number with something behind it
  NotFinite,  ///< NaN or infinity, spelled out
  Overflow,   ///< finite, but beyond the type
};

/// Reads a whole word as a decimal number, rounded once to the nearest Real; what is too small for Real becomes 0.
/// `value` is set only when the result is None.
NumberFault parseReal(std::string_view word, Real& value);

/// Reads a whole word as a decimal integer.
NumberFault parseInteger(std::string_view word, std::int64_t& value);

/// One line for a user: "'1.0abc' is not a number".
std::string describe(NumberFault fault, std::string_view word);

/// `text` in quotes, fit for one line of a message: printable(), of at most 60 bytes.
std::string quoteWord(std::string_view text);

}  // namespace pliant
