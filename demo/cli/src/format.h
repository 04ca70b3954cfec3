#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace pliant::cli {

/// Returns the number as printf writes it, with at most 63 characters.
inline std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

using Rows = std::vector<std::vector<std::string>>;

/// Aligns columns to their widest cell: the first `left` columns and the last one to the left, the others to the right.
/// A row without cells becomes an empty line.
inline std::string layOut(const Rows& rows, std::size_t left = 0) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      const std::string pad(widths[i] - row[i].size(), ' ');
      text += (i < left ? row[i] + pad : pad + row[i]) + "  ";
    }
    if (!row.empty()) text += row.back();
    text += '\n';
  }
  return text;
}

}  // namespace pliant::cli
