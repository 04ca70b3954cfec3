#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pliant::benchmarks {

/// Curves with common axes, drawn as an SVG picture.
struct SvgPlot {
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< sorted by x
  };

  std::string title, xLabel, yLabel;
  std::vector<Curve> curves;

  /// Adds a point to each curve.
  void add(const std::vector<double>& x, const std::vector<double>& y);

  /// Returns the whole file. Both axes begin at 0.
  std::string svg() const;
};

}  // namespace pliant::benchmarks
