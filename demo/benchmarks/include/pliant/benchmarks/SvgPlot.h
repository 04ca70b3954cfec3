#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pliant::benchmarks {

/// Curves over common axes, written as an SVG picture.
struct SvgPlot {
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< ordered by x
  };

  std::string title, xLabel, yLabel;
  std::vector<Curve> curves;

  /// The whole file; both axes begin at 0.
  std::string svg() const;
};

}  // namespace pliant::benchmarks
