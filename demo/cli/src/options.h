#pragma once

#include <pliant/scenes/MethodSettings.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

/// Adds an option whose value is called `type` in the help.
template <typename Value>
CLI::Option* addOption(CLI::App& command, const char* name, const char* type, Value& value, const char* description) {
  return command.add_option(name, value, description)->type_name(type);
}

/// Makes an option of a list take one word each time it is given. Otherwise it would also take the arguments after it.
inline CLI::Option* oneWordEach(CLI::Option* option) {
  return option->take_all()->expected(1)->allow_extra_args(false);
}

/// Accepts a number that fits Real and is > 0.
CLI::Validator positiveNumber();

/// Accepts a number that fits Real and is ≥ 0.
CLI::Validator notNegativeNumber();

/// Accepts a number of seconds that fits double and is > 0, or also 0.
CLI::Validator timeInSeconds(bool zero = false);

/// Accepts a number in [least, most].
CLI::Validator numberBetween(Real least, Real most);

/// Accepts a whole number in [least, most].
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most);

/// Adds --setting, which may be repeated.
void addSettingOption(CLI::App& command, std::vector<std::string>& words);
/// Returns the values of all words of --setting. Throws Error as parseMethodValue().
MethodValues parseSettings(std::string_view detector, const std::vector<std::string>& words);

/// Throws Error unless the name of a picture ends in .png and the file can be written.
void checkPicture(const std::string& path);

/// Returns true if both paths are equal or lead to one file.
bool isSameFile(const std::string& a, const std::string& b);

/// Throws Error if `file` is one that `option` may write in `folder`: its name begins with `prefix` and ends in
/// `ending`.
void checkNotOneOf(const std::string& file, const std::string& folder, const char* option, std::string_view prefix,
                   std::string_view ending);

}  // namespace pliant::cli
