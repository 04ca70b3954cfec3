#pragma once

#include <pliant/papers/Run.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// The parts of Volino and Magnenat-Thalmann 1994.
namespace pliant::papers::volino {

void makeCauses(Run& run);      ///< figures 1, 2
void makeHierarchy(Run& run);   ///< figures 3, 4
void makeDirections(Run& run);  ///< figures 5, 6
void makeElements(Run& run);    ///< figure 7
void makeSphere(Run& run);      ///< tables 1a, 1b, figure 8
void makeLoop(Run& run);        ///< tables 2a, 2b, figure 9
void makeCloth(Run& run);       ///< section 3.3, figure 10
void makeOthers(Run& run);      ///< methods beside it, children of a patch

std::vector<Item> items();

/// Returns settings of the benchmarks for this paper: at most `faces` faces.
inline benchmarks::BenchSettings settingsOf(const Run& run, std::size_t faces, std::size_t quickFaces) {
  benchmarks::BenchSettings settings = run.plainSettings();
  settings.faces = run.either(faces, quickFaces);
  return settings;
}

/// Returns the parts as one text.
std::string joined(std::initializer_list<std::string_view> parts);

/// Adds a figure of the paper, drawn anew.
void addFigure(Run& run, int figure, const std::string& text);

/// Returns the smallest and the largest number of a column.
struct Range {
  double least, most;
  /// Returns "least to most", or one number if both are readable as the same.
  std::string text() const;
};
Range rangeOf(const benchmarks::Table& table, const std::string& column);
/// Returns true if both ends are at most `factor` times the expected number, and at least its `factor`-th part.
inline bool isNear(const Range& range, double expected, double factor) {
  return range.least >= expected / factor && range.most <= expected * factor;
}

/// Returns the rows whose first cell is this text.
benchmarks::Table rowsOf(const benchmarks::Table& table, const std::string& first);

}  // namespace pliant::papers::volino
