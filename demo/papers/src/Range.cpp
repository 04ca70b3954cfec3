#include <pliant/detectors/Error.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/Run.h>

#include <algorithm>

namespace pliant::papers {

std::string Range::text() const {
  const std::string low = readable(least), high = readable(most);
  return low == high ? low : low + " to " + high;
}

Range rangeOf(std::span<const double> numbers) {
  if (numbers.empty()) throw Error("a range of no numbers");
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return {*least, *most};
}

Range rangeOf(const benchmarks::Table& table, std::string_view column) {
  if (table.rows.empty()) throw Error(table.name + ": has no rows");
  return rangeOf(numbersOf(table, column));
}

std::vector<double> numbersOf(const benchmarks::Table& table, std::string_view column) {
  std::vector<double> numbers;
  for (std::size_t row = 0; row < table.rows.size(); ++row) numbers.push_back(table.number(row, column));
  return numbers;
}

bool hasColumn(const benchmarks::Table& table, std::string_view column) {
  return std::find(table.columns.begin(), table.columns.end(), column) != table.columns.end();
}

}  // namespace pliant::papers
