#pragma once

#include <pliant/papers/Run.h>
#include <pliant/papers/judging.h>

#include <string>

// The parts of teschner2003(), and what several of them need.
namespace pliant::papers::teschner {

// Pictures.

void figure1(Run& run);
void figure2(Run& run);
void figure7(Run& run);
void figure8(Run& run);
void figure9(Run& run);
void figure10(Run& run);

// Parameters of the method.

void hashFunctions(Run& run);
void figure3(Run& run);
void figure4(Run& run);
void figure5(Run& run);
void figure6(Run& run);
void insideTests(Run& run);

// Times.

void table1(Run& run);
void table2(Run& run);
void objects(Run& run);
void passes(Run& run);
void edges(Run& run);

// Texts about a table of the benchmarks.

void writeHashFunctions(Run& run, const benchmarks::Table& made);
/// Figures 3 and 4.
void writeTableSizes(Run& run, char setup, const benchmarks::Table& made);
/// Figures 5 and 6, after the hash functions and the figure of the same setup's table sizes.
void writeCellSizes(Run& run, char setup, const benchmarks::Table& made);
void writeInsideTests(Run& run, const benchmarks::Table& made);
void writeTimes(Run& run, const benchmarks::Table& made);
void writeEdges(Run& run, const benchmarks::Table& made);
void writePasses(Run& run, const benchmarks::Table& made);

/// Times that differ by a smaller share are called the same.
inline constexpr double kSame = 0.03;

/// Returns a table of the benchmarks, with settings of its own. `steps`: see BenchSettings.
inline benchmarks::Table measured(const Run& run, const std::string& table, int steps) {
  benchmarks::BenchSettings settings = run.plainSettings();
  settings.steps = steps;
  return benchmarks::makeTable(table, settings);
}
inline std::string ms(double value) {
  return readable(value) + " ms";
}

}  // namespace pliant::papers::teschner
