#pragma once

#include <string>
#include <variant>
#include <vector>

namespace pliant::benchmarks {

/// What a benchmark measured: named columns (units in their names), rows of text and numbers.
struct Table {
  using Cell = std::variant<std::string, double>;

  std::string name, caption;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;

  /// Aligned columns for a terminal.
  std::string text() const;
  /// Comma-separated, a header line first.
  std::string csv() const;
};

}  // namespace pliant::benchmarks
