#pragma once

#include <pliant/detectors/Detector.h>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace pliant {

/// A setting of a detection method in the words of its paper. Controls, the command line and docs/methods/settings.md
/// have the same words.
struct MethodSetting {
  std::string_view name{};                      ///< in NAME=VALUE
  std::string_view word{};                      ///< the paper's word
  std::string_view changes{};                   ///< what it changes, in sentences
  std::span<const std::string_view> choices{};  ///< the values; empty: the value is a number
  double least = 0, most = 0;                   ///< range of a number
  bool whole = true;                            ///< true: the number is whole
  std::string_view zero{};                      ///< meaning of the number 0; empty: it has no meaning of its own
  double paper = 0;                             ///< the paper's value: a number, or an index into `choices`
};

/// Values of settings by name: numbers, or indices into MethodSetting::choices.
using MethodValues = std::map<std::string, double, std::less<>>;

/// Returns the settings of a detector; none for a detector without settings or an unknown name. All detectors whose
/// names begin with "ldi" have the same settings.
std::span<const MethodSetting> methodSettings(std::string_view detector);
/// Returns "ldi" for the detectors whose names begin with it, and other names unchanged.
std::string_view methodFamily(std::string_view detector);
/// Returns null if the detector has no such setting.
const MethodSetting* findMethodSetting(std::string_view detector, std::string_view name);

/// Returns the values of a new detector; empty without settings.
MethodValues defaultValues(std::string_view detector);
/// Returns the paper's values; empty without settings.
MethodValues paperValues(std::string_view detector);
/// Returns a value as it is written in NAME=VALUE.
std::string writtenValue(const MethodSetting& setting, double value);
/// Returns the allowed values in words: "xor, additive or rotating", or "a whole number from 0 to 10".
std::string describeRange(const MethodSetting& setting);

/// Sets one value from its text. Throws Error, and changes nothing, if the detector has no such setting or the value is
/// not allowed together with the others.
void setMethodValue(std::string_view detector, std::string_view name, std::string_view value, MethodValues& values);
/// Parses NAME=VALUE for setMethodValue(). "paper" sets all values to the paper's, "default" to the defaults. Throws
/// Error as setMethodValue(), and if the text is none of these.
void parseMethodValue(std::string_view detector, const std::string& text, MethodValues& values);
/// Throws Error if the detector has no setting of such a name, or if the values are not allowed together.
void checkMethodValues(std::string_view detector, const MethodValues& values);
/// Changes the settings of a detector in use; those without a value keep theirs. Ignores names that it does not have.
/// Throws Error if the values are not allowed together.
void applyMethodValues(const MethodValues& values, Detector& detector);

}  // namespace pliant
