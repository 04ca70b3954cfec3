#include "parts.h"

#include <pliant/benchmarks/regularityFigures.h>

namespace pliant::papers::volino {

void addFigure(Run& run, int figure, const std::string& text) {
  run.addPicture(concatenated("figure", std::to_string(figure)), benchmarks::regularityFigure(figure, run.samples()),
                 text);
}

benchmarks::Table rowsOf(const benchmarks::Table& table, const std::string& first) {
  benchmarks::Table some{table.name, table.caption, table.columns};
  for (const auto& row : table.rows)
    if (std::get<std::string>(row.front()) == first) some.rows.push_back(row);
  return some;
}

}  // namespace pliant::papers::volino
