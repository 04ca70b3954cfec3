#include <pliant/benchmarks/Table.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pliant::benchmarks {
namespace {

std::string number(double value, const char* format) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string readable(const Table::Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  const double value = std::get<double>(cell);
  if (value == std::floor(value) && std::abs(value) < 1e9) return number(value, "%.0f");
  return number(value, std::abs(value) >= 100 ? "%.1f" : std::abs(value) >= 1 ? "%.2f" : "%.4f");
}

std::string exact(const Table::Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  return number(std::get<double>(cell), "%.9g");
}

}  // namespace

const Table::Cell& Table::cell(std::size_t row, std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found == columns.end() || row >= rows.size())
    throw Error(name + ": has no row " + std::to_string(row) + " or no column '" + std::string(column) + "'");
  return rows[row].at(static_cast<std::size_t>(found - columns.begin()));
}

double Table::number(std::size_t row, std::string_view column) const {
  const auto* const value = std::get_if<double>(&cell(row, column));
  if (value == nullptr) throw Error(name + ": column '" + std::string(column) + "' has text");
  return *value;
}

std::string Table::text() const {
  std::vector<std::vector<std::string>> lines{columns};
  for (const auto& row : rows) {
    lines.emplace_back();
    for (const Cell& cell : row) lines.back().push_back(readable(cell));
  }
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string out = name + ": " + caption + "\n";
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      out.append(widths[c] - line[c].size() + (c ? 2 : 0), ' ');
      out += line[c];
    }
    out += '\n';
  }
  return out;
}

std::string Table::csv() const {
  std::string out;
  const auto add = [&out](std::size_t column, const std::string& cell) { out += (column > 0 ? "," : "") + cell; };
  for (std::size_t c = 0; c < columns.size(); ++c) add(c, columns[c]);
  out += '\n';
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) add(c, exact(row[c]));
    out += '\n';
  }
  return out;
}

}  // namespace pliant::benchmarks
