#pragma once

#include <CLI/CLI.hpp>

namespace pliant::cli {

/// Accepts a number that fits Real and is > 0.
CLI::Validator positiveNumber();
/// Accepts a number that fits Real and is ≥ 0.
CLI::Validator notNegativeNumber();

}  // namespace pliant::cli
