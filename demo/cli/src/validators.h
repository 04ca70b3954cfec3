#pragma once

#include <CLI/CLI.hpp>

namespace pliant::cli {

/// The word is a number that Real holds, and above 0.
CLI::Validator positiveNumber();
/// The same, or 0.
CLI::Validator notNegativeNumber();

}  // namespace pliant::cli
