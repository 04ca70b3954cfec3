#include "list.h"

#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>

#include "methods.h"

namespace pliant::cli {

void addList(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("list", "Names the detectors");
  command->callback([] {
    std::cout << "detectors\n";
    for (const Method& method : methods()) {
      std::cout << "  " << std::left << std::setw(16) << method.name << method.description << '\n';
    }
  });
}

}  // namespace pliant::cli
