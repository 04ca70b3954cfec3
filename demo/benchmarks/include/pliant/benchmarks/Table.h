#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace pliant::benchmarks {

/// Curves with common axes, drawn as an SVG picture.
struct SvgPlot {
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< sorted by x
  };

  /// A vertical line.
  struct Mark {
    double x = 0;
    std::string name;
  };

  std::string title, xLabel, yLabel;
  std::vector<Curve> curves;
  std::vector<Mark> marks{};

  /// Adds a point to each curve.
  void add(const std::vector<double>& x, const std::vector<double>& y);

  /// Returns the whole file. Both axes begin at 0.
  std::string svg() const;
};

/// The result of a benchmark. Column names include the units.
struct Table {
  using Cell = std::variant<std::string, double>;
  using Row = std::vector<Cell>;

  std::string name, caption;
  std::vector<std::string> columns;
  std::vector<Row> rows{};
  SvgPlot plot{};  ///< has curves if the table is a figure

  /// Returns a row. Each value is text, a number of any type, or a list of cells.
  template <typename... Values>
  static Row rowOf(const Values&... values) {
    Row row;
    (append(row, values), ...);
    return row;
  }
  template <typename... Values>
  void add(const Values&... values) {
    rows.push_back(rowOf(values...));
  }

  /// Returns a cell by its row and its column's name. Throws Error if there is none.
  const Cell& cell(std::size_t row, std::string_view column) const;
  /// Returns the number in a cell. Throws Error if the cell has text.
  double number(std::size_t row, std::string_view column) const;

  /// Returns aligned columns for a terminal.
  std::string text() const;
  /// Returns comma-separated values after a header line.
  std::string csv() const;

 private:
  template <typename Value>
  static void append(Row& row, const Value& value) {
    if constexpr (std::is_same_v<Value, Cell>) {
      row.push_back(value);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      row.emplace_back(static_cast<double>(value));
    } else if constexpr (std::is_constructible_v<std::string, const Value&>) {
      row.emplace_back(std::string(value));
    } else {
      for (const auto& one : value) append(row, one);
    }
  }
};

}  // namespace pliant::benchmarks
