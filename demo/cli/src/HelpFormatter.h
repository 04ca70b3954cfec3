#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pliant::cli {

/// Formats options as docs/command-line.md shows them, in lines of at most 120 characters.
/// Prints an option's own type name, without the text that validators add to it.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace pliant::cli
