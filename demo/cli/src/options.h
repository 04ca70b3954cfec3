#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pliant::cli {

/// Adds an option whose value is called `type` in the help.
template <typename Value>
CLI::Option* addOption(CLI::App& command, const char* name, const char* type, Value& value, const char* description) {
  return command.add_option(name, value, description)->type_name(type);
}

/// Accepts a number that fits Real and is > 0.
CLI::Validator positiveNumber();

/// Accepts a number that fits Real and is ≥ 0.
CLI::Validator notNegativeNumber();

/// Throws Error unless the name of a picture ends in .png and the file can be written.
void checkPicture(const std::string& path);

/// Returns true if both paths are equal or lead to one file.
bool isSameFile(const std::string& a, const std::string& b);

}  // namespace pliant::cli
