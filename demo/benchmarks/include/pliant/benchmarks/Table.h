#pragma once

#include <string>
#include <variant>
#include <vector>

namespace pliant::benchmarks {

/// The result of a benchmark. Column names include the units.
struct Table {
  using Cell = std::variant<std::string, double>;

  std::string name, caption;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;

  /// Returns aligned columns for a terminal.
  std::string text() const;
  /// Returns comma-separated values after a header line.
  std::string csv() const;
};

}  // namespace pliant::benchmarks
