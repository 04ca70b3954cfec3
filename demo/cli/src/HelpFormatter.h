#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pliant::cli {

/// Options as docs/command-line.md writes them, descriptions in lines of at most 120 characters. Of an option's type
/// its own name is shown, not what checks add to it.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace pliant::cli
