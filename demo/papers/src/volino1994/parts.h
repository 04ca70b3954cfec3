#pragma once

#include <pliant/io/concatenated.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/Run.h>
#include <pliant/papers/judging.h>

#include <string>
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

/// Pairs of a flat ring that lies on itself, and those that are missed without the contour test.
struct MissedPairs {
  std::size_t all, missed;
};
MissedPairs missedOfRing();

/// Returns settings of the benchmarks for this paper: at most `faces` faces.
inline benchmarks::BenchSettings settingsOf(const Run& run, std::size_t faces, std::size_t quickFaces) {
  benchmarks::BenchSettings settings = run.plainSettings();
  settings.faces = run.either(faces, quickFaces);
  return settings;
}

/// Adds a figure of the paper, drawn anew.
void addFigure(Run& run, int figure, const std::string& text);

/// Returns true if both ends are at most `factor` times the expected number, and at least its `factor`-th part.
inline bool isNear(const Range& range, double expected, double factor) {
  return range.least >= expected / factor && range.most <= expected * factor;
}

/// Returns the rows whose first cell is this text.
benchmarks::Table rowsOf(const benchmarks::Table& table, const std::string& first);

}  // namespace pliant::papers::volino
