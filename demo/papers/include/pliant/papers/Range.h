#pragma once

#include <pliant/benchmarks/Table.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::papers {

/// Least and most of some numbers.
struct Range {
  double least = 0, most = 0;
  /// Returns "least to most", or one number if both are readable as the same.
  std::string text() const;
};

/// Throws Error if there is no number.
Range rangeOf(std::span<const double> numbers);
inline Range rangeOf(const std::vector<double>& numbers) {
  return rangeOf(std::span<const double>(numbers));
}
/// Throws Error if the table has no rows.
Range rangeOf(const benchmarks::Table& table, std::string_view column);

/// Returns the numbers of a column, one for each row.
std::vector<double> numbersOf(const benchmarks::Table& table, std::string_view column);
bool hasColumn(const benchmarks::Table& table, std::string_view column);

}  // namespace pliant::papers
