#include "parts.h"

#include <pliant/benchmarks/regularityFigures.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <limits>

namespace pliant::papers::volino {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

void addFigure(Run& run, int figure, const std::string& text) {
  run.addPicture(joined({"figure", std::to_string(figure)}), benchmarks::regularityFigure(figure, run.samples()), text);
}

std::string Range::text() const {
  const std::string low = readable(least), high = readable(most);
  return low == high ? low : low + " to " + high;
}

Range rangeOf(const benchmarks::Table& table, const std::string& column) {
  if (table.rows.empty()) throw Error(table.name + ": has no rows");
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    range.least = std::min(range.least, table.number(row, column));
    range.most = std::max(range.most, table.number(row, column));
  }
  return range;
}

benchmarks::Table rowsOf(const benchmarks::Table& table, const std::string& first) {
  benchmarks::Table some{table.name, table.caption, table.columns};
  for (const auto& row : table.rows)
    if (std::get<std::string>(row.front()) == first) some.rows.push_back(row);
  return some;
}

}  // namespace pliant::papers::volino
